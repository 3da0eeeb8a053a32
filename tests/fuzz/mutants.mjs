// npm run mutants -- [--shard K/N] [FILE…]: cargo-mutants over what .cargo/mutants.toml names, or the files whose path
// contains one of those given; its report in target/mutants, and a line in LOG.md.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../crate/build/run.mjs';
import { installTool } from '../../crate/build/tools.mjs';
import { commit, log, timed } from './log.mjs';
import { shown } from './shown.mjs';

const { values, positionals } = parseArgs({ options: { shard: { type: 'string' } }, allowPositionals: true });
const shard = values.shard ? ['--shard', values.shard] : [];
const files = positionals.flatMap((part) => ['--re', part]);

const ask = ['mutants', '--version'];
await installTool('cargo-mutants', ['cargo-mutants', '--locked', '--debug'], 'cargo-mutants', /^cargo-mutants /, ask);
const state = await commit();
const output = `target/mutants/${['all', ...positionals, values.shard ?? ''].join(' ').trim().replaceAll(/\W+/g, '-')}`;
mkdirSync(join(root, output), { recursive: true });
const command = ['cargo', 'mutants', '--package', 'powmod', '--output', output, ...shard, ...files];
// A mutant may ask for all the memory there is: it gets 8 GB.
const bounded = process.platform === 'win32' ? command : ['sh', '-c', 'ulimit -v 8388608; exec "$@"', 'sh', ...command];
const [program, ...args] = bounded;
const run = await timed(() => shown(program, args));

const outcomes = JSON.parse(readFileSync(join(root, output, 'mutants.out/outcomes.json'), 'utf8'));
const { total_mutants: all, caught, missed, timeout, unviable } = outcomes;
const counts = `${all} mutants: ${caught} caught, ${timeout} caught by time, ${unviable} did not compile, ${missed} missed`;
log(state, ['mutants', ...positionals, values.shard].filter(Boolean).join(' '), run.minutes, counts);
if (missed) process.exitCode = 1;
