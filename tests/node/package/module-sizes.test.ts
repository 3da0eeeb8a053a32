// No module grows unseen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kernelStamp } from '../../../crate/build/kernels.mjs';
import { staleModule } from '../../../crate/build/stale.mjs';
import { installed, sizesOf } from '../../../workshop/module-sizes.mjs';
import { root } from '../../support/vectors.ts';

/** What a module may grow without a word. */
const MOST = 1.01;

interface Row {
  part: string;
  kernel: string;
  values: Record<string, number>;
}

const { results } = JSON.parse(readFileSync(join(root, 'bench/results/results.json'), 'utf8'));
const recorded = new Map((results.sizes as Row[]).map(({ part, kernel, values }) => [`${part} ${kernel}`, values]));

for (const module of installed) {
  const { name } = module;
  const skip = kernelStamp(module).isFresh() ? false : staleModule(name);
  test(`${name} is at most 1 % larger than its recorded size`, { skip }, () => {
    const before = recorded.get(`kernel ${name}`);
    for (const [file, size] of Object.entries(sizesOf(module)))
      assert.ok(
        size <= MOST * (before?.[file] ?? 0),
        `${name}${file}: ${size} bytes, recorded ${before?.[file]}: if it is right so, \`npm run bench -- sizes\``,
      );
  });
}
