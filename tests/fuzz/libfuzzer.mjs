// libFuzzer on a target of src, which needs a nightly compiler and a C++ compiler. target/fuzz keeps the inputs that
// it finds.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
import { installNightly, installTool } from '../../crate/build/tools.mjs';
import { shown } from './shown.mjs';

/** The other targets test all `unsafe` that these reach, so that AddressSanitizer would only make these slower. */
const SAFE = ['proofs', 'mutated_proofs', 'provers', 'class_group', 'chia_proofs'];

/** How a target is built and run. The profile of the tests has overflow and debug assertions, and is fast enough. */
export const optionsOf = (target) => ({
  build: ['--dev', ...(SAFE.includes(target) ? ['--sanitizer', 'none'] : [])],
  run: ['-rss_limit_mb=2048', '-timeout=60', '-report_slow_units=60', '-max_len=1024', '-len_control=0'],
});

/** Installs what libFuzzer needs. */
export async function install() {
  await installNightly([]);
  await installTool({ what: 'cargo-fuzz', seconds: 60 });
}

/** Runs libFuzzer on folders of inputs, with its own options. It writes new inputs to the first folder. */
function libfuzzer(target, folders, options) {
  const { build, run } = optionsOf(target);
  const how = ['--fuzz-dir', 'tests/fuzz', '--features', 'libfuzzer', ...build];
  const environment = { RUSTUP_TOOLCHAIN: 'nightly', POWMOD_TARGET: target };
  return shown('cargo', ['fuzz', 'run', ...how, 'fuzz', ...folders, '--', ...run, ...options], environment);
}

/** The dep-info of the program that ran last: the files that it is made of, in make's form. */
export function depInfo() {
  const target = join(root, 'target');
  const [found] = readdirSync(target)
    .map((name) => join(target, name, 'debug/fuzz.d'))
    .filter(existsSync);
  if (!found) throw new Error('cargo has left no dep-info of libFuzzer’s program in target');
  return readFileSync(found, 'utf8');
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
const corpus = (target) => join(root, `tests/fuzz/corpus/${target}.hex`);

function read(target) {
  return existsSync(corpus(target)) ? readFileSync(corpus(target), 'utf8').split('\n').slice(0, -1) : [];
}

/**
 * Runs a target for some minutes. Gives how long it ran, without the build, and what it found.
 *
 * @param {string} target
 * @param {number} minutes
 */
export async function fuzz(target, minutes) {
  const options = [`-max_total_time=${Math.ceil(60 * minutes)}`, '-print_final_stats=1'];
  const { code, output } = await libfuzzer(target, [inputs(target)], options);
  const executions = Number(/number_of_executed_units: (\d+)/.exec(output)?.[1] ?? 0);
  const seconds = Number(/^Done \d+ runs in (\d+) second/m.exec(output)?.[1] ?? 0); // 0 if libFuzzer ended early
  const [, cov, ft] = [...output.matchAll(/cov: (\d+) ft: (\d+)/g)].at(-1) ?? [];
  if (!cov) throw new Error(`${target}: libFuzzer did not run`);
  const found = code ? (/Test unit written to (\S+)/.exec(output)?.[1] ?? `exit code ${code}`) : 'nothing';
  return {
    minutes: seconds / 60,
    result: `${executions.toLocaleString('en')} executions, cov ${cov}, ft ${ft}; found: ${found}`,
  };
}

/**
 * Writes the smallest set of inputs that reaches the same edges to the corpus, one input a line, which tests/replay.rs
 * replays. Keeping the counts of each edge too would make the corpus ten times as large.
 *
 * @param {string} target
 */
export async function minimize(target) {
  const folder = join(root, 'target/fuzz/minimized');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { code } = await libfuzzer(target, [folder, inputs(target)], ['-set_cover_merge=1', '-use_counters=0']);
  if (code) throw new Error(`${target}: libFuzzer could not merge`);
  const lines = readdirSync(folder).map((file) => `${readFileSync(join(folder, file), 'hex')}\n`);
  mkdirSync(dirname(corpus(target)), { recursive: true });
  writeFileSync(corpus(target), lines.sort().join(''));
}
