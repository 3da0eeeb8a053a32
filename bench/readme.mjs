// Writes the tables of speeds in README.md, in MIGRATING.md and in the README of the example of a fleet, from
// bench/results/results.json: node bench/readme.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figure, ratio, table, time } from './report/format.mjs';
import { RESULTS } from './report.mjs';

const BETWEEN = /(<!-- made by bench\/readme\.mjs -->\n)[\s\S]*(<!-- end -->)/;

/** The peers in the README's table. The report has more. */
const PEERS = {
  OpenSSL: 'OpenSSL, native (`node:crypto`)',
  GMP: 'GMP, native (gmpy2)',
  'gmp-wasm': 'gmp-wasm',
  BigInt: 'native BigInt, sliding windows',
  'bigint-mod-arith': 'bigint-mod-arith',
  'bn.js': 'bn.js',
  SJCL: 'SJCL',
};

/** The rows of a part of modpow's results. */
const partOf = ({ results: { modpow = [] } }, part) => modpow.filter((row) => row.part === part);

/** Secret powers from a table, and RSA keys. */
function secrets(report) {
  const [fixed] = partOf(report, 'fixed');
  const [keys] = partOf(report, 'keys');
  if (!fixed || !keys) return undefined;
  const table = figure(ratio(fixed.timings['table.powSecret'], fixed.timings['BigInt, open table']).min, 2);
  const key = figure(ratio(keys.timings['crtKey.pow'], keys.timings.OpenSSL).min, 2);
  return `A secret power of a base that comes again, as a ballot in ElectionGuard's group has six, takes ${table} of the time of BigInt with an open table.
A private operation of a kept RSA key of ${keys.bits} bits takes ${key} times as long as OpenSSL's.`;
}

/** How much faster other packages' operations are on powmod. */
function speedups(report) {
  const rows = partOf(report, 'packages');
  if (!rows.length) return undefined;
  const [{ engine, kernel }] = rows;
  const { date, quick } = report.runs.modpow;
  return `Each figure is the time of an operation on the package's own arithmetic over its time on powmod, in ${engine} with the kernel
\`${kernel}\` (${report.machine.processor}, ${date}${quick ? ', in the quick form, so the figures are provisional' : ''}). The [report](bench/REPORT.md) has the times.

${table(
  ['', 'operation', 'times as fast'],
  rows.map(({ consumer, operation, timings: { own, powmod } }) => [
    consumer.replace(/ [^ ]*$/, ''),
    operation,
    figure(ratio(own, powmod).min, 2),
  ]),
)}`;
}

/** The documents with tables, and what stands in them. */
export const DOCUMENTS = [
  { file: 'README.md', parts: [powers, secrets, circumstances] },
  { file: 'MIGRATING.md', parts: [speedups] },
  { file: 'crate/js/examples/fleet/README.md', parts: [fleet] },
].map((document) => ({ ...document, path: fileURLToPath(new URL(`../${document.file}`, import.meta.url)) }));

/** The text of a document with the tables that these results give. */
export function withTables(text, { file, parts }, report) {
  if (!BETWEEN.test(text)) throw new Error(`${file} lacks the two comments between which the tables stand`);
  const made = parts.map((part) => part(report)).filter(Boolean);
  return text.replace(BETWEEN, (_, start, end) => `${start}${[...made, end].join('\n\n')}`);
}

/** The lengths of the exponents in the README's table, for a modulus of 2048 bits. The report has more. */
const EXPONENTS = { 256: 'short exponent, 256 bits', 2048: 'long exponent, 2048 bits' };

