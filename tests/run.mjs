// npm test: runs the suites that find nearly all faults in little time, side by side, and goes on after failures. A
// suite that has passed with the same files does not run again.
//   npm test -- --all       every suite, each of them whole
//   npm test -- --force     also those that have passed
//   npm test -- NAME…       the suites whose name contains a NAME; with --all whole, with --install after the programs
//                           that they need, which are Debian's packages
//   npm test -- --list      what each suite is for, and how long it took last
//   npm test -- --checked   those that compute in WebAssembly, on kernels that assert every bound
// The output of a suite is in target/tests; of a suite that is named it is shown, and of a failure its end.
// The imports are Node's only, because the runner starts before anything is installed.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { lastTimes } from '../crate/build/last-times.mjs';
import { root } from '../crate/build/run.mjs';
import { inSlots, secondsInSlots } from '../crate/build/slots.mjs';
import { exitCode, failuresIn, nodeTests } from './count.mjs';
import { stampOfSuite, suitesNamed, suitesOf } from './suites.mjs';

const strict = process.env.CI === 'true';
/** CI compiles everything once, and nobody debugs there: files for either would only take time. */
const FRESH = { CARGO_INCREMENTAL: '0', CARGO_PROFILE_DEV_DEBUG: '0' };
const LIMIT_MINUTES = 30;
/** Less for a file of tests: the runner of Node then names the file, and goes on with the others. */
const LIMIT_OF_A_FILE = '--test-timeout=1200000';
/** Milliseconds for what a command started, and what holds its output open, to end after it. */
const GRACE = 5000;
/** Each core has a slot. Half a slot more fills the time in which suites wait. */
const SLOTS = availableParallelism() + 0.5;

const { values: options, positionals: wanted } = parseArgs({
  options: Object.fromEntries(
    ['all', 'checked', 'force', 'install', 'list'].map((name) => [name, { type: 'boolean' }]),
  ),
  allowPositionals: true,
});
const whole = options.all || options.checked || options.list;
const suites = wanted.length ? suitesNamed(wanted, { ...options, all: whole }) : suitesOf({ all: whole });
const isWanted = ({ setup, computes }) => !setup && (computes || !options.checked);
const needed = withNeeds(suites.filter(isWanted));
const chosen = suites.filter(({ name }) => needed.has(name));

const folder = join(root, 'target/tests');
mkdirSync(folder, { recursive: true });
const last = lastTimes('target/tests/seconds.json');

if (options.list) {
  const first = new Set(suitesOf({ all: false }).map(({ name }) => name));
  const took = (name) => (last.of(name) === undefined ? 'not run here' : `${last.of(name).toFixed(0)} s`);
  const lines = suites
    .filter(({ setup }) => !setup)
    .map(({ name, what }) => [name, what, first.has(name) ? '' : '--all', took(name)]);
  console.log(table([['suite', 'what', 'only with', 'took'], ...lines], 4));
  process.exit();
}
if (!chosen.length) {
  console.error(`no suite has ${wanted.join(' or ')} in its name; npm test -- --list shows them`);
  process.exit(2);
}

/** The seconds of processor time that {@link processorTime} has given to a suite. */
let counted = 0;

/** How to end each command that runs. */
const running = new Set();
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.on(signal, () => {
    for (const kill of running) kill();
    process.exit(code);
  });

const begin = performance.now();
const now = () => (performance.now() - begin) / 1000;
const minutes = (seconds) => (seconds / 60).toFixed(1);
const unfinished = new Set(chosen);
/** When each suite began that runs. */
const began = new Map();
const rows = await inSlots(chosen, SLOTS, (suite) => run(suite, options.checked && { POWMOD_CHECKED: '1' }));
// Builds the package again, so that nobody takes the checked kernels for it.
const setup = chosen.filter((suite) => suite.setup);
if (options.checked) rows.push(...(await inSlots(setup, SLOTS, (suite) => run(suite))));

const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum);
const cells = rows.map((row) => [
  ...[row.name, row.what, `${row.passed}`, `${row.failed}`, `${row.skipped}`],
  ...[row.start, row.seconds, row.processor].map((seconds) => seconds.toFixed(1)),
]);
console.log(
  `\n${table([['suite', 'what', 'passed', 'failed', 'skipped', 'start', 'seconds', 'processor'], ...cells], 2)}\n`,
);
for (const { name, failures, alone } of rows)
  if (failures) console.log(`== ${name} failed:\n${failures}\n\nalone: ${alone}\n`);
console.log(`${minutes(now())} minutes on ${SLOTS} slots, ${minutes(sum('processor'))} minutes of processor time`);
for (const { name, note } of rows) if (note) console.log(`${name}: ${note}`);
if (!whole) console.log(`npm test -- --all ${wanted.length ? 'NAME… runs them whole' : 'runs every suite'}.`);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;

/** The names of suites, of what they need, and so on. A need that only puts suites in order is none. */
function withNeeds(some) {
  const names = new Set();
  const add = ({ name, needs }) => {
    names.add(name);
    for (const suite of suites) if (suite.setup && needs.includes(suite.name) && !names.has(suite.name)) add(suite);
  };
  some.forEach(add);
  return names;
}

/** How many suites are left, and about how long they take if each has run here before. */
function estimate() {
  const known = ({ name }) => last.of(name) !== undefined;
  const left = [...unfinished].sort((a, b) => Number(began.has(b)) - Number(began.has(a)));
  if (!left.every(known)) return `${left.length} left`;
  const ran = (suite) => (began.has(suite) ? now() - began.get(suite) : 0);
  const seconds = secondsInSlots(left, SLOTS, (suite) => Math.max(1, last.of(suite.name) - ran(suite)));
  return `${left.length} left, about ${minutes(seconds)} min`;
}

