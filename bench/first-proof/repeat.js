/**
 * Verifies a proof anew, `times` times, each time in a task of its own, so that the engine's and the page's other work
 * goes on. Resolves to the milliseconds until each end.
 */
export async function repeat(verify, proof, times) {
  const { port1, port2 } = new MessageChannel();
  const nextTask = () =>
    new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
  await nextTask(); // the first task loads parts of some runtimes
  const ends = [];
  const start = performance.now();
  for (let i = 0; i < times; i++) {
    await nextTask();
    await verify(proof);
    ends.push(performance.now() - start);
  }
  port1.close();
  return ends;
}
