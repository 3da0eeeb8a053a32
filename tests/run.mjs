// npm test: runs every suite of suites.mjs, side by side on as many lanes as the machine has cores, also after failures,
// and prints a summary.
// `npm test -- NAME…` runs only the set-up steps and the suites whose name contains a NAME.
// `npm test -- --checked [NAME…]` runs the suites that compute in WebAssembly, on kernels that assert every bound.
// The imports are Node's only, because the runner starts before anything is installed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { inLanes } from '../crate/build/lanes.mjs';
import { childrenSeconds } from '../workshop/processor-time.mjs';
import { failuresIn } from './count.mjs';
import { echo, Turns } from './echo.mjs';
import { suites } from './suites.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const strict = process.env.CI === 'true';
const LIMIT_MINUTES = 30;
const LANES = availableParallelism();

const { values: options, positionals: wanted } = parseArgs({
  options: { checked: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosen = suites.filter(
  ({ name, setup, computes }) =>
    setup || ((!wanted.length || wanted.some((part) => name.includes(part))) && (computes || !options.checked)),
);

/** The seconds of processor time that {@link processorTime} has given to a suite. */
let counted = 0;

/** How to end each command that runs. */
const running = new Set();
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.on(signal, () => {
    for (const kill of running) kill();
    process.exit(code);
  });

const begin = performance.now();
const now = () => (performance.now() - begin) / 1000;
const turns = new Turns();
const rows = await inLanes(chosen, LANES, (suite) => run(suite, options.checked && { POWMOD_CHECKED: '1' }));
// Builds the package again, so that nobody takes the checked kernels for it.
if (options.checked)
  rows.push(
    ...(await inLanes(
      chosen.filter(({ setup }) => setup),
      LANES,
      run,
    )),
  );
const passed = sum('passed');
const failed = sum('failed');
const skipped = sum('skipped');

for (const { name, failures } of rows) if (failures) console.log(`\n== ${name} failed:\n${failures}`);
const minutes = (seconds) => (seconds / 60).toFixed(1);
console.log(`\n${table(rows)}\n`);
console.log(
  `${minutes(now())} minutes on ${LANES} ${LANES === 1 ? 'lane' : 'lanes'}, ${minutes(sum('processor'))} minutes of processor time`,
);
for (const { name, failed, note } of rows) if (failed || note) console.log(`${name}: ${note ?? 'failed, see above'}`);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;

async function run({ name, what, command, count, setup, env, leftOut }, more) {
  const turn = turns.begin();
  const print = (text) => turn.write(process.stdout, text);
  const start = now();
  print(`\n== ${name}: ${what}\n`);
  const reason = leftOut?.();
  if (reason) {
    print(`left out: ${reason}\n`);
    turn.end();
    const note = `left out: ${reason}`;
    const row = { name, what, passed: 0, failed: 0, skipped: 1, start, seconds: 0, processor: 0, note };
    // CI must not pass by running fewer suites.
    return strict ? { ...row, failed: 1, skipped: 0 } : row;
  }
  const { code, output, note, processor } = await execute(command, { ...env, ...more }, turn.write);
  turn.end();
  const seconds = now() - start;
  const plain = stripVTControlCharacters(output);
  const counts = { ...count(plain, code !== 0), ...(setup && { passed: 0 }) };
  const failures = counts.failed ? failuresIn(plain) : undefined;
  return { name, what, ...counts, start, seconds, processor, note, failures };
}

/** Runs a command. Passes its output on as it arrives and resolves to all of it. */
function execute([program, ...args], env, write) {
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
    running.add(kill);

    const output = echo(child, write);
    let note;
    let processor = 0;
    const timer = setTimeout(() => {
      note = `ended after ${LIMIT_MINUTES} minutes`;
      kill();
    }, LIMIT_MINUTES * 60_000);
    const done = (code) => {
      clearTimeout(timer);
      running.delete(kill);
      resolve({ code, output: output(), note, processor });
    };
    child.on('error', (error) => {
      note = error.message;
      done(1);
    });
    child.on('exit', () => {
      processor = processorTime();
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

/** The seconds of processor time of the commands that ended since the last call, with all that they started. */
function processorTime() {
  const since = childrenSeconds() - counted;
  counted += since;
  return since;
}

function sum(key) {
  return rows.reduce((total, row) => total + row[key], 0);
}

function table(rows) {
  const cells = [
    ['suite', 'what', 'passed', 'failed', 'skipped', 'start', 'seconds', 'processor'],
    ...rows.map((r) => [
      ...[r.name, r.what, `${r.passed}`, `${r.failed}`, `${r.skipped}`],
      ...[r.start, r.seconds, r.processor].map((seconds) => seconds.toFixed(1)),
    ]),
  ];
  const widths = cells[0].map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  const line = (row) => row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return [line(cells[0]), widths.map((w) => '-'.repeat(w)).join('  '), ...cells.slice(1).map(line)].join('\n');
}
