// The native crate beside num-bigint, crypto-bigint, malachite, dashu and GMP (by rug), measured by criterion; the same
// in debug builds, also with the lines of the crate's README; and the instructions and the memory of a secret power on
// boards without a system.
// node bench/native/native.mjs [--quick] [--json FILE]
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
import { installTargets } from '../../crate/build/tools.mjs';
import { BOARDS, countOn } from '../../workshop/no-std/build.mjs';
import { missing } from '../../workshop/programs/installed.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();
const withoutGmp = missing('m4');
if (withoutGmp) console.log(`rug is left out: ${withoutGmp}`);
const speed = options.quick ? ['--quick'] : ['--warm-up-time', '1', '--measurement-time', '2'];
const native = measured('criterion', ['--features', withoutGmp ? 'peers' : 'peers,gmp'], speed);

// As `cargo build` has it: no crate is optimised.
const profile = ['dev', 'dev.package.num-bigint', 'dev.package.rand'].map(
  (name) => `--config=profile.${name}.opt-level=0`,
);
const peers = 'modpow (256/256|2048/2048)/(powmod|num-bigint|crypto-bigint)$';
const alone = 'modpow (256/256|2048/2048)/powmod$';
const debug = measured('criterion-debug', ['--profile', 'dev', ...profile], [...speed, peers]);

// And with lines for the kernels: optimised, and then without assertions too.
const kernel = 'profile.dev.package.powmod-kernel';
const lines = {
  'powmod, opt-level': [`${kernel}.opt-level=3`],
  'powmod, all lines': [`${kernel}.opt-level=3`, `${kernel}.debug-assertions=false`, `${kernel}.overflow-checks=false`],
};
for (const [name, settings] of Object.entries(lines)) {
  const more = settings.map((setting) => `--config=${setting}`);
  const rows = measured('criterion-debug', ['--profile', 'dev', ...profile, ...more], [...speed, alone]);
  for (const { shape, timings } of rows) debugOf(shape).timings[name] = timings.powmod;
}

const withoutBoards = missing('board');
if (withoutBoards) console.log(`the boards are left out: ${withoutBoards}`);
const boards = [];
for (const target of withoutBoards ? [] : Object.keys(BOARDS)) {
  await installTargets([target]);
  const counts = await countOn(target);
  for (const bits of [256, 512, 1024, 2048]) {
    const of = (library) => counts.get(`${library} ${bits}`);
    const [ours, theirs] = [of('powmod'), of('crypto-bigint')];
    const row = (what) => ({ target, bits, values: { powmod: ours[what], 'crypto-bigint': theirs[what] } });
    boards.push({ part: 'board', ...row('instructions') });
    for (const what of ['heap', 'stack']) boards.push({ part: 'board memory', what, ...row(what) });
  }
}
await writeRows(options, [...native, ...debug.map((row) => ({ ...row, part: 'debug' })), ...boards]);

/** The row of a shape in a debug build. */
function debugOf(shape) {
  return debug.find((row) => row.shape === shape);
}

/**
 * The rows of one run of criterion: one for each of its groups, such as `modpow 2048/256`, and one more for its secret
 * powers.
 */
function measured(folder, forCargo, forCriterion) {
  const home = join(root, process.env.CARGO_TARGET_DIR ?? 'target', folder);
  rmSync(home, { recursive: true, force: true }); // it may hold results of benches that no longer exist
  const { status } = spawnSync(
    'cargo',
    ['bench', '--package', 'powmod-bench', '--locked', ...forCargo, '--', '--noplot', ...forCriterion],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CRITERION_HOME: home } },
  );
  if (status !== 0) throw new Error(`cargo bench ended with ${status}`);
  const rows = new Map();
  for (const file of readdirSync(home, { recursive: true }).filter((path) => path.endsWith('new/benchmark.json'))) {
    const place = join(home, file, '..');
    const { group_id: group, function_id: name } = read(place, 'benchmark.json');
    const [, kind, shape] = /^(\w+) (.*)$/.exec(group);
    const part = name.endsWith(' secret') ? `${kind}, secret` : kind;
    if (!rows.has(part + shape)) rows.set(part + shape, { part, shape, timings: {} });
    rows.get(part + shape).timings[name] = timing(place);
  }
  return [...rows.values()].sort((a, b) => a.shape.localeCompare(b.shape, 'en', { numeric: true }));
}

/** Microseconds: the minimum of the samples, and criterion's median. */
function timing(folder) {
  const { iters, times } = read(folder, 'sample.json');
  const { median } = read(folder, 'estimates.json');
  return { min: Math.min(...times.map((time, i) => time / iters[i])) / 1000, median: median.point_estimate / 1000 };
}

function read(folder, name) {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}
