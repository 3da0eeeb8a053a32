// npm test: runs every suite of suites.mjs, one after another, also after failures, and prints a summary.
// `npm test -- NAME…` runs only the set-up steps and the suites whose name contains a NAME.
// `npm test -- --checked [NAME…]` runs the suites that compute in WebAssembly, on kernels that assert every bound.
// The imports are Node's only, because the runner starts before anything is installed.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { echo } from './echo.mjs';
import { suites } from './suites.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const strict = process.env.CI === 'true';
const LIMIT_MINUTES = 30;

const { values: options, positionals: wanted } = parseArgs({
  options: { checked: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosen = suites.filter(
  ({ name, setup, computes }) =>
    setup || ((!wanted.length || wanted.some((part) => name.includes(part))) && (computes || !options.checked)),
);

const rows = [];
for (const suite of chosen) rows.push(await run(suite, options.checked && { POWMOD_CHECKED: '1' }));
// Builds the package again, so that nobody takes the checked kernels for it.
if (options.checked) for (const suite of chosen.filter(({ setup }) => setup)) rows.push(await run(suite));
const passed = sum('passed');
const failed = sum('failed');
const skipped = sum('skipped');

console.log(`\n${table(rows)}\n`);
for (const { name, failed, note } of rows) if (failed || note) console.log(`${name}: ${note ?? 'failed, see above'}`);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;

async function run({ name, what, command, count, setup, env, leftOut }, more) {
  console.log(`\n== ${name}: ${what}`);
  const reason = leftOut?.();
  if (reason) {
    console.log(`left out: ${reason}`);
    const row = { name, what, passed: 0, failed: 0, skipped: 1, seconds: 0, note: `left out: ${reason}` };
    // CI must not pass by running fewer suites.
    return strict ? { ...row, failed: 1, skipped: 0 } : row;
  }
  const start = performance.now();
  const { code, output, note } = await execute(command, { ...env, ...more });
  const seconds = (performance.now() - start) / 1000;
  const counts = count(stripVTControlCharacters(output), code !== 0);
  return { name, what, ...counts, ...(setup && { passed: 0 }), seconds, note };
}

/** Runs a command. Prints its output as it arrives and resolves to all of it. */
function execute([program, ...args], env) {
  return new Promise((resolve) => {
    // A process group of its own, so that a browser that the command started ends with it.
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      detached: process.platform !== 'win32', // there it would open a window
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = () => {
      try {
        if (process.platform === 'win32') child.kill();
        else process.kill(-child.pid, 'SIGKILL');
      } catch {} // the command has just ended
    };
    const interrupt = () => {
      kill();
      process.exit(130);
    };
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt);

    const output = echo(child);
    let note;
    const timer = setTimeout(() => {
      note = `ended after ${LIMIT_MINUTES} minutes`;
      kill();
    }, LIMIT_MINUTES * 60_000);
    const done = (code) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      resolve({ code, output: output(), note });
    };
    child.on('error', (error) => {
      note = error.message;
      done(1);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

function sum(key) {
  return rows.reduce((total, row) => total + row[key], 0);
}

function table(rows) {
  const cells = [
    ['suite', 'what', 'passed', 'failed', 'skipped', 'seconds'],
    ...rows.map((r) => [r.name, r.what, `${r.passed}`, `${r.failed}`, `${r.skipped}`, r.seconds.toFixed(1)]),
  ];
  const widths = cells[0].map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  const line = (row) => row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return [line(cells[0]), widths.map((w) => '-'.repeat(w)).join('  '), ...cells.slice(1).map(line)].join('\n');
}
