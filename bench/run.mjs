// npm run bench [-- --quick] [--engine NAME]… [BENCH…]: runs every bench of benches.mjs, or those named, and makes the
// report. Each leaves its JSON in target/bench; all of it goes to bench/results.json, which is all that the report is
// made from. What was not run keeps the result that it has there, with the commit and the day of its own.
// --engine restricts the benches of engines to those named; --json FILE writes there, and makes no report.
// Plain Node until the build has installed what the rest imports.
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
  'workshop/kernel-builds.mjs',
]) {
  const code = await script(`../${step}`, []);
  if (code !== 0) throw new Error(`${step} ended with ${code}`);
}
const { writeResult } = await import('./harness.mjs');
const { RESULTS, writeReport } = await import('./report.mjs');
const { writeReadme } = await import('./readme.mjs');
const { commit, machine, versions } = await import('./versions.mjs');

const json = options.json ?? RESULTS;
const known = wanted.length && existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : { runs: {}, results: {} };
const { runs, results } = known;
const run = { commit: await commit(), date: new Date().toISOString().slice(0, 10), quick: options.quick };
const failed = [];
for (const { name, engines } of chosen) {
  const file = fileURLToPath(new URL(`../target/bench/${name}.json`, import.meta.url));
  rmSync(file, { force: true });
  console.log(`\n== ${name}`);
  const start = performance.now();
  const code = await script(`${name}.mjs`, [
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
writeResult({ json }, { machine: machine(), versions: await versions(), ...run, runs, results });
if (json === RESULTS) {
  writeReport();
  writeReadme();
}
if (failed.length) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** Its exit code. */
function script(path, args) {
  const file = fileURLToPath(new URL(path, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
}
