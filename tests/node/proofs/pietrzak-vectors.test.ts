// The proofs of an independent prover.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init } from 'powmod';
import { tokamakProofs } from '../../support/vectors.ts';

const pm = await init();

test('16 proofs of Tokamak Network are valid, whole and with their last 9 values left out', () => {
  const proofs = tokamakProofs();
  assert.equal(proofs.length, 16);
  for (const [name, proof] of proofs) {
    const shortened = { ...proof, proof: proof.proof.slice(0, -9), delta: 9 };
    assert.equal(pm.verify(proof), true, name);
    assert.equal(pm.verify(JSON.stringify(proof)), true, name);
    assert.equal(pm.verify(shortened), true, name);
    assert.equal(pm.verify(shortened, { expect: { profile: 'tokamak', iterations: proof.iterations } }), true, name);
  }
});
