// npm run fuzz -- [TARGET…] [--minutes N] [--missing] [--minimize]: runs libFuzzer on each target in turn, for ten
// minutes by default, and adds a line to LOG.md for each. --missing leaves out the targets whose lines are of today's
// code, so that an interrupted run goes on. target/fuzz keeps the inputs that libFuzzer finds. --minimize writes the
// smallest set that reaches the same edges to the corpus in this folder, one input a line, which tests/replay.rs
// replays.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../crate/build/run.mjs';
import { installNightly, installTool } from '../../crate/build/tools.mjs';
import { commit, log, timed } from '../evidence/log.mjs';
import { targets } from '../evidence/targets.mjs';
import { shown } from './shown.mjs';

/** The other targets test all `unsafe` that these reach, so that AddressSanitizer would only make these slower. */
const SAFE = ['proofs', 'mutated_proofs', 'provers', 'class_group', 'chia_proofs'];

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    missing: { type: 'boolean', default: false },
    minimize: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const minutes = Number(values.minutes);
const unknown = positionals.find((name) => !targets.includes(name));
if (unknown) throw new Error(`${unknown}: there are ${targets.join(', ')}`);
if (!(minutes > 0)) throw new Error('--minutes: must be a number above 0');

const lacking = values.missing && (await (await import('../evidence/evidence.mjs')).missingHunts());
await installNightly([]);
await installTool({ what: 'cargo-fuzz', seconds: 60 });
for (const target of positionals.length ? positionals : targets) {
  if (lacking && !lacking.has(`fuzz ${target}`)) continue;
  if (values.minimize) await minimize(target);
  else await fuzz(target);
}

/** Runs libFuzzer on folders of inputs, with its own options. It writes new inputs to the first folder. */
function libfuzzer(target, folders, options) {
  // The profile of the tests has overflow and debug assertions, and is fast enough.
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
  const environment = { RUSTUP_TOOLCHAIN: 'nightly', POWMOD_TARGET: target };
  return shown('cargo', ['fuzz', 'run', ...build, 'fuzz', ...folders, '--', ...all], environment);
}

/** The folder of the inputs that libFuzzer found, to which the corpus is copied. */
function inputs(target) {
  const folder = `target/fuzz/${target}`;
  mkdirSync(join(root, folder), { recursive: true });
  for (const [i, line] of read(target).entries())
    writeFileSync(join(root, folder, `corpus-${i}`), Buffer.from(line, 'hex'));
  return folder;
}

/** The inputs of a target's corpus, one a line. */
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
  // Without the time of the build, unless libFuzzer ended early.
  const seconds = /^Done \d+ runs in (\d+) second/m.exec(output)?.[1];
  const [, cov, ft] = [...output.matchAll(/cov: (\d+) ft: (\d+)/g)].at(-1) ?? [];
  if (!cov) throw new Error(`${target}: libFuzzer did not run`);
  const found = code ? (/Test unit written to (\S+)/.exec(output)?.[1] ?? `exit code ${code}`) : 'nothing';
  const result = `${executions.toLocaleString('en')} executions, cov ${cov}, ft ${ft}; found: ${found}`;
  log(state, `fuzz ${target}`, seconds ? seconds / 60 : run.minutes, result);
  if (code) process.exitCode = 1;
}

/** Keeps one input for each edge. Keeping the counts of each edge too would make the corpus ten times as large. */
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
