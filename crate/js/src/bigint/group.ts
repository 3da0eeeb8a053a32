/** The group of a delay: numbers modulo a product N of two primes that nobody knows, as in crate/vdf/src/group.rs. */
import { asciiToBytes, bigintToBytes, bytesToBigint } from '../bytes.js';
import { upToSign } from '../vdf/claim.js';
import { nameOfGroup } from '../vdf/groups.js';
import { LEAST_FACTOR_BITS, MAX_BITS } from '../vdf/limits.generated.js';
import { EVEN, PERFECT_POWER, PRIME, SMALL_FACTOR, TOO_LONG } from '../vdf/reasons.generated.js';
import type { Hashes } from './hashes.js';
import { isSquare, passesStrongTests } from './primality.js';
import { factorGroups, factorIn, primesBelow } from './small-primes.js';

/** The reason to refuse a modulus, if there is one, except its least length. */
export function refusalOf(n: bigint): string | undefined {
  if (n % 2n === 0n) return EVEN;
  if (n >> BigInt(MAX_BITS)) return TOO_LONG;
  if (nameOfGroup(n)) return undefined;
  if (factorIn(factorGroups(2 ** LEAST_FACTOR_BITS), n) !== undefined) return SMALL_FACTOR;
  if (isPerfectPower(n, LEAST_FACTOR_BITS)) return PERFECT_POWER;
  return passesStrongTests(n) ? PRIME : undefined;
}

/** Whether an odd n without factors below 2^leastBits is a power with an exponent above 1. */
export function isPerfectPower(n: bigint, leastBits: number): boolean {
  const bits = n.toString(2).length;
  return n === 1n || primesBelow(Math.floor(bits / leastBits) + 1).some((k) => isPower(n, k, bits));
}

/** Whether an odd n is a k-th power, for a prime k: its only odd root modulo 2^length, raised to k, is n or not. */
function isPower(n: bigint, k: number, bits: number): boolean {
  if (k === 2) return isSquare(n);
  const length = Math.ceil(bits / k);
  const exponent = BigInt(k);
  let inverse = 1n;
  for (let right = 1; right < length; right *= 2) inverse = BigInt.asUintN(length, inverse * (2n - exponent * inverse));
  const low = BigInt.asUintN(length, n);
  let root = 1n;
  for (const bit of inverse.toString(2)) {
    root = BigInt.asUintN(length, root * root);
    if (bit === '1') root = BigInt.asUintN(length, root * low);
  }
  let power = 1n;
  for (let i = 0; i < k; i++) power *= root;
  return power === n;
}

const DOMAIN = 'powmod-v1:input';

/** The input of a delay that a seed stands for, as in crate/vdf/src/input.rs. Undefined if it is 0 or 1. */
export function inputFromSeed(seed: Uint8Array, n: bigint, { sha256 }: Hashes): bigint | undefined {
  const h = bytesToBigint(expandMessage(seed, bigintToBytes(n).length + 16, sha256));
  const input = upToSign(h * h, n);
  return input > 1n ? input : undefined;
}

/** `length` uniform bytes from a message: `expand_message_xmd` of RFC 9380, section 5.3.1, with SHA-256. */
function expandMessage(message: Uint8Array, length: number, sha256: Hashes['sha256']): Uint8Array {
  const domain = asciiToBytes(DOMAIN + String.fromCharCode(DOMAIN.length));
  const first = sha256(new Uint8Array(64), message, Uint8Array.of(length >> 8, length, 0), domain);
  const blocks = Math.ceil(length / 32);
  const out = new Uint8Array(32 * blocks);
  let block: Uint8Array = new Uint8Array(32);
  for (let i = 0; i < blocks; i++) {
    const mixed = block.map((byte, at) => byte ^ (first[at] as number));
    block = sha256(mixed, Uint8Array.of(i + 1), domain);
    out.set(block, 32 * i);
  }
  return out.subarray(0, length);
}
