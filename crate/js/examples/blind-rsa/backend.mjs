// What blind RSA needs of powmod. Numbers are big-endian bytes. Secrets go through constant-time calls, except where a
// key is made.
import { init } from 'powmod';

let pm;
/** Every call awaits it first. */
export const ready = init().then((instance) => {
  pm = instance;
});

const ONE = Uint8Array.of(1);

/** x^e mod n (RSAVP1), for public numbers. e may be as long as n. */
export const power = (x, { n, e }) => pm.modPow(x, e, n, { as: 'bytes' });

/** m · r^e mod n */
export const blind = (m, r, { n, e }) => pm.modPow2Secret(r, e, m, ONE, n, { exponentBits: 8 * e.length });

/** x · y mod n */
export const product = (x, y, n) => pm.modPow2Secret(x, ONE, y, ONE, n, { exponentBits: 1 });

/** m^d mod n (RSASP1). powmod raises the result to the power e, so a fault throws and cannot reveal the key. */
export function sign(m, privateKey) {
  const key = pm.rsaPrivateKey(privateKey);
  try {
    return key.pow(m);
  } finally {
    key.free(); // wipes the key's memory
  }
}

/** 1/x mod n, for a secret x and an odd n. Whether there is one is all that shows. */
export function inverse(x, n, otherwise) {
  const modulus = pm.modulus(n);
  try {
    return modulus.invSecret(x);
  } catch (cause) {
    throw cause instanceof RangeError ? new RangeError(otherwise, { cause }) : cause;
  } finally {
    modulus.free();
  }
}

/** The private key of the same primes for another exponent e, which is odd and at most as long as a prime. */
export function withExponent(key, e) {
  const inverseOfE = pm.modInv(e, key.n);
  const privateExponent = (prime) => {
    const order = plus(prime, -1);
    // v = −1/order mod e
    const v = inverse(product(order, plus(e, -1), e), e, 'e: has no inverse modulo p − 1 or q − 1');
    const multiple = plus(product(order, v, key.n), 1); // 1 + order · v, a multiple of e below n
    return product(multiple, inverseOfE, key.n); // so the division by e works modulo n too
  };
  return { ...key, e, dp: privateExponent(key.p), dq: privateExponent(key.q) };
}

/** The private key of two safe primes of the same length in bytes, with e = 65537. */
export async function keyOfSafePrimes(p, q) {
  await ready;
  const isSafe = (prime) => [prime, halved(prime)].every((number) => pm.isProbablePrime(number));
  if (!isSafe(p) || !isSafe(q)) throw new RangeError('p, q: must be safe primes');
  const n = pm.modMul(p, q, 1n << BigInt(16 * p.length), { as: 'bytes' }).subarray(1);
  return withExponent({ n, p, q, qInv: inverse(q, p, 'q: must differ from p') }, Uint8Array.of(1, 0, 1));
}

const plus = (x, change) => x.with(-1, x.at(-1) + change); // without a carry: odd − 1 or even + 1
const halved = (x) => x.map((byte, i) => (byte >> 1) | (x[i - 1] << 7));
