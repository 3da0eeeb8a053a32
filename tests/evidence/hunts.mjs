// npm run hunts -- [--missing] [--minutes N] [--seed N] [--install] [NAME…]: runs the hunts whose names have one of
// these parts, as 'fuzz keys' or WebKit, the longest first, and adds a line to tests/fuzz/LOG.md for each. --missing
// runs what `npm run evidence` misses: all hunts, if no name is given, and the same command goes on where an ended
// one stopped. Each takes its minutes of the table below, or N. Each computes with other numbers than the last time:
// the log has the seed, and --seed repeats it. With --minimize the named targets of libFuzzer run for no time: what
// they have found so far goes to the corpus that `cargo test` replays.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { root, run } from '../../crate/build/run.mjs';
import { inSlots } from '../../crate/build/slots.mjs';
import { havePrograms } from '../../workshop/programs/install.mjs';
import { differential, operations } from '../fuzz/differential.mjs';
import { compareWithGmp, depInfoOfGmp } from '../fuzz/gmp.mjs';
import { depInfo, fuzz, install, minimize } from '../fuzz/libfuzzer.mjs';
import { shown } from '../fuzz/shown.mjs';
import { minutesOf } from './minutes.mjs';
import { GMP, targets } from './targets.mjs';

/** One target of libFuzzer at a time: cargo builds each target into the same file. */
const LIBFUZZER = 'libFuzzer';

/** A measurement of times runs alone. */
const ALONE = 64;

