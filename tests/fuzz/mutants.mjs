// npm run mutants -- [--kernels|--chia] [--shard K/N] [--jobs N] [FILE…]: runs cargo-mutants on the core, or on the crate
// of the kernels, or on that of Chia. .cargo/mutants.toml names the files of all; with a FILE, only those whose path
// contains it are changed. Writes a report to target/mutants and a line to LOG.md. The fast tests run on each mutant; the slow tests
// run on the mutants that survive.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../crate/build/run.mjs';
import { installTool } from '../../crate/build/tools.mjs';
import { commit, log, timed } from './log.mjs';
import { shown } from './shown.mjs';

/**
 * @typedef {object} Package
 * @property {string} name
 * @property {string[]} tests cargo's options for the tests that cover the mutated code
 * @property {string[]} others the names of tests among them that cover other code
 * @property {string[]} slow the names of tests that take a second or more each
 */

/** @type {Package} */
const CORE = {
  name: 'powmod',
  tests: [
    '--lib',
    ...['counts', 'evaluation', 'modexp', 'proofs', 'secret', 'small', 'vectors'].map((name) => `--test=${name}`),
  ],
  others: ['primality::', 'perfect_power::', 'the_plan_expects_what_is_counted'],
  slow: [
    'a_flipped_bit_of_a_running_state',
    'a_modulus_costs_about',
    'long_moduli',
    'no_proof_costs_more',
    'proofs_are_those_of_the_definition',
    'ten_thousand_powers',
  ],
};

/** @type {Package} */
const KERNELS = {
  name: 'powmod-kernel',
  tests: ['--lib'],
  others: ['simd128::', 'two_moduli::', 'two_long_moduli::'],
  slow: ['small_worlds::'],
};

/** @type {Package} */
const CHIA = {
  name: 'powmod-chia',
  tests: ['--test=chia', '--test=small'],
  others: [],
  slow: ['a_proof_costs_at_most_64_parts', 'proofs_of_mainnet', 'proofs_of_the_reference', 'worked_examples'],
};

const { values, positionals } = parseArgs({
  options: {
    kernels: { type: 'boolean', default: false },
    chia: { type: 'boolean', default: false },
    shard: { type: 'string' },
    jobs: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const { name: mutated, tests, others, slow } = values.kernels ? KERNELS : values.chia ? CHIA : CORE;
const shard = values.shard ? ['--shard', values.shard] : [];
const files = positionals.flatMap((part) => ['--re', part]);

await installTool({
  what: 'cargo-mutants',
  crate: ['cargo-mutants', '--locked'],
  program: 'cargo-mutants',
  version: /^cargo-mutants /,
  seconds: 90,
  ask: ['mutants', '--version'],
});
const state = await commit();
const output = `target/mutants/${['all', ...positionals, values.shard ?? ''].join(' ').trim().replaceAll(/\W+/g, '-')}`;
rmSync(join(root, output), { recursive: true, force: true });
mkdirSync(join(root, output), { recursive: true });
const report = join(root, output, 'mutants.out');

const run = await timed(async () => {
  const first = await mutate([...others, ...slow], [...shard, ...files]);
  if (!first.missed) return [first];
  const missed = readFileSync(`${report}/missed.txt`, 'utf8').trim().split('\n');
  return [
    first,
    await mutate(
      others,
      missed.flatMap((name) => ['--re', `^${literally(name)}$`]),
    ),
  ];
});
const [first] = run.result;
const { missed } = run.result.at(-1);
const sum = (name) => run.result.reduce((sum, counts) => sum + counts[name], 0);
const counts = `${first.total_mutants} mutants: ${sum('caught')} caught, ${sum('timeout')} caught by time, ${first.unviable} did not compile, ${missed} missed`;
log(state, ['mutants', mutated, ...positionals, values.shard].filter(Boolean).join(' '), run.minutes, counts);
if (missed) process.exitCode = 1;

async function mutate(skipped, chosen) {
  const command = ['cargo', 'mutants', '--package', mutated, '--output', output, '--jobs', values.jobs]
    .concat(chosen, '--', tests, '--')
    .concat(skipped.map((name) => `--skip=${name}`));
  // A mutant may allocate without end, so it gets 8 GB.
  const bounded =
    process.platform === 'win32' ? command : ['sh', '-c', 'ulimit -v 8388608; exec "$@"', 'sh', ...command];
  const [program, ...args] = bounded;
  await shown(program, args);
  return JSON.parse(readFileSync(`${report}/outcomes.json`, 'utf8'));
}

/** A regular expression that matches exactly this text. */
function literally(text) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
