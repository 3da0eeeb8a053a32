// npm run bench [-- --quick] [--install] [--engine NAME]… [BENCH…]: runs the named benches, or all benches of
// benches.mjs, and writes the report. All benches need a commit without changes. A run that stops keeps the benches
// that ended: the same command goes on with those that this commit lacks on this processor. Each bench leaves its JSON
// in target/bench. All results go to bench/results/results.json, the only source of the report. A bench that a
// neighbour slowed down runs up to three times, after the others; single times that did not settle are marked. A named
// bench runs in any case, and the others keep their results. So a named bench that measures times needs the processor
// of the others, unless its page names a processor of its own. --install first installs the Debian packages that the
// benches need; without it, what a missing program would measure is left out. --engine restricts the benches that run
// in engines to the named ones. --json FILE writes the results to FILE and makes no report; with --quick FILE is
// target/bench/quick.json if none is given. The static imports are Node's only, because the build below installs the
// packages.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { havePrograms } from '../workshop/programs/install.mjs';
import { benches } from './benches.mjs';
import { isDone, runBenches } from './schedule.mjs';

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    engine: { type: 'string', multiple: true, default: [] },
    install: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
for (const name of wanted)
  if (!benches.some((bench) => bench.name === name)) throw new Error(`there is no bench ${name}`);
const chosen = benches.filter(({ name }) => !wanted.length || wanted.includes(name));

await havePrograms([...new Set(chosen.flatMap(({ programs = [] }) => programs))], options);

/** Ends the bench that runs, with its engines: one that went on alone would disturb the run that resumes. */
let endBench = () => {};
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.on(signal, () => {
    endBench();
    process.exit(code);
  });

const built = await script('../crate/build.mjs', []);
if (built !== 0) throw new Error(`the build ended with ${built}`);
const { writeJson } = await import('./harness.mjs');
const { inWords, MOST_SLOWDOWN, slowdown } = await import('./neighbour.mjs');
const { RESULTS, writeReport } = await import('./report.mjs');
const { commit, machine, versions } = await import('./versions.mjs');

const json =
  options.json ?? (options.quick ? fileURLToPath(new URL('../target/bench/quick.json', import.meta.url)) : RESULTS);
const known = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : { runs: {}, results: {} };
const about = { machine: machine(), versions: await versions() };
const { processor } = about.machine;
const run = { commit: await commit(), date: new Date().toISOString().slice(0, 10), quick: options.quick };
if (wanted.length && known.machine && known.machine.processor !== processor) {
  if (chosen.some(({ timed = true, apart }) => timed && !apart))
    throw new Error(`${json} is of ${known.machine.processor}: run all benches, or write to another file by --json`);
  about.machine = known.machine;
  about.versions = { ...about.versions, ...known.versions };
}
if (!wanted.length && json === RESULTS && run.commit.endsWith('-dirty'))
  throw new Error('the checkout has changes: commit them first, so that the report can name what it measured');

/** Leaves out the benches that are not in the list. */
const kept = (byBench) =>
  Object.fromEntries(Object.entries(byBench).filter(([name]) => benches.some((bench) => bench.name === name)));
const [runs, results] = [kept(known.runs), kept(known.results)];
for (const one of Object.values(runs)) one.processor ??= known.machine.processor;
const labels = { ...run, processor, ...(options.engine.length && { engines: options.engine }) };
const missing = chosen.filter((bench) => wanted.length || !isDone(bench, runs, labels));
const expected = missing.reduce((sum, { name }) => sum + (runs[name]?.seconds ?? 60), 0);
console.log(`${missing.length} of ${chosen.length} benches to run, about ${Math.ceil(expected / 60)} min`);

const failed = await runBenches({
  ...{ chosen, missing, known: { runs, results }, run: labels, measure },
  save: (all) => writeJson(json, { ...about, ...run, ...all }),
});
if (json === RESULTS) writeReport();
else console.log(`\n${json} has the results; the report is as it was.`);
if (failed.length) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** Runs a bench. Resolves to its result and to what disturbed it, or to nothing if it fails. */
async function measure({ name, engines, timed = true }) {
  const file = fileURLToPath(new URL(`../target/bench/${name}.json`, import.meta.url));
  rmSync(file, { force: true });
  console.log(`\n== ${name}`);
  const start = performance.now();
  const before = slowdown();
  const code = await script(
    `${name}/${name}.mjs`,
    [...(options.quick ? ['--quick'] : []), '--json', file].concat(engines ? options.engine : []),
  );
  const slower = Math.max(before, slowdown());
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`${name}: ${seconds} s`);
  if (code !== 0 || !existsSync(file)) return undefined;

  const text = readFileSync(file, 'utf8');
  const unsteady = text.split('"unsteady":true').length - 1;
  const disturbed = {
    ...(timed && slower > MOST_SLOWDOWN && { slower: Number(slower.toFixed(2)) }),
    ...(unsteady && { unsteady }),
  };
  if (Object.keys(disturbed).length) console.log(`${name}: ${inWords(disturbed)}`);
  return { result: JSON.parse(text), about: { seconds, ...disturbed } };
}

/** Runs a script. Resolves to its exit code. */
function script(path, args) {
  const file = fileURLToPath(new URL(path, import.meta.url));
  const ownGroup = process.platform !== 'win32'; // there it would open a window
  const stdio = ['ignore', 'inherit', 'inherit'];
  const child = spawn(process.execPath, [file, ...args], { detached: ownGroup, stdio });
  endBench = () => (ownGroup ? process.kill(-child.pid, 'SIGKILL') : child.kill());
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve)).finally(() => {
    endBench = () => {};
  });
}