async function main() {
  const { values, positionals } = parseArgs({
    options: {
      missing: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      install: { type: 'boolean', default: false },
      minimize: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (values.minutes !== undefined && !(Number(values.minutes) > 0))
    throw new Error('--minutes: must be a number above 0');
  if (values.seed !== undefined && !/^\d{1,10}$/.test(values.seed))
    throw new Error('--seed: must be a whole number, as the log has it');
  if (!positionals.length && !values.missing)
    throw new Error('name hunts, or give --missing: npm run evidence lists them');

  const script = (path, ...args) => run(process.execPath, [path, ...args]);
  // Native hunts need no package.
  const areNative = positionals.length > 0 && positionals.every((name) => native.includes(name));
  if (!areNative) await script('crate/build.mjs');
  const { claims } = areNative ? { claims: [{ hunts: native }] } : await import('./claims.mjs');
  const all = claims.flatMap(({ hunts }) => hunts);
  const unknown = positionals.find((name) => !all.some((hunt) => hunt.includes(name)));
  if (unknown) throw new Error(`${unknown}: no hunt has this in its name: npm run evidence lists them`);
  const named = all.filter((hunt) => !positionals.length || positionals.some((name) => hunt.includes(name)));
  const compared = named.flatMap((hunt) => /^differential (\w+)/.exec(hunt)?.[1] ?? []);
  if (compared.length > 0)
    await script('workshop/kernel-builds.mjs', ...new Set(compared.map((kernel) => `${kernel}-bench`)));
  const missing = values.missing ? await (await import('./evidence.mjs')).missingHunts(named) : undefined;
  const chosen = named.filter((hunt) => !missing || missing.has(hunt));
  if (!chosen.length) return console.log('No hunt is missing.');
  if (values.minimize) return minimizeAll(chosen);

  const minutes = (hunt) => Number(values.minutes ?? minutesOf(hunt));
  const total = chosen.reduce((sum, hunt) => sum + minutes(hunt), 0);
  console.log(`${chosen.length} hunts, ${total.toFixed(0)} minutes of a core`);
  await havePrograms(programsOf(chosen), values);
  if (chosen.some(isFuzzed)) await install();
  if (chosen.some(isInEngine)) await script('workshop/engines/install.mjs');
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const jobs = chosen
    .sort((a, b) => minutes(b) - minutes(a))
    .map((hunt) => ({
      name: hunt,
      slots: hunt.startsWith('bench') ? ALONE : 1,
      holds: isFuzzed(hunt) ? [LIBFUZZER] : [],
    }));
  let left = chosen.length;
  await inSlots(jobs, availableParallelism(), async ({ name }) => {
    const isGood = await hunt(name, { minutes: minutes(name), seed });
    if (!isGood) process.exitCode = 1;
    left--;
    console.log(`${left} of ${chosen.length} hunts left`);
  });
}

const byFuzzer = targets.map((target) => `fuzz ${target}`);
const native = [...byFuzzer, GMP];
const isFuzzed = (hunt) => byFuzzer.includes(hunt);
const isInEngine = (hunt) => !native.includes(hunt) && !hunt.startsWith('fuzz');

/** The programs that hunts need, beside npm's. */
function programsOf(hunts) {
  const browsers = ['chromium', 'firefox', 'webkit'];
  const isWanted = (name) => hunts.some((hunt) => hunt.startsWith('bench') || hunt.toLowerCase().includes(`, ${name}`));
  return [
    ...browsers.filter(isWanted),
    ...(hunts.some((hunt) => hunt.endsWith('ARM64')) ? ['qemu'] : []),
    ...(hunts.includes(GMP) ? ['m4'] : []),
  ];
}

async function minimizeAll(hunts) {
  const targets = hunts.filter(isFuzzed).map((hunt) => hunt.slice('fuzz '.length));
  await install();
  for (const target of targets) await minimize(target);
}

/** Runs a hunt and keeps its line. Tells whether it ended without a finding. */
async function hunt(what, how) {
  const { commit, hasFound, log } = await import('./log.mjs');
  const { loadedBy } = await import('./loaded.mjs');
  const state = await commit();
  console.log(`${what} …`);
  const start = performance.now();
  const ran = await kindOf(what)(what, { ...how, show: (text) => console.log(`${what}: ${text}`) }).catch((error) => {
    console.error(`${what}: ${error.stack ?? error}`);
  });
  if (!ran) return false;
  const { parts } = await loadedBy(what);
  const minutes = ran.minutes ?? (performance.now() - start) / 60_000;
  log({ state, what, minutes, result: ran.result, loaded: parts });
  return !hasFound(ran);
}

const kindOf = (hunt) =>
  hunt.startsWith('bench')
    ? timing
    : hunt.startsWith('fuzz js')
      ? inJavaScript
      : isFuzzed(hunt)
        ? byLibFuzzer
        : hunt === GMP
          ? withGmp
          : inEngine;

async function byLibFuzzer(what, { minutes }) {
  const ran = await fuzz(what.slice('fuzz '.length), minutes);
  const { keepFiles } = await import('./compiled.mjs');
  keepFiles(depInfo());
  return ran;
}

async function withGmp(what, { minutes, seed }) {
  const result = await compareWithGmp({ share: minutes / minutesOf(what), seed });
  const { keepFiles } = await import('./compiled.mjs');
  keepFiles(depInfoOfGmp());
  return { minutes, result };
}

async function inJavaScript(what, { minutes, seed }) {
  const name = what.slice('fuzz js '.length);
  const args = ['--import', 'tsx', 'tests/fuzz/js/hunt.ts', name, String(60 * minutes)];
  const { code, output } = await shown(process.execPath, args, { POWMOD_SEED: String(seed) });
  const failure = /^again by .*$|^\w*Error: .*$/m.exec(output)?.[0] ?? `exit code ${code}`;
  const sets = output.trimEnd().split('\n').at(-1);
  return { minutes, result: code ? `found: ${failure}` : `${sets} sets of values from ${seed} on; found: nothing` };
}

async function inEngine(what, how) {
  const [, kind, kernel, place] = /^(\w+) ([\w-]+), (.*)$/.exec(what);
  const { emulated } = await import('../../workshop/engines/emulated.mjs');
  const { platforms } = await import('../../workshop/engines/engines.mjs');
  const { inEngines } = await import('../../workshop/engines/in-engines.mjs');
  const compare = { differential, operations }[kind];
  const [result] = await inEngines([place], (engine) => compare(engine, { kernel, ...how }), [
    ...platforms,
    ...emulated,
  ]);
  if (result === undefined) throw new Error('the engine is not there: --install installs what it needs');
  return { result };
}

/** The bench writes its table too, which readers judge. */
async function timing(what) {
  const name = what.slice('bench '.length);
  const { code } = await shown(process.execPath, ['bench/run.mjs', name]);
  if (code) throw new Error(`the bench ended with ${code}`);
  const { results } = JSON.parse(readFileSync(join(root, 'bench/results/results.json'), 'utf8'));
  const secret = results[name].filter(({ shows }) => !shows);
  const most = Math.max(...secret.map((row) => row.most));
  const places = new Set(secret.map(({ engine }) => engine)).size;
  return { result: `${secret.length} rows with secrets in ${places} engines, t at most ${most.toFixed(1)}` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
