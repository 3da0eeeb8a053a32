// The kernel bigint, where the other kernels differ: what it does not do, its limits, and its own quick powers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CrtKey,
  init,
  type PowmodError,
  type PowmodErrorCode,
  type ProofFile,
  type RsaKey,
  type WesolowskiProofFile,
} from 'powmod';
import { BigintInstance } from '../../../crate/js/src/bigint/bigint-instance.ts';
import { plainHashes } from '../../../crate/js/src/bigint/plain-hashes.ts';
import { checkForm, Verifier } from '../../../crate/js/src/bigint/verifier.ts';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { publicError } from '../../../crate/js/src/border/refusal.ts';
import { readProofFields } from '../../../crate/js/src/vdf/proof-file.ts';
import { throwsRange } from '../../support/errors.ts';
import { nativePow } from '../../support/native.js';
import { Random } from '../../support/random.ts';
import { makeWesolowski, smallModulus as n } from '../../support/small-proofs.ts';

const pm = await init({ kernel: 'bigint' });

const has = (code: PowmodErrorCode, message: RegExp) => (error: unknown) =>
  (error as PowmodError).code === code && message.test((error as PowmodError).message);

test('calls with secrets are refused once their arguments are right', () => {
  const refused = has('ERR_KERNEL_UNAVAILABLE', /^kernel bigint: has no calls for secrets, .* need WebAssembly$/);
  const [five, seven] = [Uint8Array.of(5), Uint8Array.of(7)];
  assert.throws(() => pm.modPowSecret(3n, five, 7n, { exponentBits: 8 }), refused);
  assert.throws(() => pm.modPow2Secret(3n, five, 4n, five, 7n, { exponentBits: 8 }), refused);
  assert.throws(() => pm.crtKey({ p: seven, q: five, dp: five, dq: five, qInv: five, e: five }), refused);
  const m = pm.modulus(7n);
  assert.throws(() => m.pow2Secret(3n, five, 4n, five, { exponentBits: 8 }), refused);
  assert.throws(() => m.mulAddSecret(five, five, five), refused);
  assert.throws(() => m.invSecret(five), refused);
  assert.throws(() => m.fixedBase(3n, { maxBits: 8 }).powSecret(five), refused);
  throwsRange(() => pm.modPowSecret(3n, five, 7n, { exponentBits: 2 }), /^exponent: has more than 2 bits/);
});

test('with allowTiming BigInt has keys too, as WebAssembly does', async () => {
  const [allowed, wasm] = await Promise.all([
    init({ kernel: 'bigint', allowTiming: true }),
    init({ kernel: 'scalar' }),
  ]);
  const n = 61n * 53n;
  const parts = { p: 61n, q: 53n, dp: 53n, dq: 49n, qInv: 38n, e: 17n };
  const exponents = { n, e: 17n, d: 413n };
  const tried: [key: CrtKey | RsaKey, base: bigint][] = [
    [parts, 65n],
    [{ ...parts, dp: 51n }, 65n],
    [{ ...parts, q: 61n }, 65n],
    [{ ...parts, p: 1n }, 65n],
    [exponents, 2n],
    [exponents, n],
    [{ ...exponents, d: 411n }, 2n],
    [{ ...exponents, d: 0n }, 2n],
    [{ ...exponents, n: 3234n }, 2n],
    [{ ...exponents, e: 1n }, 2n],
  ];
  for (const [key, base] of tried) {
    const [found, expected] = [allowed, wasm].map((pm) => {
      try {
        return pm.crtKey(key).pow(base);
      } catch (error) {
        return String(error);
      }
    });
    assert.deepEqual(found, expected);
  }
});

test('products of any number of powers agree with one power after another', () => {
  const random = new Random();
  const n = random.number(256) | 1n;
  for (const count of [1, 2, 63, 64, 65, 130]) {
    const terms = Array.from({ length: count }, () => [random.number(300), random.number(90)] as const);
    const expected = terms.reduce((product, [base, exponent]) => (product * nativePow(base, exponent, n)) % n, 1n);
    assert.equal(pm.modMultiPow(terms, n), expected, `${count}, POWMOD_SEED=${random.seed}`);
  }
});

test('lists have the limit of the other kernels', () => {
  const long = 1n << 65_535n;
  throwsRange(() => pm.modMultiPow(new Array(33_000).fill([3n, long]), 7n), /^terms: are longer than 268435456 bytes/);
});

test('a batch finds false proofs whose errors would cancel without the random exponents', () => {
  const proofs = [1, 2].map((seed) => makeWesolowski(pm, n, Uint8Array.of(seed), 300));
  const [first, second] = proofs as [WesolowskiProofFile, WesolowskiProofFile];
  const verifier = new Verifier(plainHashes);
  const options = { expect: {}, allowWeakModulus: false };
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
  const instance = new BigintInstance(publicError);
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
