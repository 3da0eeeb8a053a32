// npm run bench [-- --quick] [NAME…]: runs every bench of benches.mjs, or those named, and makes the report.
// Each leaves its JSON in target/bench; all of it goes to bench/results.json, which is all that the report is made
// from. Those that were not named keep the result that they have there, with the commit and the day of their own.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benches } from './benches.mjs';
import { readOptions, writeResult } from './harness.mjs';
import { RESULTS, writeReport } from './report.mjs';
import { commit, machine, versions } from './versions.mjs';

const { quick, json = RESULTS, wanted } = readOptions();
for (const name of wanted) if (!benches.some((bench) => bench.name === name)) throw new Error(`no bench ${name}`);
const chosen = benches.filter(({ name }) => !wanted.length || wanted.includes(name));
const known = existsSync(json) && wanted.length ? JSON.parse(readFileSync(json, 'utf8')) : { runs: {}, results: {} };

const run = { commit: await commit(), date: new Date().toISOString().slice(0, 10), quick };
const failed = [];
for (const { name } of chosen) {
  const file = fileURLToPath(new URL(`../target/bench/${name}.json`, import.meta.url));
  rmSync(file, { force: true });
  console.log(`\n== ${name}`);
  const start = performance.now();
  const code = await script(name, [...(quick ? ['--quick'] : []), '--json', file]);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`${name}: ${seconds} s`);
  if (code === 0 && existsSync(file)) {
    known.runs[name] = { ...run, seconds };
    known.results[name] = JSON.parse(readFileSync(file, 'utf8'));
  } else {
    failed.push(name);
    delete known.runs[name];
    delete known.results[name];
  }
}
const { runs, results } = known;
writeResult({ json }, { machine: machine(), versions: await versions(), ...run, runs, results });
if (json === RESULTS) writeReport();
if (failed.length) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** Its exit code. */
function script(name, args) {
  const path = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
}
