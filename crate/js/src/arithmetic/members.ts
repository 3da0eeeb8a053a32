/** Members of a subgroup: the numbers x from 1 to N − 1 with x^q = 1 mod N. */
import { jacobi } from '../bigint/jacobi.js';
import { bytesToBigint, withoutLeadingZeros } from '../bytes.js';
import { bitLength, type IntegerReader, magnitudeBytes, sizeOf, toBigint, viewOfInteger } from '../input/integers.js';
import type { EntryReader } from '../input/lists.js';

/** The order of a subgroup. */
export function readOrder(value: unknown, integers: IntegerReader): bigint {
  const order = toBigint(integers.exponent(value, 'q'));
  if (order <= 0n) throw new RangeError('q: must be positive');
  return order;
}

/** Reads numbers of any length. One that is not from 1 to n − 1 becomes 0, which is no member. */
export function memberReader(n: bigint): EntryReader<bigint> {
  const length = magnitudeBytes(n).length;
  const read = (value: unknown, i: number) => {
    if (typeof value === 'bigint') return value > 0n && value < n ? value : 0n;
    const bytes = withoutLeadingZeros(viewOfInteger(value, `list[${i}]`));
    const x = bytes.length <= length ? bytesToBigint(bytes) : n;
    return x < n ? x : 0n;
  };
  return { name: 'list', content: 'integers', read, size: sizeOf };
}

/** Whether n = 2q + 1. Modulo such a prime the Jacobi symbol is x^q (Euler's criterion). */
export function isHalfOf(q: bigint, n: bigint): boolean {
  return n === 2n * q + 1n;
}

/** The time of a Jacobi symbol, in squarings. */
const SQUARINGS_OF_A_SYMBOL = 64;

/** The time for one number of a list, in squarings. */
export function squaringsOfMember(order: Uint8Array, bySymbol: boolean): number {
  return bySymbol ? SQUARINGS_OF_A_SYMBOL : bitLength(order);
}

/** The question of a list. */
export interface Membership {
  n: bigint;
  order: bigint;
  /** Whether n is a prime and 2·order + 1. */
  bySymbol: boolean;
  /** Whether the power of each number is 1. */
  areRootsOfUnity(list: readonly Uint8Array[], exponent: Uint8Array): boolean[];
}

/** Whether each number is a member. They come from {@link memberReader}. */
export function areMembers(list: readonly bigint[], { n, order, bySymbol, areRootsOfUnity }: Membership): boolean[] {
  if (bySymbol) return list.map((x) => jacobi(x, n) === 1);
  // Out of range, a number need not be raised.
  const found = areRootsOfUnity(list.filter((x) => x !== 0n).map(magnitudeBytes), magnitudeBytes(order));
  let next = 0;
  return list.map((x) => x !== 0n && found[next++] === true);
}
