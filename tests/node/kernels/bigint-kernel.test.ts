// The kernel bigint, where the other kernels differ: what it does not do, its limits, and its own quick powers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  init,
  type Powmod,
  type PowmodError,
  type PowmodErrorCode,
  type ProofFile,
  type RsaPrimes,
  toBytes,
  type WesolowskiProofFile,
} from 'powmod';
import { makeBigint } from '../../../crate/js/src/bigint/bigint.ts';
import { plainHashes } from '../../../crate/js/src/bigint/plain-hashes.ts';
import { checkForm, Verifier } from '../../../crate/js/src/bigint/verifier.ts';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { publicError } from '../../../crate/js/src/border/refusal.ts';
import { readProofFields } from '../../../crate/js/src/vdf/proof-file.ts';
import { callsOf, exampleOf, kindsOf } from '../../bad-input/kinds.ts';
import { throwsRange } from '../../support/errors.ts';
import { nativePow } from '../../support/native.js';
import { makeWesolowski, smallModulus as n } from '../../support/small-proofs.ts';

const pm = await init({ kernel: 'bigint' });

const has = (code: PowmodErrorCode, message: RegExp) => (error: unknown) =>
  (error as PowmodError).code === code && message.test((error as PowmodError).message);

test('calls with secrets are refused once their arguments are right', async () => {
  const refused = has('ERR_KERNEL_UNAVAILABLE', /^kernel bigint: has no calls for secrets, .* need WebAssembly$/);
  const kinds = kindsOf(pm);
  const m = pm.modulus(1009n);
  const calls = callsOf({ pm, m, fixedBase: m.fixedBase(3n, { exponentBits: 100 }) });
  const ofSecrets = calls.filter(({ takes }) => Object.values(takes).some((kind) => /^(secret|key$)/.test(kind)));
  assert.ok(ofSecrets.length >= 9, `${ofSecrets.length} calls`);
  for (const { name, takes, method } of ofSecrets)
    await assert.rejects(async () => method(...Object.values(exampleOf(takes, kinds))), refused, name);
  throwsRange(() => pm.modPowSecret(3n, Uint8Array.of(5), 7n, { exponentBits: 2 }), /^exponent: has more than 2 bits/);
});

/** The power by a key, or the error. */
function powerBy(pm: Powmod, key: object, base: bigint): string {
  try {
    const kept = pm.rsaPrivateKey(key as RsaPrimes);
    try {
      return String(kept.pow(base));
    } finally {
      kept.free();
    }
  } catch (error) {
    return String(error);
  }
}

const [allowed, wasm] = await Promise.all([
  init({ kernel: 'bigint', allowVariableTime: true }),
  init({ kernel: 'scalar' }),
]);

test('with allowVariableTime BigInt has keys too, as WebAssembly does', () => {
  const n = 61n * 53n;
  const parts = { p: 61n, q: 53n, dp: 53n, dq: 49n, qInv: 38n, e: 17n };
  const primes = { p: 61n, q: 53n, e: 17n };
  const exponents = { n, e: 17n, d: 413n };
  const power = String(toBytes(nativePow(65n, 413n, n)));
  const wrongExponent = 'is not the private exponent of n and e, or n is not a product of two different primes';
  const tried: [key: object, base: bigint, expected: string][] = [
    [parts, 65n, power],
    [{ ...parts, dp: 51n }, 65n, 'PowmodError: key: the result failed its check with e'],
    [{ ...parts, q: 61n }, 65n, 'RangeError: key.q: must differ from p'],
    [{ ...parts, p: 1n }, 65n, 'RangeError: key.p: must be an odd number above 1'],
    [{ ...parts, ...exponents }, 65n, power],
    [{ ...parts, n: 5n * n }, 65n, 'RangeError: key.n: is not p·q'],
    [{ ...parts, d: 413n + 780n }, 65n, power],
    [{ ...parts, d: 413n + 60n }, 65n, 'RangeError: key.d: does not agree with dp and dq'],
    [{ ...parts, d: 413n + 52n }, 65n, 'RangeError: key.d: does not agree with dp and dq'],
    [{ ...parts, d: 413n, e: 19n }, 65n, 'RangeError: key.e: does not agree with d'],
    [{ ...parts, d: 413n, qInv: 39n }, 65n, 'RangeError: key.qInv: is not the inverse of q modulo p'],
    [{ ...parts, e: 1n }, 65n, 'RangeError: key.e: must be an odd number above 1'],
    [{ ...parts, d: 1n << 16n }, 65n, 'RangeError: key.d: is longer than n'],
    [primes, 65n, power],
    [{ ...primes, d: 413n }, 65n, power],
    [{ ...primes, n, d: 414n }, 65n, 'RangeError: key.d: does not agree with dp and dq'],
    [{ ...primes, e: 13n }, 65n, 'RangeError: key.e: has a common factor with p − 1 or q − 1'],
    [{ ...primes, e: 5n }, 65n, 'RangeError: key.e: has a common factor with p − 1 or q − 1'],
    [{ ...primes, e: 1n }, 65n, 'RangeError: key.e: must be an odd number above 1'],
    [{ ...primes, q: 61n }, 65n, 'RangeError: key.q: must differ from p'],
    [{ ...primes, e: 17n + 780n * 2n ** 99n }, 65n, power],
    [exponents, 65n, power],
    [exponents, n, 'RangeError: base: must be below p·q'],
    [{ ...exponents, d: 411n }, 2n, `RangeError: key.d: ${wrongExponent}`],
    [{ ...exponents, d: 0n }, 2n, `RangeError: key.d: ${wrongExponent}`],
    [{ ...exponents, n: 3234n }, 2n, 'RangeError: key.n: must be an odd number above 1'],
    [{ ...exponents, e: 1n }, 2n, 'RangeError: key.e: must be an odd number above 1'],
    [{ ...exponents, d: 1n << 16n }, 2n, 'RangeError: key.d: is longer than n'],
    // Right exponents of a prime, of the square of one, and of three.
    [{ n: 3467n, e: 17n, d: 3053n }, 2n, `RangeError: key.d: ${wrongExponent}`],
    [{ n: 3481n, e: 3n, d: 915n }, 2n, `RangeError: key.d: ${wrongExponent}`],
    [{ n: 9191n, e: 17n, d: 53n }, 2n, `RangeError: key.d: ${wrongExponent}`],
  ];
  for (const [key, base, expected] of tried)
    for (const pm of [allowed, wasm]) assert.equal(powerBy(pm, key, base), expected, pm.kernel);
});

