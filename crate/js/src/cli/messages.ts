/** Text for a terminal. Names of files, and what files hold, may have any characters. */

/** The text with escapes, as `\u001b`, for characters that control a terminal or the order of text. */
export function printable(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (found) => found.split('').map(escaped).join(''));
}

/** Prints a value as JSON. Line ends are those of its form. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2).split('\n').map(printable).join('\n'));
}

/** Writes a line on standard error. */
export function tell(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}
