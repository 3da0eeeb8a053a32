/** The smallest step of `performance.now()`, in ms. Browsers coarsen that clock, against timing attacks. */
export function clockStep(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    least = Math.min(least, now - start);
  }
  return least;
}