test('BigInt and WebAssembly keep the same keys of a small world: those that are keys', () => {
  const primesOf = (n: number) => {
    const primes: number[] = [];
    for (let p = 3; n > 1; p++) for (; n % p === 0; n /= p) primes.push(p);
    return primes;
  };
  let kept = 0;
  for (const n of [15, 21, 35, 45, 49, 55, 105, 119, 165, 195, 231, 253, 255, 561, 1729, 9191])
    for (const e of [3, 7, 17])
      for (let d = 1; d < Math.min(n, 64); d += 2) {
        const primes = primesOf(n);
        const [p, q] = primes;
        const isKey = primes.length === 2 && p !== q && primes.every((p) => (e * d) % (p - 1) === 1 % (p - 1));
        const key = { n: BigInt(n), e: BigInt(e), d: BigInt(d) };
        const expected = isKey
          ? String(toBytes(nativePow(2n, key.d, key.n), n > 255 ? 2 : 1))
          : /^RangeError: key\.d: is not/;
        for (const pm of [allowed, wasm]) {
          const found = powerBy(pm, key, 2n);
          if (typeof expected === 'string') assert.equal(found, expected, `${pm.kernel} ${n} ${e} ${d}`);
          else assert.match(found, expected, `${pm.kernel} ${n} ${e} ${d}`);
        }
        kept += Number(isKey);
      }
  assert.ok(kept > 30, String(kept));
});

test('lists have the limit of the other kernels', () => {
  const long = 1n << 65_535n;
  const tables = pm.modulus(7n).tables(new Array(33_000).fill(3n));
  const exponents = new Array(33_000).fill(long);
  throwsRange(() => tables.multiPow(exponents), /^exponents: are longer than 268435456 bytes/);
});

test('a batch finds false proofs whose errors would cancel without the random exponents', () => {
  const proofs = [1, 2].map((seed) => makeWesolowski(pm, n, Uint8Array.of(seed), 300));
  const [first, second] = proofs as [WesolowskiProofFile, WesolowskiProofFile];
  const verifier = new Verifier(plainHashes);
  const options = { expect: { profile: 'powmod-v1' as const }, halvedByCaller: false, allowWeakModulus: false };
  const challenge = (proof: ProofFile) => verifier.challenge(checkForm(readProofFields(proof), options), undefined).l;
  // (π · 2^e)^l: the factors 2^(l·l') and 2^(−l·l') cancel.
  const times = (proof: WesolowskiProofFile, e: bigint) => {
    const value = pm.element(BigInt(proof.proof) * pm.modPow(2n, e, n), n);
    return { ...proof, proof: `0x${value.toString(16).padStart(proof.proof.length - 2, '0')}` };
  };
  const wrong = [times(first, challenge(second)), times(second, -challenge(first))];
  assert.deepEqual(pm.verifyBatch(proofs, { batch: true }), [true, true]);
  assert.deepEqual(pm.verifyBatch([...wrong, first], { batch: true }), [false, false, true]);
});

test('an error of the engine is ERR_OUT_OF_MEMORY or ERR_FAULT', () => {
  const instance = makeBigint(publicError);
  const failing = (error: Error) => ({
    modulus: Uint8Array.of(7),
    get a(): bigint {
      throw error;
    },
  });
  const inv = (error: Error) => () => instance.call(operations.inv, failing(error));
  assert.throws(
    inv(new RangeError('Maximum BigInt size exceeded')),
    has('ERR_OUT_OF_MEMORY', /^kernel bigint: Maximum/),
  );
  assert.throws(inv(new TypeError('a bug')), has('ERR_FAULT', /^kernel bigint: a bug$/));
});
