// Numbers in words, for every part of the page.

/** `1,048,576 (2^20)` */
export function count(n: number): string {
  const power = Math.log2(n);
  const grouped = n.toLocaleString('en');
  return Number.isInteger(power) && power >= 10 ? `${grouped} (2^${power})` : grouped;
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
