// Each kernel finds the same challenge primes as BigInt: it accepts valid proofs that were made with BigInt's primes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init, type Powmod } from 'powmod';
import { everyKernel } from '../../../workshop/kernels.js';
import { makeWesolowski, smallModulus } from '../../support/small-proofs.ts';

const PROOFS = 60;
const auto = await init();
const modulus = smallModulus(auto);
const utf8 = new TextEncoder();

/** A prime test in BigInt: strong tests to many bases. */
function isPrime(n: bigint): boolean {
  for (const base of [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n]) {
    if (n % base === 0n) return false;
    let d = n - 1n;
    while (d % 2n === 0n) d /= 2n;
    let power = powerOf(base, d, n);
    if (power === 1n) continue;
    while (power !== n - 1n && d !== n - 1n) [power, d] = [(power * power) % n, 2n * d];
    if (power !== n - 1n) return false;
  }
  return true;
}

function powerOf(base: bigint, exponent: bigint, n: bigint): bigint {
  let power = 1n;
  for (const bit of exponent.toString(2)) power = (power * power * (bit === '1' ? base : 1n)) % n;
  return power;
}

/** The package's arithmetic with another primality test. */
const withBigint = new Proxy(auto, {
  get: (pm, name: keyof Powmod) => (name === 'isProbablePrime' ? isPrime : (pm[name] as () => unknown).bind?.(pm)),
});
const proofs = Array.from({ length: PROOFS }, (_, i) =>
  makeWesolowski(withBigint, modulus, utf8.encode(`prime ${i}`), 300 + i),
);

for (const kernel of everyKernel) {
  test(kernel, async (t) => {
    const pm = await init({ kernel }).catch((error) => {
      if (error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
    });
    if (!pm) return t.skip('this engine does not run it');
    for (const proof of proofs) {
      assert.equal(pm.verify(proof), true);
      // Another T hashes to another prime.
      assert.equal(pm.verify({ ...proof, iterations: proof.iterations + 1 }), false);
    }
  });
}
