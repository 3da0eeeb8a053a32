// Writes the tables of speeds in README.md, in MIGRATING.md and in the README of the example of a fleet, from
// bench/results/results.json: node bench/readme.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nameOf, paidText } from './first-proof/report.mjs';
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
  jsbn: 'jsbn',
  'bn.js': 'bn.js',
  SJCL: 'SJCL',
};

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
  { file: 'README.md', parts: [firstProofs, powers, circumstances] },
  { file: 'MIGRATING.md', parts: [speedups] },
  { file: 'crate/js/examples/fleet/README.md', parts: [fleet] },
].map((document) => ({ ...document, path: fileURLToPath(new URL(`../${document.file}`, import.meta.url)) }));

/** The text of a document with the tables that these results give. */
export function withTables(text, { file, parts }, report) {
  if (!BETWEEN.test(text)) throw new Error(`${file} lacks the two comments between which the tables stand`);
  const made = parts.map((part) => part(report)).filter(Boolean);
  return text.replace(BETWEEN, (_, start, end) => `${start}${[...made, end].join('\n\n')}`);
}

/** The first proof of a page or a program. */
function firstProofs({ results: { 'first-proof': rows } }) {
  if (!rows) return undefined;
  const over = (contenders, span) => figure(ratio(contenders.verify?.[span], contenders.bigint[span])?.median, 2);
  return `The first proof of a fresh page or process: the time of \`verify\` from \`powmod/verify\` to its verdict on a proof modulo
RSA-2048, over that of the same verifier in native BigInt. 0.5 means that powmod takes half the time. The time from the start
counts from the navigation or from the start of the process, so it has the download and the compilation. The figures are ratios
of medians.

${table(
  ['', 'from the start', "from the script's first line"],
  rows.map(({ contenders, ...row }) => [nameOf(row), over(contenders, 'start'), over(contenders, 'script')]),
)}

The package has paid from this proof on: ${rows.map((row) => `${nameOf(row)}: ${paidText(row.contenders.verify)}`).join('; ')}.`;
}

function powers({ results }) {
  const [{ engine, kernel, rows }] = results.modpow;
  const others = results.platforms.map(({ platform, auto, rows }) => {
    const { timings } = rows.find(({ shape }) => shape === '2048/256');
    return `${platform} ${figure(ratio(timings.BigInt, timings[auto]).min, 2)}`;
  });
  return `One exponentiation in ${engine}, from call to result; powmod uses its kernel \`${kernel}\`. Each figure is the time of
a library over that of powmod: 5 means that powmod is five times as fast. Columns are bits of the modulus / bits of the
exponent.

${table(
  ['', ...rows.map(({ bits, exponentBits }) => `${bits}/${exponentBits}`)],
  [
    ...Object.entries(PEERS)
      .filter(([peer]) => peer in rows[0].timings)
      .map(([peer, name]) => [name, ...rows.map(({ timings }) => figure(ratio(timings[peer], timings.powmod).min, 2))]),
    ['powmod itself', ...rows.map(({ timings }) => time(timings.powmod.min))],
  ],
)}

BigInt is faster in some engines than in others. Its time over powmod's at 2048/256: ${others.join(', ')}.`;
}

function circumstances(report) {
  return `All of this was measured on ${machineText(report, ['first-proof', 'modpow', 'platforms'])}. The [report](bench/REPORT.md) has more, and
\`npm run bench\` measures your machine.`;
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
