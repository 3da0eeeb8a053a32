// The verifier in BigInt by itself: as `powmod/verify` imports it, with plain hashes or with others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProofFile } from 'powmod';
import { verifyBatch } from '../../../crate/js/src/bigint/batch.ts';
import { inputFromSeed } from '../../../crate/js/src/bigint/group.ts';
import type { Hashes } from '../../../crate/js/src/bigint/hashes.ts';
import { plainHashes } from '../../../crate/js/src/bigint/plain-hashes.ts';
import { isProbablePrime, isStrongLucas, isStrongToBase2 } from '../../../crate/js/src/bigint/primality.ts';
import { Refused } from '../../../crate/js/src/bigint/refused.ts';
import { primesBelow } from '../../../crate/js/src/bigint/small-primes.ts';
import { Verifier } from '../../../crate/js/src/bigint/verifier.ts';
import type { CheckedOptions } from '../../../crate/js/src/border/powers-operations.generated.ts';
import { readProofFields } from '../../../crate/js/src/vdf/proof-file.ts';
import { oneSquaring } from '../../support/moduli.ts';
import { example } from '../../support/package.ts';

const NOTHING: CheckedOptions = { expect: { profile: 'powmod-v1' }, halvedByCaller: false, allowWeakModulus: false };
const [wesolowski, pietrzak] = [example('wesolowski-rsa2048'), example('pietrzak-rsa2048')];
const plain = () => new Verifier(plainHashes);

/** Whether a proof is valid, or the field and the reason for which it is refused. */
function verdict(verifier: Verifier, proof: ProofFile, options = NOTHING): boolean | string {
  try {
    return verifier.verify(readProofFields(proof), options);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { kind, field, index = '', reason } = error.refusal;
    return `${kind} ${field}${index}: ${reason}`;
  }
}

test('a form error comes before a wrong challenge, and that before a wrong expectation and an unfit modulus', () => {
  const even = { ...wesolowski, modulus: `0x${'f'.repeat(511)}e` };
  const zero = `0x${'0'.repeat(512)}`;
  const prime = (text: string) => Buffer.from(text, 'hex');
  const options = (challenge: string, iterations?: number): CheckedOptions => ({
    expect: { iterations, profile: 'powmod-v1' },
    prime: prime(challenge),
    halvedByCaller: false,
    allowWeakModulus: false,
  });
  const [composite, mersenne] = ['f'.repeat(32), `7${'f'.repeat(31)}`];
  const { iterations } = wesolowski;
  const cases: [ProofFile, CheckedOptions, boolean | string][] = [
    [pietrzak, options(composite, 5), 'argument options.challenge: is for wesolowski proofs only'],
    [
      { ...even, output: zero } as ProofFile,
      options(composite, 5),
      "proof output: out of the range of the profile's elements",
    ],
    [even as ProofFile, options(composite, 5), 'argument options.challenge.prime: must be a prime'],
    [even as ProofFile, options(mersenne, 5), false],
    [even as ProofFile, options(mersenne, iterations), 'proof modulus: must be odd'],
    [wesolowski, options(mersenne, iterations), false],
  ];
  for (const [proof, given, expected] of cases) assert.equal(verdict(plain(), proof, given), expected);
});

test('a batch checks each modulus once, although the verifier remembers only the last ones', () => {
  const checked: bigint[] = [];
  class Watched extends Verifier {
    override refusal(n: bigint, allowWeakModulus: boolean): string | undefined {
      if (checked.at(-1) !== n) checked.push(n);
      return super.refusal(n, allowWeakModulus);
    }
  }
  const moduli = primesBelow(66_000)
    .filter((p) => p > 65_537)
    .slice(0, 20)
    .map((p) => 65_537n * BigInt(p));
  const proofs = [...moduli, ...moduli].map((n) => readProofFields(oneSquaring(n)));
  const given = { proofs, options: { ...NOTHING, allowWeakModulus: true }, batch: true };
  const verdicts = verifyBatch(new Watched(plainHashes), { ...given, random: new Uint8Array(16 * 40).fill(7) });
  assert.deepEqual(verdicts, Array(40).fill(true));
  assert.deepEqual(checked, moduli);
});

test('every prime to 1,000,000 passes the primality test, and nothing else', () => {
  const isComposite = new Uint8Array(1_000_000);
  for (let n = 2; n < isComposite.length; n++) {
    assert.equal(isProbablePrime(BigInt(n)), !isComposite[n], String(n));
    if (!isComposite[n]) for (let m = n * n; m < isComposite.length; m += n) isComposite[m] = 1;
  }
});

test('each half of the primality test refuses composites that pass the other', () => {
  // No number here has a factor below 2^10, so trial division passes them all. These pass the strong Lucas test,
  const lucas = [2624399n, 3802499n, 15444899n, 16402499n, 34574399n, 39689999n, 98604899n];
  // and these the strong test to base 2: two squares, and two products p·(2p − 1).
  const strong = [1093n ** 2n, 3511n ** 2n];
  for (let p = (1n << 126n) + 1n; strong.length < 4; p += 2n) {
    const n = p * (2n * p - 1n);
    const isPair = isProbablePrime(p) && isProbablePrime(2n * p - 1n);
    if (isPair && isStrongToBase2(n)) strong.push(n);
  }
  for (const n of [...lucas, ...strong]) assert.equal(isProbablePrime(n), false, String(n));
});

// For 31²·29 and 37²·113, W_d is −2 and 2, and W_(d+1) is not ∓A. For a square, no D has the symbol −1.
test('the strong Lucas test refuses multiples of squares, and squares at once', () => {
  const squares = [1093n, 3511n, 2n ** 127n - 1n].map((p) => p ** 2n);
  for (const n of [31n ** 2n * 29n, 37n ** 2n * 113n, 23n ** 2n * 659n, ...squares])
    assert.equal(isStrongLucas(n), false, String(n));
});

test('a verifier remembers eight moduli', () => {
  const verifier = plain();
  const { set } = Map.prototype;
  let most = 0;
  Map.prototype.set = function (key, value) {
    const map = set.call(this, key, value);
    if (typeof key === 'bigint') most = Math.max(most, map.size);
    return map;
  };
  for (let n = 3n; n < 99n; n += 2n) verifier.refusal(n, true);
  Map.prototype.set = set;
  assert.equal(most, 9, 'the ninth goes');
});

test('a seed whose input is 0 or 1 has none', () => {
  for (const n of [7n, 15n, 21n]) {
    const inputs = Array.from({ length: 60 }, (_, i) => inputFromSeed(Uint8Array.of(i), n, plainHashes));
    assert.equal(new Set(inputs.map((input) => typeof input)).size, 2, 'some have one');
    assert.ok(inputs.every((input) => input === undefined || (input > 1n && input <= n / 2n)));
  }
});

test('other hashes serve the transcript', () => {
  const calls: string[] = [];
  const counted = <T>(name: string, value: T) => {
    calls.push(name);
    return value;
  };
  const counting: Hashes = {
    hashToPrime: (seed) => counted(`prime of ${seed.length} bytes`, plainHashes.hashToPrime(seed)),
    sha256: (...parts) => counted('sha256', plainHashes.sha256(...parts)),
    keccak256: (...parts) => counted('keccak256', plainHashes.keccak256(...parts)),
  };
  const of = (proof: ProofFile) => {
    calls.length = 0;
    assert.equal(verdict(new Verifier(counting), proof), true);
    return calls;
  };
  assert.deepEqual(of(wesolowski), ['sha256', 'prime of 32 bytes']);
  assert.deepEqual(of(pietrzak), Array(pietrzak.proof.length).fill('sha256'));
});