function powers(report) {
  const others = partOf(report, 'engines')
    .filter(({ auto, shape }) => auto && shape === '2048/256')
    .map(({ engine, timings }) => `${nameOf(engine)} ${figure(ratio(timings.BigInt, timings.powmod).min, 2)}`);
  const [{ engine }] = partOf(report, 'peers');
  const shapes = Object.keys(EXPONENTS).map((length) =>
    partOf(report, 'peers').find((row) => row.engine === engine && row.shape === `2048/${length}`),
  );
  return `One power modulo a number of 2048 bits, in ${engine} with warm code. The first row is powmod's time. Below it, each figure
says how many times as long another library takes: 5 means that powmod is five times as fast.

${table(
  ['', ...Object.values(EXPONENTS)],
  [
    ['powmod', ...shapes.map(({ timings }) => time(timings.powmod.min))],
    ...Object.entries(PEERS)
      .filter(([peer]) => peer in shapes[0].timings)
      .map(([peer, name]) => [
        name,
        ...shapes.map(({ timings }) => figure(ratio(timings[peer], timings.powmod).min, 2)),
      ]),
  ],
)}

BigInt takes, with the short exponent, this many times as long as powmod: ${others.join(', ')}.`;
}

/** `Node 26` of `Node 26.10.0`, `Chromium with wide arithmetic`, `Firefox` */
function nameOf(engine) {
  const [, name, major] = /^(\w+) (\d+)/.exec(engine);
  return (
    (name === 'Node' ? `${name} ${major}` : name) +
    (engine.endsWith(', wide arithmetic') ? ' with wide arithmetic' : '')
  );
}

function circumstances(report) {
  return `All of this was measured on ${machineText(report, ['modpow'])}. The [report](bench/REPORT.md) has more.`;
}

/** The sizes of fleets in the example's README. */
const FLEETS = [1, 2, 4, 8, 16, 32, 64];

/** The example of a fleet: how many proofs a second it verifies. */
function fleet(report) {
  const rows = report.results.fleet;
  if (!rows) return undefined;
  const [{ engine, kernel }] = rows;
  const perJob = Math.max(...rows.map((row) => row.perJob));
  const of = (workers, size) => rows.find((row) => row.workers === workers && row.perJob === size).timings;
  const measured = (workers, size) => 1e6 / of(workers, size)['a proof'].min;
  const redis = (size) => of(1, size)["Redis's processor, a job"].min;
  const most = (size) => (1e6 / redis(size)) * size;
  const two = (x) => figure(x, 2);
  return `One worker verifies ${two(measured(1, perJob))} proofs modulo RSA-2048 in a second, with ${perJob} proofs in a job; without a queue its process verifies
${two(measured(0, perJob))}. Two workers verify ${two(measured(2, perJob))}, on a machine of ${report.machine.cores} cores where Redis and the bench run too. (${engine}, kernel
\`${kernel}\`.)

A fleet of N workers, each with a core to itself, verifies N times as many as one worker, until Redis has no time left. Redis
takes ${time(redis(perJob))} of its one processor for a job of ${perJob}, from its adding to its end, so it serves at most ${two(most(perJob))} proofs a
second. With one proof in a job it serves at most ${two(most(1))}. Between two jobs a worker waits for one answer of Redis, which a
network makes longer.

${table(
  ['proofs a second, computed', ...FLEETS.map((workers) => `N = ${workers}`)],
  [perJob, 1].map((size) => [
    `jobs of ${size} proof${size === 1 ? '' : 's'}`,
    ...FLEETS.map((workers) => two(Math.min(workers * measured(1, size), most(size)))),
  ]),
)}

Measured on ${machineText(report, ['fleet'])}.`;
}

/** The machine, and the days of these benches. */
function machineText({ machine, runs }, benches) {
  const used = benches.map((bench) => runs[bench]).filter(Boolean);
  const dates = [...new Set(used.map(({ date }) => date))].sort().join(' and ');
  const quick = used.some(({ quick }) => quick) ? ', in the quick form, so the figures are provisional' : '';
  return `one machine (${machine.processor}, ${dates}${quick})`;
}

export function writeTables() {
  const report = JSON.parse(readFileSync(RESULTS, 'utf8'));
  for (const document of DOCUMENTS)
    writeFileSync(document.path, withTables(readFileSync(document.path, 'utf8'), document, report));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTables();
