/** The conversions that the package exports. */
import {
  base64UrlToBytes,
  bigintToBytes,
  bytesToBase64Url,
  bytesToBigint,
  bytesToHex,
  hexToBytes,
  withoutLeadingZeros,
} from '../bytes.js';
import { describeInteger } from './integers.js';
import { MAX_BYTES } from './options.js';
import { describe, readCount, viewOf } from './reading.js';

/**
 * The big-endian bytes of a number from 0 on: `length` bytes, at most 2^23, with zeros in front, or as few as it needs,
 * but at least one. Time depends on the number: not for secrets.
 *
 * @throws RangeError if `x` is negative or has more than `length` bytes.
 *
 * @example
 * ```ts
 * import { toBytes } from 'powmod';
 * toBytes(1000n); // Uint8Array(2) [ 3, 232 ]
 * toBytes(1000n, 4); // Uint8Array(4) [ 0, 0, 3, 232 ]
 * toBytes(1000n, 1); // throws RangeError: x: has more than 1 bytes
 * ```
 */
export function toBytes(x: bigint, length?: number): Uint8Array<ArrayBuffer> {
  if (typeof x !== 'bigint') throw new TypeError(`x: must be a bigint, not ${describe(x)}`);
  if (x < 0n) throw new RangeError('x: must not be negative');
  const least = length === undefined ? 1 : readCount(length, 'length', 0, MAX_BYTES);
  const most = length === undefined ? MAX_BYTES : least;
  if (x >> BigInt(8 * most)) throw new RangeError(`x: has more than ${most} bytes`);
  return least === 0 ? new Uint8Array() : bigintToBytes(x, least);
}

/**
 * The number that big-endian bytes stand for, at most 2^23 of them. Time depends on the bytes: not for secrets.
 *
 * @example
 * ```ts
 * import { toBigint } from 'powmod';
 * toBigint(new Uint8Array([3, 232])); // 1000n
 * toBigint(new Uint8Array()); // 0n
 * ```
 */
export function toBigint(bytes: Uint8Array): bigint {
  const all = viewOf(bytes, 'bytes');
  if (!all) throw new TypeError(`bytes: must be a Uint8Array, not ${describeInteger(bytes)}`);
  const view = withoutLeadingZeros(all);
  if (view.length > MAX_BYTES) throw new RangeError(`bytes: has more than ${MAX_BYTES} bytes`);
  return bytesToBigint(view);
}

/**
 * The number that hexadecimal digits stand for, at most 2^24 of them, of either case, behind `0x` or not. No digits are
 * 0. Time depends on the text: not for secrets.
 *
 * @throws RangeError if the text is something else.
 *
 * @example
 * ```ts
 * import { fromHex } from 'powmod';
 * fromHex('03e8'); // 1000n
 * fromHex('0x3E8'); // 1000n
 * fromHex('1e3.'); // throws RangeError: text: must be hexadecimal digits, not "."
 * ```
 */
export function fromHex(text: string): bigint {
  const digits = readText(text).replace(/^0x(?=.)/, '');
  checkText(digits, 'hexadecimal digits', /[^\da-f]/i, 2 * MAX_BYTES);
  return bytesToBigint(hexToBytes(digits.toLowerCase()));
}

/**
 * The hexadecimal digits of a number from 0 on, two for each byte, without `0x`: see {@link toBytes} for `length`. Time
 * depends on the number: not for secrets.
 *
 * @example
 * ```ts
 * import { toHex } from 'powmod';
 * toHex(1000n); // '03e8'
 * toHex(1000n, 4); // '000003e8'
 * ```
 */
export function toHex(x: bigint, length?: number): string {
  return bytesToHex(toBytes(x, length));
}

/**
 * The number that a text in base64url stands for, as in a JSON Web Key: big-endian bytes, without padding, at most
 * 2^23. No text is 0. Time depends on the text: not for secrets.
 *
 * @throws RangeError if the text is something else.
 *
 * @example
 * ```ts
 * import { fromBase64Url } from 'powmod';
 * fromBase64Url('AQAB'); // 65537n
 * fromBase64Url('AQ=='); // throws RangeError: text: must be base64url without padding, not "="
 * ```
 */
export function fromBase64Url(text: string): bigint {
  checkText(readText(text), 'base64url without padding', /[^\w-]/, Math.ceil((4 * MAX_BYTES) / 3));
  const bytes = base64UrlToBytes(text);
  if (!bytes) throw new RangeError('text: must be base64url, which never has one character more than a multiple of 4');
  return bytesToBigint(bytes);
}

/**
 * A number from 0 on in base64url, without padding: see {@link toBytes} for `length`. Time depends on the number: not
 * for secrets.
 *
 * @example
 * ```ts
 * import { toBase64Url } from 'powmod';
 * toBase64Url(65537n); // 'AQAB'
 * ```
 */
export function toBase64Url(x: bigint, length?: number): string {
  return bytesToBase64Url(toBytes(x, length));
}

function readText(text: unknown): string {
  if (typeof text !== 'string') throw new TypeError(`text: must be a string, not ${describe(text)}`);
  return text;
}

/** @throws RangeError if the text is too long, or has a character that `wrong` finds. The error shows no more of it. */
function checkText(text: string, content: string, wrong: RegExp, most: number): void {
  if (text.length > most) throw new RangeError(`text: has more than ${most} characters`);
  const [found] = wrong.exec(text) ?? [];
  if (found !== undefined) throw new RangeError(`text: must be ${content}, not ${JSON.stringify(found)}`);
}
