// The proofs of others: of independent provers for Ethereum, by every kernel; and the seeds and worked examples of
// tests/vectors, which Python code made that shares nothing with the package. tests/kernels has all of Python's proofs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GroupName, groups, type ProofFile } from 'powmod';
import { profiles } from '../../../crate/js/src/border/types.generated.ts';
import { instances } from '../../support/instances.ts';
import { namesOfMade, ofItsProfile, readMade, readVector, seedOf, tokamakProofs } from '../../support/vectors.ts';

for (const pm of instances)
  test(`kernel ${pm.kernel}: proofs for Ethereum, whole and with their last values left out`, () => {
    const proofs = tokamakProofs();
    assert.equal(proofs.length, 2 * 16 + 5 + 6);
    for (const { name, proof, isValid } of proofs) assert.equal(pm.verify(proof, ofItsProfile(proof)), isValid, name);
  });

for (const pm of instances)
  test(`kernel ${pm.kernel}: inputs of seeds, and proofs of the worked examples`, () => {
    const { rows } = readVector<{ rows: { modulus: string; seed: string; input: string }[] }>('protocol/input.json');
    for (const { modulus, seed, input } of rows) {
      const n = modulus in groups ? groups[modulus as GroupName] : BigInt(modulus);
      assert.equal(pm.hashToGroup(new TextEncoder().encode(seed), n), BigInt(input), `seed "${seed}"`);
    }
    for (const name of ['wesolowski-1000', 'pietrzak-1001', 'pietrzak-tokamak-1024', 'pietrzak-tokamak-sign']) {
      const { proof } = readVector<{ proof: ProofFile }>(`protocol/${name}.json`);
      assert.equal(pm.verify(proof, ofItsProfile(proof)), true, name);
    }
    for (const proof of readMade('wesolowski-1027'))
      assert.equal(pm.verify(proof, { expect: { seed: seedOf(proof) } }), true, `${proof.iterations} squarings`);
  });

test('each kernel, and BigInt, computes each profile', () => {
  const proofs = namesOfMade().flatMap((name) => readMade<(ProofFile | { proof: ProofFile; valid: boolean })[]>(name));
  for (const profile of profiles) {
    const proof = proofs.find((proof) => 'profile' in proof && proof.profile === profile);
    assert.ok(proof, `tests/vectors/make.py makes no proof of ${profile}`);
    for (const pm of instances)
      assert.equal(pm.verify(proof as ProofFile, { expect: { profile } }), true, `${profile}, ${pm.kernel}`);
  }
});