async function run(suite, more) {
  const { name, what, command, setup, env, leftOut } = suite;
  const count = suite.count ?? (command.includes('--test') ? nodeTests : exitCode);
  const row = { name, what, passed: 0, failed: 0, skipped: 0, start: now(), seconds: 0, processor: 0 };
  began.set(suite, row.start);
  const tell = (text) => {
    unfinished.delete(suite);
    console.log(`${minutes(now()).padStart(5)} min  ${name}: ${text} (${estimate()})`);
  };
  const reason = leftOut?.();
  if (reason) {
    const note = `left out: ${reason}`;
    tell(note);
    // CI must not pass by running fewer suites.
    return { ...row, [strict ? 'failed' : 'skipped']: 1, note };
  }
  const stamp = suite.inputs && stampOfSuite(suite);
  if (stamp && !whole && !wanted.length && !options.force && !strict && stamp.isFresh()) {
    tell('passed before with the same files');
    return { ...row, note: 'not run: it has passed with the same files (--force runs it)' };
  }
  const { code, output, note, processor } = await execute(suite, { ...env, ...more });
  const seconds = now() - row.start;
  const counts = { ...count(output, code !== 0), ...(setup && { passed: 0 }) };
  // A step that found its work done says nothing of its time.
  if (!options.checked) last.keep(name, setup ? Math.max(seconds, last.of(name) ?? 0) : seconds);
  if (stamp && !counts.failed && !counts.skipped && !options.checked) stamp.write();
  tell(`${counts.failed ? 'FAILED' : setup ? 'done' : `${counts.passed} passed`} in ${seconds.toFixed(0)} s`);
  const failure = counts.failed && { failures: failuresIn(output), alone: aloneOf(suite, output) };
  return { ...row, ...counts, seconds, processor, note, ...failure };
}

/** Runs a command. Writes its output to a file, shows it if the suite was named, and resolves to all of it. */
function execute({ name, command: [program, ...args], setup }, env) {
  return new Promise((resolve) => {
    // A process group of its own, so that what the command started ends with it: all but Firefox, which Puppeteer
    // starts in another group, and ends where it can.
    const isLimited = !wanted.length && args.includes('--test');
    const child = spawn(program, isLimited ? [LIMIT_OF_A_FILE, ...args] : args, {
      cwd: root,
      env: { ...process.env, ...(strict && FRESH), ...env },
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

    const log = createWriteStream(join(folder, `${name.replaceAll('/', ' ')}.log`));
    const shows = wanted.length || (setup && name === 'build');
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        log.write(text);
        if (shows) process.stdout.write(text);
      });
    let note;
    let processor = 0;
    const end = () => {
      note = `ended after ${LIMIT_MINUTES} minutes`;
      kill();
    };
    // A suite that a user names has no limit: the suite may be a hunt of hours, and the user sees its output.
    const timer = wanted.length ? undefined : setTimeout(end, LIMIT_MINUTES * 60_000);
    let grace;
    const done = (code) => {
      clearTimeout(timer);
      clearTimeout(grace);
      log.end();
      running.delete(kill);
      resolve({ code, output: stripVTControlCharacters(output), note, processor });
    };
    child.on('error', (error) => {
      note = error.message;
      done(1);
    });
    child.on('exit', () => {
      processor = processorTime();
      grace = setTimeout(kill, GRACE);
    });
    child.on('close', (code) => {
      kill(); // what holds no output
      done(code ?? 1);
    });
  });
}

/** The commands that run a failure alone: the files of tests or the tests that its output names, or else the suite. */
function aloneOf({ name, command, env = {} }, output) {
  const variables = Object.entries(env).map(([key, value]) => `${key}=${value} `);
  const files = new Set([...output.matchAll(/^test at (\S+?):\d+:\d+$/gm)].map(([, file]) => file));
  const each = (lines) => [...lines].map((line) => variables.join('') + line).join('\n       ');
  if ([...files].some((file) => !/\.test\.\w+$/.test(file))) {
    // A part of a test file, which runs alone by the names of its tests.
    const names = new Set([...output.matchAll(/^✖ (.+) \([\d.]+ms\)$/gm)].map(([, name]) => name));
    const literal = (name) => name.replace(/[\\^$.*+?()[\]{}|'"`]/g, '.');
    return each(
      [...names].map(
        (name) => `${command.slice(0, -1).join(' ')} --test-name-pattern='${literal(name)}' ${command.at(-1)}`,
      ),
    );
  }
  if (files.size) return each([...files].map((file) => `node --import tsx --test ${file}`));
  const tests = new Set([...output.matchAll(/^---- (\S+) .*stdout ----$/gm)].map(([, test]) => test));
  if (tests.size) return [...tests].map((test) => `${command.slice(0, 3).join(' ')} ${test}`).join('\n       ');
  return `npm test -- ${whole ? '--all ' : ''}'${name}'`;
}

/** The seconds of processor time of all commands that ended since the last call. 0 where the system does not tell. */
function processorTime() {
  if (process.platform !== 'linux') return 0;
  const TICKS = 100; // a second
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [user, system] = fields.slice(13, 15);
  const since = (Number(user) + Number(system)) / TICKS - counted;
  counted += since;
  return since;
}

/** Rows in columns; the first `texts` columns are text. */
function table(rows, texts) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  const line = (row) =>
    row.map((cell, i) => (i < texts ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return [line(rows[0]), widths.map((w) => '-'.repeat(w)).join('  '), ...rows.slice(1).map(line)].join('\n');
}
