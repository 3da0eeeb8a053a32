/** A time in words: `1 d 2 h`, `3 h 4 min`, `5 min 6 s`, `7 s`. */
export function inWords(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ];
  let rest = Math.ceil(seconds);
  const parts: string[] = [];
  for (const [size, name] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || (parts.length === 0 && size === 1)) parts.push(`${count} ${name}`);
  }
  return parts.slice(0, 2).join(' ');
}
