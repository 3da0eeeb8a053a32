// `powmod/chia` agrees with Chia's own library on fresh proofs and encodings, altered and not.
// `npm run differential` does so on many more.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHIAVDF, missingChiavdf } from '../../workshop/chiavdf/wheel.mjs';
import verdicts from '../fuzz/chia-verdicts.js';
import { chiaCases } from '../support/chia-cases.ts';
import { Random } from '../support/random.ts';
import { root } from '../support/vectors.ts';

const COUNT = { encodings: 2000, proofs: 100 };

const random = new Random();

test(`${CHIAVDF}, POWMOD_SEED=${random.seed}`, async (t) => {
  const reason = missingChiavdf();
  if (reason) {
    assert.notEqual(process.env.CI, 'true', reason);
    return t.skip(reason);
  }
  const cases = await chiaCases(random, COUNT);
  const path = 'target/chia-cases.txt';
  mkdirSync(join(root, 'target'), { recursive: true });
  const compare = (lines: string[]) => {
    writeFileSync(join(root, path), lines.join('\n'));
    return verdicts(path);
  };
  const { agreed, accepted, problem } = await compare(cases);
  assert.equal(problem, undefined);
  assert.equal(agreed, COUNT.encodings + COUNT.proofs);
  t.diagnostic(`${agreed} cases, of which ${accepted} are accepted`);
  assert.ok(accepted > agreed / 20 && accepted < agreed / 2, `${accepted} accepted`);

  // A wrong answer would be noticed.
  for (const [is, wrong] of [
    ['true', 'false'],
    ['false', 'true'],
  ]) {
    const line = cases
      .find((line) => line.endsWith(` ${is}`))
      ?.replace(new RegExp(`${is}$`), wrong as string) as string;
    assert.deepEqual(await compare([line]), { agreed: 0, accepted: 0, problem: line });
  }
});
