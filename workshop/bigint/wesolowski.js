// A verifier of Wesolowski proofs in native BigInt ("Efficient verifiable delay functions", section 4) for the profile
// `powmod-v1`, which crate/vdf/src/profile/powmod_v1.rs defines.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { bigintMultiPow } from './mod-pow.js';

/**
 * @typedef {{ scheme: string, profile: string, input: string, output: string, iterations: number, proof: string }} File
 *
 * @param {File} file
 * @param {bigint} modulus the expected modulus; the one in the file does not count
 */
export function verify(file, modulus) {
  const { terms, output } = equation(file, modulus);
  const product = bigintMultiPow(terms, modulus);
  const other = modulus - product;
  return (product < other ? product : other) === output;
}

/**
 * The equation that a proof claims: the product of base^exponent over the terms is `output`, up to sign.
 *
 * @param {File} file
 * @param {bigint} modulus
 */
export function equation({ scheme, profile, input, output, iterations, proof }, modulus) {
  if (scheme !== 'wesolowski' || profile !== 'powmod-v1') throw new Error('not a Wesolowski proof of powmod-v1');
  const elements = [input, output, proof];
  const width = bytesOf(modulus).length;
  const isRightWidth = elements.every((hex) => hex.length === 2 + 2 * width);
  const [x, y, pi] = elements.map(BigInt);
  const isElement = (z) => 0n < z && z <= modulus >> 1n;
  if (!isRightWidth || ![x, y, pi].every(isElement)) throw new Error('malformed');

  const prime = challenge(modulus, x, y, iterations);
  const rest = powerOfTwo(BigInt(iterations), prime);
  const terms = [
    [pi, prime],
    [x, rest],
  ];
  return { terms, output: y };
}

/** The prime l of a statement. */
function challenge(modulus, x, y, iterations) {
  const { length: width } = bytesOf(modulus);
  const numbers = [modulus, x, y].map((z) => bytesOf(z, width));
  return hashToPrime(sha256(concatBytes(LABEL, ...numbers, bytesOf(BigInt(iterations), 8))));
}

const LABEL = utf8ToBytes('powmod-v1:wesolowski');

function hashToPrime(seed) {
  const message = new Uint8Array(36);
  message.set(seed);
  const index = new DataView(message.buffer, 32);
  for (let i = 0; ; i++) {
    index.setUint32(0, i);
    const candidate = sha256(message);
    candidate[0] |= 0x80;
    candidate[31] |= 1;
    const number = BigInt(`0x${bytesToHex(candidate)}`);
    if (isProbablePrime(number)) return number;
  }
}

/** Big-endian bytes, at least `width` of them. */
function bytesOf(z, width = 1) {
  const hex = z.toString(16);
  return hexToBytes(hex.padStart(Math.max(hex.length + (hex.length % 2), 2 * width), '0'));
}

/** All odd primes below 2^10, in groups whose product fits a double, so that each group costs one long division. */
const GROUPS = [];
for (let p = 3, group = { product: 1, primes: [] }; p < 1024; p += 2) {
  if (!isSmallPrime(p)) continue;
  if (group.product * p > Number.MAX_SAFE_INTEGER) group = { product: 1, primes: [] };
  if (group.primes.length === 0) GROUPS.push(group);
  group.product *= p;
  group.primes.push(p);
}

function isSmallPrime(n) {
  for (let d = 3; d * d <= n; d += 2) if (n % d === 0) return false;
  return true;
}

/** Baillie–PSW, for odd n above 2^20. */
function isProbablePrime(n) {
  for (const { product, primes } of GROUPS) {
    const rest = Number(n % BigInt(product));
    if (primes.some((p) => rest % p === 0)) return false;
  }
  return isStrongPrimeToBase2(n) && isStrongLucasPrime(n);
}

function isStrongPrimeToBase2(n) {
  const [d, twos] = withoutTwos(n - 1n);
  let power = powerOfTwo(d, n);
  if (power === 1n || power === n - 1n) return true;
  for (let r = 1; r < twos; r++) {
    power = (power * power) % n;
    if (power === n - 1n) return true;
  }
  return false;
}

/** 2^exponent mod n. A product by the base 2 is a shift. */
function powerOfTwo(exponent, n) {
  let power = 1n;
  for (const bit of exponent.toString(2)) power = ((power * power) << (bit === '1' ? 1n : 0n)) % n;
  return power;
}

/** Selfridge's parameters: D the first of 5, −7, 9, … with (D/n) = −1, P = 1, Q = (1 − D)/4. */
function isStrongLucasPrime(n) {
  let D = 5n;
  while (jacobi(D, n) !== -1) D = D > 0n ? -D - 2n : -D + 2n;
  const Q = (1n - D) / 4n;
  const half = (z) => (z & 1n ? z + n : z) >> 1n;
  const mod = (z) => {
    const rest = z % n;
    return rest < 0n ? rest + n : rest;
  };
  const [d, twos] = withoutTwos(n + 1n);
  let [u, v, q] = [1n, 1n, mod(Q)];
  for (const bit of d.toString(2).slice(1)) {
    [u, v, q] = [(u * v) % n, mod(v * v - (q << 1n)), (q * q) % n];
    if (bit === '1') [u, v, q] = [half(mod(u + v)), half(mod(D * u + v)), mod(q * Q)];
  }
  if (u === 0n || v === 0n) return true;
  for (let r = 1; r < twos; r++) {
    [v, q] = [mod(v * v - (q << 1n)), (q * q) % n];
    if (v === 0n) return true;
  }
  return false;
}

/** [d, s] with n = d·2^s, d odd. */
function withoutTwos(n) {
  let twos = 0;
  for (; n % 2n === 0n; twos++) n /= 2n;
  return [n, twos];
}

function jacobi(a, n) {
  let sign = 1;
  a = ((a % n) + n) % n;
  while (a !== 0n) {
    while (a % 2n === 0n) {
      a /= 2n;
      if (n % 8n === 3n || n % 8n === 5n) sign = -sign;
    }
    [a, n] = [n, a];
    if (a % 4n === 3n && n % 4n === 3n) sign = -sign;
    a %= n;
  }
  return n === 1n ? sign : 0;
}
