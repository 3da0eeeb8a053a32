// The proofs of independent provers, by every kernel.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instances } from '../../support/instances.ts';
import { tokamakProofs } from '../../support/vectors.ts';

const proofs = tokamakProofs();

for (const pm of instances) {
  test(`${pm.kernel}: proofs for Ethereum, whole and with their last values left out`, () => {
    assert.equal(proofs.length, 2 * 16 + 5 + 6);
    for (const { name, proof, isValid } of proofs) {
      assert.equal(pm.verify(proof), isValid, name);
      assert.equal(pm.verify(JSON.stringify(proof)), isValid, name);
    }
  });
}
