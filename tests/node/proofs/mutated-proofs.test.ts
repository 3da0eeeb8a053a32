// 2,500 changed proofs: each is invalid or malformed, and nothing else happens. Also the changes of sign that the
// tokamak profile cannot see.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { init, MalformedProofError, type PietrzakProofFile, type Powmod, type ProofFile } from 'powmod';
import { profiles } from '../../../crate/js/src/border/types.generated.ts';
import { instances } from '../../support/instances.ts';
import { craftedMutants, type Mutant, originals, randomMutants } from '../../support/mutants.ts';
import { Random } from '../../support/random.ts';
import { ofItsProfile, readMade } from '../../support/vectors.ts';

const REFUSALS = 2500;

const pm = await init();
const random = new Random();

function isRefused({ what, proof }: Mutant, by: Powmod): boolean {
  try {
    return profiles.every((profile) => !by.verify(proof, { expect: { profile } }));
  } catch (error) {
    if (error instanceof MalformedProofError) return true;
    throw new Error(what, { cause: error });
  }
}

const hex = (z: bigint, like: string) => `0x${z.toString(16).padStart(like.length - 2, '0')}`;
const negative = (z: string, { modulus }: ProofFile) => hex(BigInt(modulus) - BigInt(z), z);

test('the originals are valid', () => {
  assert.deepEqual(new Set(originals.map(({ scheme, profile }) => `${scheme} ${profile}`)).size, 3);
  for (const original of originals) assert.equal(pm.verify(original, ofItsProfile(original)), true);
});

test(`${REFUSALS} mutants are refused, POWMOD_SEED=${random.seed}`, () => {
  let refused = 0;
  for (const mutant of craftedMutants()) {
    const instance = random.pick(instances);
    assert.ok(isRefused(mutant, instance), `${mutant.what}, ${instance.kernel}`);
    refused++;
  }
  for (const mutant of randomMutants(random)) {
    const instance = random.pick(instances);
    assert.ok(isRefused(mutant, instance), `${mutant.what}, ${instance.kernel}`);
    if (++refused >= REFUSALS) break;
  }
});

test('a claim that becomes 0, which whoever knows the factors can make, has one verdict on every kernel', () => {
  const [p, q] = [(1n << 521n) - 1n, (1n << 607n) - 1n];
  const modulus = hex(p * q, '0x'.padEnd(2 + 2 * 141));
  const number = (z: bigint) => hex(z, modulus);
  const proof: PietrzakProofFile = {
    ...{ scheme: 'pietrzak', profile: 'powmod-v1', modulus, iterations: 8, delta: 1 },
    ...{ input: number(p), output: number(p), proof: [number(q), number(q)] },
  };
  for (const instance of instances) {
    assert.equal(instance.verify(proof), true, instance.kernel);
    for (const field of ['input', 'output'] as const)
      for (const z of [2n, q])
        assert.equal(instance.verify({ ...proof, [field]: number(z) }), false, `${field} ${z}, ${instance.kernel}`);
  }
});

describe('tokamak: signs', () => {
  /** Made in Python: y and each v with a sign. Each v belongs to the statement to which the signs before it lead. */
  const rows =
    readMade<{ signs: number[]; odd: boolean[]; valid: boolean; proof: PietrzakProofFile }[]>('tokamak-signs');

  test('a choice of signs is accepted exactly if the signs that count cancel', () => {
    for (const { signs, odd, valid, proof } of rows) {
      // A sign counts at y, and at a v whose r is odd.
      const count = [true, ...odd].filter((counts, place) => counts && (signs[place] as number) < 0).length;
      assert.equal(valid, count % 2 === 0);
      for (const instance of instances)
        assert.equal(instance.verify(proof, ofItsProfile(proof)), valid, `${signs}, ${instance.kernel}`);
    }
  });

  test('a proof of −y is valid, and its element is that of y', () => {
    const [proof] = readMade<PietrzakProofFile[]>('tokamak-negative') as [PietrzakProofFile];
    const n = BigInt(proof.modulus);
    const y = pm.modPow(BigInt(proof.input), 1n << BigInt(proof.iterations), n);
    assert.equal(BigInt(proof.output), n - y);
    assert.equal(pm.verify(proof, ofItsProfile(proof)), true);
    assert.equal(pm.element(BigInt(proof.output), n), pm.element(y, n));
    assert.equal(pm.verify({ ...proof, output: hex(y, proof.output) }, ofItsProfile(proof)), false);
  });

  test('only the last value of a proof can be negated, alone or with others', () => {
    const several = readMade<PietrzakProofFile[]>('tokamak-1024').filter(({ proof }) => proof.length > 1);
    const short = several.filter(({ proof }) => proof.length <= 5);
    assert.ok(short.length > 0);
    for (const proof of short) {
      const last = 1 << proof.proof.length;
      for (let places = 1; places < 2 * last; places++) {
        if (places === last) continue;
        const at = (place: number, z: string) => (places & (1 << place) ? negative(z, proof) : z);
        const values = proof.proof.map((v, i) => at(i + 1, v));
        const about = `T ${proof.iterations}, values ${places.toString(2)}`;
        const changed = { ...proof, output: at(0, proof.output), proof: values };
        assert.equal(pm.verify(changed, ofItsProfile(proof)), false, about);
      }
    }
  });
});
