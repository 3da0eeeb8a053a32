// Writes the tables of speeds in README.md, in MIGRATING.md and in the README of the example of a fleet, from
// bench/results/results.json: node bench/readme.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fleetTable } from './fleet/report.mjs';
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

/** Secret powers from a table, and RSA keys. */
function secrets({ results: { many } }) {
  if (!many) return undefined;
  const [{ fixed }] = many.groups;
  const { bits, timings } = many.keys[0];
  const table = figure(ratio(fixed['table.powSecret'], fixed['BigInt, open table']).min, 2);
  const key = figure(ratio(timings['crtKey.pow'], timings.OpenSSL).min, 2);
  return `A secret power of a base that comes again, as a ballot in ElectionGuard's group has six, takes ${table} of the time of BigInt with an open table.
A private operation of a kept RSA key of ${bits} bits takes ${key} times as long as OpenSSL's.`;
}

/** How much faster other packages' operations are on powmod. */
function speedups({ machine, runs, results: { consumers } }) {
  if (!consumers) return undefined;
  const { engine, kernel, rows } = consumers;
  const { date, quick } = runs.consumers;
  return `Each figure is the time of an operation on the package's own arithmetic over its time on powmod, in ${engine} with the kernel
\`${kernel}\` (${machine.processor}, ${date}${quick ? ', in the quick form, so the figures are provisional' : ''}). The [report](bench/REPORT.md) has the times.

${table(
  ['', 'operation', 'times as fast'],
  rows.map(({ consumer, operation, timings: { own, powmod } }) => [
    consumer,
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

function powers({ results }) {
  const [{ engine, rows }] = results.modpow;
  const others = results.platforms.map(({ platform, auto, rows }) => {
    const { timings } = rows.find(({ shape }) => shape === '2048/256');
    return `${platform} ${figure(ratio(timings.BigInt, timings[auto]).min, 2)}`;
  });
  const shapes = Object.keys(EXPONENTS).map((length) =>
    rows.find(({ bits, exponentBits }) => bits === 2048 && exponentBits === Number(length)),
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

function circumstances(report) {
  return `All of this was measured on ${machineText(report, ['modpow', 'platforms', 'many'])}. The [report](bench/REPORT.md) has more.`;
}

/** The example of a fleet. */
function fleet(report) {
  const { fleet } = report.results;
  return fleet && `${fleetTable(fleet, report.machine)}\n\nMeasured on ${machineText(report, ['fleet'])}.`;
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
