// The verifier of `powmod-v1` Wesolowski proofs modulo RSA-2048, in native BigInt: PROTOCOLS.md, step by step.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bigintModPow, bigintMultiPow } from './bigint.mjs';

const RSA_2048_FILE = new URL('../../crate/core/src/vdf/rsa-2048.hex', import.meta.url);
const RSA_2048 = BigInt(`0x${readFileSync(RSA_2048_FILE, 'utf8').trim()}`);
const BYTES = 256;

export function verify({ scheme, profile, modulus, input, output, iterations, proof }) {
  if (scheme !== 'wesolowski' || profile !== 'powmod-v1' || modulus !== 'RSA-2048') throw new Error('another kind');
  const elements = [input, output, proof];
  const isRightWidth = elements.every((hex) => hex.length === 2 + 2 * BYTES);
  const [x, y, pi] = elements.map(BigInt);
  const isElement = (z) => 0n < z && z <= RSA_2048 >> 1n;
  if (!isRightWidth || ![x, y, pi].every(isElement)) throw new Error('malformed');

  const prime = challenge(x, y, iterations);
  const rest = bigintModPow(2n, BigInt(iterations), prime);
  const product = bigintMultiPow(
    [
      [pi, prime],
      [x, rest],
    ],
    RSA_2048,
  );
  const other = RSA_2048 - product;
  return (product < other ? product : other) === y;
}

function challenge(x, y, iterations) {
  const encode = (z) => Buffer.from(z.toString(16).padStart(2 * BYTES, '0'), 'hex');
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(iterations));
  const seed = sha256(Buffer.from('powmod-v1:wesolowski'), encode(RSA_2048), encode(x), encode(y), length);
  for (let i = 0; ; i++) {
    const index = Buffer.alloc(4);
    index.writeUInt32BE(i);
    const candidate = sha256(seed, index);
    candidate[0] |= 0x80;
    candidate[31] |= 1;
    const number = BigInt(`0x${candidate.toString('hex')}`);
    if (isProbablePrime(number)) return number;
  }
}

function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** All odd primes below 2^10, multiplied in groups that fit a double: one long division for each group. */
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
  let power = bigintModPow(2n, d, n);
  if (power === 1n || power === n - 1n) return true;
  for (let r = 1; r < twos; r++) {
    power = (power * power) % n;
    if (power === n - 1n) return true;
  }
  return false;
}

/** Selfridge's parameters: D the first of 5, −7, 9, … with (D/n) = −1, P = 1, Q = (1 − D)/4. */
function isStrongLucasPrime(n) {
  let D = 5n;
  while (jacobi(D, n) !== -1) D = D > 0n ? -D - 2n : -D + 2n;
  const Q = (1n - D) / 4n;
  const half = (z) => (z % 2n === 0n ? z : z + n) / 2n;
  const mod = (z) => ((z % n) + n) % n;
  const [d, twos] = withoutTwos(n + 1n);
  let [u, v, q] = [1n, 1n, mod(Q)];
  for (const bit of d.toString(2).slice(1)) {
    [u, v, q] = [(u * v) % n, mod(v * v - 2n * q), (q * q) % n];
    if (bit === '1') [u, v, q] = [half(mod(u + v)), half(mod(D * u + v)), mod(q * Q)];
  }
  if (u === 0n || v === 0n) return true;
  for (let r = 1; r < twos; r++) {
    [v, q] = [mod(v * v - 2n * q), (q * q) % n];
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
