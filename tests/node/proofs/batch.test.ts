// verifyBatch with `batch: true` gives for each proof the result of `verify`.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { init, MalformedProofError, type ProofFile } from 'powmod';

const pm = await init();
type Fields = Record<string, unknown> & { input: string; output: string; proof: string };
const example = (name: string): Fields =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`powmod/examples/${name}-rsa2048.json`)), 'utf8'));
const wesolowski = example('wesolowski');
const pietrzak = example('pietrzak');
/** Changes the last digit, which keeps the width. */
const other = (hex: string) => hex.slice(0, -1) + (hex.endsWith('1') ? '2' : '1');

test('a batch finds its invalid and malformed proofs', () => {
  const proofs = [
    wesolowski,
    { ...wesolowski, output: other(wesolowski.output) },
    pietrzak,
    { ...wesolowski, proof: other(wesolowski.proof) },
    { ...wesolowski, input: `0x${'0'.repeat(512)}` },
    '{"scheme": "wesolowski"}',
    { ...wesolowski, delta: 3 },
  ] as (ProofFile | string)[];
  const answers = pm.verifyBatch(proofs, { batch: true });
  assert.deepEqual(answers.slice(0, 4), [true, false, true, false]);
  for (const [i, answer] of answers.slice(4).entries()) assert.ok(answer instanceof MalformedProofError, `${i + 4}`);
  assert.deepEqual(
    answers.map((answer) => (answer instanceof Error ? answer.message : answer)),
    pm.verifyBatch(proofs).map((answer) => (answer instanceof Error ? answer.message : answer)),
  );
});
