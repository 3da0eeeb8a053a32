/** Text for a terminal. Names of files, and what files hold, may have any characters. */

/** The text with escapes, as `\u001b`, for characters that control a terminal or the order of text. */
export function printable(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (found) => found.split('').map(escaped).join(''));
}

/** Writes a line on standard error. */
export function tell(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}
