// `powmod/chia` agrees with Chia's own library on fresh proofs and encodings, altered and not. POWMOD_ROUNDS makes so
// many sets of them in place of one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MalformedProofError } from 'powmod';
import { verifyVdf } from 'powmod/chia';
import { CHIAVDF, missingChiavdf } from '../../workshop/chiavdf/wheel.mjs';
import { chiaCases } from '../support/chia-cases.ts';
import { leftOut } from '../support/left-out.mjs';
import { Random } from '../support/random.ts';

const COUNT = { encodings: 2000, proofs: 100 };
const ROUNDS = Number(process.env.POWMOD_ROUNDS ?? 1);

const random = new Random();

test(`${CHIAVDF}, POWMOD_SEED=${random.seed}`, async (t) => {
  const reason = leftOut(missingChiavdf());
  if (reason) return t.skip(reason);
  for (let round = 0; round < ROUNDS; round++) {
    const cases = await chiaCases(random, COUNT);
    const { agreed, accepted, problem } = await compare(cases);
    assert.equal(problem, undefined);
    assert.equal(agreed, COUNT.encodings + COUNT.proofs);
    t.diagnostic(`${agreed} cases, of which ${accepted} are accepted`);
    assert.ok(accepted > agreed / 20 && accepted < agreed / 2, `${accepted} accepted`);

    // A wrong answer would be noticed.
    for (const [is, wrong] of Object.entries({ true: 'false', false: 'true' })) {
      const line = cases.find((line) => line.endsWith(` ${is}`))?.replace(new RegExp(`${is}$`), wrong) as string;
      assert.deepEqual(await compare([line]), { agreed: 0, accepted: 0, problem: line });
    }
  }
});

/** Of a line of {@link chiaCases}. */
type Words = [string, string, string, string, string, string, string, string];

/** How many cases agree and are accepted, up to the first difference. */
async function compare(lines: string[]) {
  const found: { agreed: number; accepted: number; problem?: string } = { agreed: 0, accepted: 0 };
  for (const line of lines) {
    const [challenge, bits, input, output, witness, witnessType, iterations, accepted] = line.split(' ') as Words;
    const numbers = { witnessType: Number(witnessType), iterations: BigInt(iterations) };
    const proof = { challenge, input, output, witness, ...numbers };
    const verdict = await verifyVdf(proof, { discriminantBits: Number(bits) }).catch((error) => {
      if (error instanceof MalformedProofError) return false;
      throw error;
    });
    if (`${verdict}` !== accepted) return { ...found, problem: line };
    found.accepted += Number(verdict);
    found.agreed++;
  }
  return found;
}
