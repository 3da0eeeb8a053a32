// The native crate beside num-bigint, crypto-bigint and GMP (by rug), measured by criterion.
// node bench/native/run.mjs [--quick] [--json FILE]
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
import { missing } from '../../workshop/programs/installed.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();
const target = join(root, process.env.CARGO_TARGET_DIR ?? 'target', 'criterion');

const withoutGmp = missing('m4');
if (withoutGmp) console.log(`rug is left out: ${withoutGmp}`);
rmSync(target, { recursive: true, force: true }); // it may hold results of benches that no longer exist
const { status } = spawnSync(
  'cargo',
  [
    ...['bench', '--package', 'powmod-bench', '--locked', ...(withoutGmp ? [] : ['--features', 'gmp'])],
    ...['--', '--noplot', ...(options.quick ? ['--quick'] : ['--warm-up-time', '1', '--measurement-time', '2'])],
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
);
if (status !== 0) throw new Error(`cargo bench ended with ${status}`);

/** The groups of criterion: `modpow 2048/256`, `modexp 8 bytes, exponent of 8`. Secret powers have rows of their own. */
const rows = new Map();
for (const file of readdirSync(target, { recursive: true }).filter((path) => path.endsWith('new/benchmark.json'))) {
  const folder = join(target, file, '..');
  const { group_id: group, function_id: name } = read(folder, 'benchmark.json');
  const [, kind, shape] = /^(\w+) (.*)$/.exec(group);
  const part = name.endsWith(' secret') ? `${kind}, secret` : kind;
  if (!rows.has(part + shape)) rows.set(part + shape, { part, shape, timings: {} });
  rows.get(part + shape).timings[name] = timing(folder);
}
writeRows(
  options,
  [...rows.values()].sort((a, b) => a.shape.localeCompare(b.shape, 'en', { numeric: true })),
);

/** Microseconds: the minimum of the samples, and criterion's median. */
function timing(folder) {
  const { iters, times } = read(folder, 'sample.json');
  const { median } = read(folder, 'estimates.json');
  return { min: Math.min(...times.map((time, i) => time / iters[i])) / 1000, median: median.point_estimate / 1000 };
}

function read(folder, name) {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}
