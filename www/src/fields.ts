// Reads fields that several forms have. What they cannot read is a RangeError, whose message the browser shows.
import { byId } from './dom.ts';

/** Accepts `1048576`, `1,048,576` and `2^20`. @throws RangeError */
export function readIterations(text: string): number {
  const power = /^2\s*\^\s*(\d+)$/.exec(text)?.[1];
  const digits = text.replace(/[\s,]/g, '');
  const count = power ? 2 ** Number(power) : /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  if (!Number.isSafeInteger(count) || count < 1)
    throw new RangeError('Write a whole number from 1 to 2^53 − 1, such as 1048576 or 2^20.');
  return count;
}

/** The same form as on the command line: text, or hex after `0x`. @throws RangeError */
export function readSeed(text: string): Uint8Array {
  if (!/^0x/i.test(text)) return new TextEncoder().encode(text);
  const pairs = text.slice(2);
  if (!/^([\da-f]{2})*$/i.test(pairs)) throw new RangeError('After 0x, write two hex digits for each byte.');
  return Uint8Array.from(pairs.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const textOf = (id: string) => byId<HTMLInputElement>(id).value.trim();

/**
 * The field is valid, as the browser sees it, where `read` reads its text. Text that a browser restores comes without an event;
 * a click in the form, also on its button by the key Enter, comes before the browser asks.
 */
export function check(id: string, read: (text: string) => unknown) {
  const field = byId<HTMLInputElement>(id);
  const validate = () => {
    field.setCustomValidity('');
    try {
      read(textOf(id));
    } catch (error) {
      field.setCustomValidity((error as Error).message);
    }
  };
  field.addEventListener('input', validate);
  field.form?.addEventListener('click', validate);
}
