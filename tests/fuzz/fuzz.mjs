// npm run fuzz -- [TARGET…] [--minutes N] [--minimize]: libFuzzer on each target in turn, ten minutes unless said
// otherwise, and a line in LOG.md for each. What it meets is kept in target/fuzz; --minimize brings the smallest set
// that reaches as many edges into the corpus here, an input a line, which tests/replay.rs replays.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../crate/build/run.mjs';
import { installNightly, installTool } from '../../crate/build/tools.mjs';
import { commit, log, timed } from './log.mjs';
import { shown } from './shown.mjs';

/** Targets that reach no `unsafe` but through what the others test: AddressSanitizer would only make them slower. */
const SAFE = ['proofs', 'mutated_proofs', 'provers'];

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, minimize: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const manifest = readFileSync(join(root, 'tests/fuzz/Cargo.toml'), 'utf8');
const targets = [...manifest.matchAll(/\[\[bin\]\]\nname = "(\w+)"/g)].map(([, name]) => name);
const minutes = Number(values.minutes);
const unknown = positionals.find((name) => !targets.includes(name));
if (unknown) throw new Error(`${unknown}: there are ${targets.join(', ')}`);
if (!(minutes > 0)) throw new Error('--minutes: must be a number above 0');

await installNightly([]);
await installTool('cargo-fuzz', ['cargo-fuzz', '--locked', '--debug'], 'cargo-fuzz', /^cargo-fuzz /);
for (const target of positionals.length ? positionals : targets) {
  if (values.minimize) await minimize(target);
  else await fuzz(target);
}

/** libFuzzer on folders of inputs, the first of which it writes to, with options of its own. */
function libfuzzer(target, folders, options) {
  // In the profile that tests use: with overflow and debug assertions, and fast enough.
  const build = ['--fuzz-dir', 'tests/fuzz', '--features', 'libfuzzer', '--dev'];
  if (SAFE.includes(target)) build.push('--sanitizer', 'none');
  const all = [
    '-rss_limit_mb=2048',
    '-timeout=60',
    '-report_slow_units=60',
    '-max_len=1024',
    '-len_control=0',
    ...options,
  ];
  return shown('cargo', ['fuzz', 'run', ...build, target, ...folders, '--', ...all], { RUSTUP_TOOLCHAIN: 'nightly' });
}

/** The folder of what was met, with the corpus in it. */
function inputs(target) {
  const folder = `target/fuzz/${target}`;
  mkdirSync(join(root, folder), { recursive: true });
  for (const [i, line] of read(target).entries())
    writeFileSync(join(root, folder, `corpus-${i}`), Buffer.from(line, 'hex'));
  return folder;
}

/** Its inputs, one a line. */
function corpus(target) {
  return join(root, `tests/fuzz/corpus/${target}.hex`);
}

function read(target) {
  return existsSync(corpus(target)) ? readFileSync(corpus(target), 'utf8').split('\n').slice(0, -1) : [];
}

async function fuzz(target) {
  const state = await commit();
  const options = [`-max_total_time=${Math.ceil(60 * minutes)}`, '-print_final_stats=1'];
  const run = await timed(() => libfuzzer(target, [inputs(target)], options));
  const { code, output } = run.result;
  const executions = Number(/number_of_executed_units: (\d+)/.exec(output)?.[1] ?? 0);
  // Without what building took, unless it ended early.
  const seconds = /^Done \d+ runs in (\d+) second/m.exec(output)?.[1];
  const [, cov, ft] = [...output.matchAll(/cov: (\d+) ft: (\d+)/g)].at(-1) ?? [];
  if (!cov) throw new Error(`${target}: libFuzzer did not run`);
  const found = code ? (/Test unit written to (\S+)/.exec(output)?.[1] ?? `exit code ${code}`) : 'nothing';
  const result = `${executions.toLocaleString('en')} executions, cov ${cov}, ft ${ft}; found: ${found}`;
  log(state, `fuzz ${target}`, seconds ? seconds / 60 : run.minutes, result);
  if (code) process.exitCode = 1;
}

/** Every edge once more is enough: the counts that the fuzzer steers by would keep ten times as much. */
async function minimize(target) {
  const folder = join(root, 'target/fuzz/minimized');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { code } = await libfuzzer(target, [folder, inputs(target)], ['-set_cover_merge=1', '-use_counters=0']);
  if (code) throw new Error(`${target}: libFuzzer could not merge`);
  const lines = readdirSync(folder).map((file) => `${readFileSync(join(folder, file), 'hex')}\n`);
  mkdirSync(dirname(corpus(target)), { recursive: true });
  writeFileSync(corpus(target), lines.sort().join(''));
}
