// The proofs of an independent prover, as they are and with changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init, MalformedProofError, type PietrzakProofFile } from 'powmod';
import { Random } from '../../support/random.ts';
import { tokamakProofs } from '../../support/vectors.ts';

const pm = await init();
const random = new Random();

test('16 proofs of Tokamak Network', async (t) => {
  const proofs = tokamakProofs();
  assert.equal(proofs.length, 16);
  for (const [name, proof] of proofs) {
    await t.test(`${name}: valid, whole and with its last 9 values left out`, () => {
      assert.equal(pm.verify(proof), true);
      assert.equal(pm.verify(JSON.stringify(proof)), true);
      assert.equal(pm.verify(shortened(proof)), true);
      assert.equal(pm.verify(shortened(proof), { expect: { profile: 'tokamak', iterations: proof.iterations } }), true);
    });

    await t.test(`${name}: refused with one bit flipped in any field, POWMOD_SEED=${random.seed}`, () => {
      for (const [what, tampered] of flipped(proof)) assert.equal(isRefused(tampered), true, what);
    });
  }
});

function shortened(proof: PietrzakProofFile): PietrzakProofFile {
  return { ...proof, proof: proof.proof.slice(0, -9), delta: 9 };
}

/** Copies of the proof, each with one bit of one field changed. */
function* flipped(proof: PietrzakProofFile): Generator<[string, PietrzakProofFile]> {
  for (const field of ['modulus', 'input', 'output'] as const) {
    const [text, bit] = flipBit(proof[field]);
    yield [`${field}, bit ${bit}`, { ...proof, [field]: text }];
  }
  for (const [i, value] of proof.proof.entries()) {
    const [text, bit] = flipBit(value);
    yield [`proof[${i}], bit ${bit}`, { ...proof, proof: proof.proof.with(i, text) }];
  }
  const bit = random.between(0, 52);
  const iterations = Number(BigInt(proof.iterations) ^ (1n << BigInt(bit)));
  yield [`iterations, bit ${bit}`, { ...proof, iterations }];
}

/** Bits are counted from the left. */
function flipBit(number: string): [string, number] {
  const digits = number.length - 2;
  const bit = random.between(0, 4 * digits - 1);
  const flipped = BigInt(number) ^ (1n << BigInt(4 * digits - 1 - bit));
  return [`0x${flipped.toString(16).padStart(digits, '0')}`, bit];
}

function isRefused(proof: PietrzakProofFile): boolean {
  try {
    return !pm.verify(proof);
  } catch (error) {
    if (error instanceof MalformedProofError) return true;
    throw error;
  }
}
