// `powmod verify` of folders and patterns, with several jobs.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { init } from 'powmod';
import { mainnet } from '../../support/chia-vectors.ts';
import { folder, powmod, write } from '../../support/cli.ts';
import { makeWesolowski, smallModulus as n, seed } from '../../support/small-proofs.ts';

const pm = await init();
const valid = makeWesolowski(pm, n, seed, 1000);

for (const name of ['proofs/inner', 'empty']) mkdirSync(join(folder, name), { recursive: true });
write('proofs/b.json', valid);
write('proofs/a.json', [valid, { ...valid, iterations: 1001 }, mainnet]);
write('proofs/inner/c.json', { ...valid, extra: 1 });
write('proofs/notes.txt', 'no proof');
write('[x].json', valid);

function verify(...args: string[]) {
  const { status, stdout, stderr } = powmod('verify', ...args);
  // A line begins with the file; the bad ones have a reason.
  const lines = stdout.split('\n').filter(Boolean);
  return { status, files: lines.map((line) => line.replace(/ {2}.*/, '')), lines, stderr };
}

const IN_FOLDER = ['a.json[0]', 'a.json[1]', 'a.json[2]', 'b.json', 'inner/c.json'].map((name) => join('proofs', name));

for (const jobs of ['1', '2', '3'])
  test(`a folder: all its .json files in order, and a summary, with ${jobs} jobs`, () => {
    const { status, files, lines, stderr } = verify('proofs', '--jobs', jobs);
    assert.equal(status, 2);
    assert.deepEqual(files, IN_FOLDER);
    assert.deepEqual(
      lines.map((line) => / {2}(valid|invalid|malformed)\b/.exec(line)?.[1]),
      ['valid', 'invalid', 'valid', 'valid', 'malformed'],
    );
    assert.match(stderr, /^5 proofs: 3 valid, 1 invalid, 1 malformed; \d+\.\d s\n$/);
  });

test('a pattern', () => {
  assert.deepEqual(verify('proofs/*.json').files, IN_FOLDER.slice(0, 4));
  assert.deepEqual(verify(join(folder, 'proofs/**/c.json')).files, [join(folder, 'proofs/inner/c.json')]);
  const one = verify('proofs/b*');
  assert.deepEqual([one.status, one.files, one.stderr], [0, [join('proofs', 'b.json')], '']);
  assert.deepEqual(verify('[x].json').files, ['[x].json'], 'a file of that name comes first');
});
