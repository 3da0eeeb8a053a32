/** The conversions that the package exports. */
import { bigintToBytes, bytesToBigint, withoutLeadingZeros } from '../bytes.js';
import { MAX_BYTES } from './options.js';
import { describe, readBytes, readCount } from './reading.js';

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
  const view = withoutLeadingZeros(readBytes(bytes, 'bytes'));
  if (view.length > MAX_BYTES) throw new RangeError(`bytes: has more than ${MAX_BYTES} bytes`);
  return bytesToBigint(view);
}
