// Reads fields that several forms have.

/** A mistake in one field. `field` is the id of its input. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** Accepts `1048576`, `1,048,576` and `2^20`. @throws FieldError */
export function readIterations(text: string): number {
  const power = /^2\s*\^\s*(\d+)$/.exec(text)?.[1];
  const digits = text.replace(/[\s,]/g, '');
  const count = power ? 2 ** Number(power) : /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  if (!Number.isSafeInteger(count) || count < 1)
    throw new FieldError('iterations', 'Write a whole number from 1 to 2^53 − 1, such as 1048576 or 2^20.');
  return count;
}

/** The same form as on the command line: text, or hex after `0x`. */
export function readSeed(text: string): Uint8Array {
  if (!/^0x/i.test(text)) return new TextEncoder().encode(text);
  const pairs = text.slice(2);
  if (!/^([\da-f]{2})*$/i.test(pairs)) throw new FieldError('seed', 'After 0x, write two hex digits for each byte.');
  return Uint8Array.from(pairs.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
