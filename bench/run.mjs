// npm run bench [-- --quick] [--engine NAME]… [BENCH…]: runs the named benches, or all benches of benches.mjs, and
// writes the report. Each bench leaves its JSON in target/bench. All results go to bench/results/results.json, the only
// source of the report. A bench that did not run keeps its earlier result there, with its own commit and day. --engine
// restricts the benches that run in engines to the named ones. --json FILE writes the results to FILE and makes no
// report. The static imports are Node's only, because the build below installs the packages.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benches } from './benches.mjs';

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    engine: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
  },
});
for (const name of wanted)
  if (!benches.some((bench) => bench.name === name)) throw new Error(`there is no bench ${name}`);
const chosen = benches.filter(({ name }) => !wanted.length || wanted.includes(name));

for (const step of [
  'crate/build.mjs',
  'workshop/programs/install.mjs',
  'workshop/engines/install.mjs',
  'workshop/consumers/install.mjs',
  'workshop/kernel-builds.mjs',
]) {
  const code = await script(`../${step}`, []);
  if (code !== 0) throw new Error(`${step} ended with ${code}`);
}
const { writeJson } = await import('./harness.mjs');
const { RESULTS, writeReport } = await import('./report.mjs');
const { writeTables } = await import('./readme.mjs');
const { commit, machine, versions } = await import('./versions.mjs');

const json = options.json ?? RESULTS;
const known = wanted.length && existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : { runs: {}, results: {} };
/** Without benches that are no longer in the list. */
const kept = (byBench) =>
  Object.fromEntries(Object.entries(byBench).filter(([name]) => benches.some((bench) => bench.name === name)));
const [runs, results] = [kept(known.runs), kept(known.results)];
const run = { commit: await commit(), date: new Date().toISOString().slice(0, 10), quick: options.quick };
const failed = [];
for (const { name, engines } of chosen) {
  const file = fileURLToPath(new URL(`../target/bench/${name}.json`, import.meta.url));
  rmSync(file, { force: true });
  console.log(`\n== ${name}`);
  const start = performance.now();
  const code = await script(`${name}/run.mjs`, [
    ...(options.quick ? ['--quick'] : []),
    ...['--json', file],
    ...(engines ? options.engine : []),
  ]);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`${name}: ${seconds} s`);
  if (code === 0 && existsSync(file)) {
    runs[name] = { ...run, seconds };
    results[name] = JSON.parse(readFileSync(file, 'utf8'));
  } else {
    failed.push(name);
    delete runs[name];
    delete results[name];
  }
}
writeJson(json, { machine: machine(), versions: await versions(), ...run, runs, results });
if (json === RESULTS) {
  writeReport();
  writeTables();
}
if (failed.length) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** Runs a script. Resolves to its exit code. */
function script(path, args) {
  const file = fileURLToPath(new URL(path, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
}
