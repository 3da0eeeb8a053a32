// Writes bench/REPORT.md and bench/results/charts from bench/results/results.json alone: node bench/report.mjs
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import chia from './chia/report.mjs';
import consumers from './consumers/report.mjs';
import crossover from './crossover/report.mjs';
import dudect from './dudect/report.mjs';
import earlyExit from './early-exit/report.mjs';
import evaluate from './evaluate/report.mjs';
import firstProof from './first-proof/report.mjs';
import fixedBase from './fixed-base/report.mjs';
import fleet from './fleet/report.mjs';
import kernels from './kernels/report.mjs';
import many from './many/report.mjs';
import methods from './methods/report.mjs';
import modpow from './modpow/report.mjs';
import multi from './multi/report.mjs';
import native from './native/report.mjs';
import noStd from './no-std/report.mjs';
import platforms from './platforms/report.mjs';
import primes from './primes/report.mjs';
import { drawChart } from './report/chart.mjs';
import { table } from './report/format.mjs';
import { head } from './report/head.mjs';
import short from './short/report.mjs';
import sizes from './sizes/report.mjs';
import strengths from './strengths/report.mjs';
import verify from './verify/report.mjs';
import windows from './windows/report.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
export const RESULTS = path('results/results.json');
export const REPORT = path('REPORT.md');
export const CHARTS = path('results/charts/');

/**
 * The sections in their order. A section renders the result of its bench. Without a result the report says so instead.
 *
 * @typedef {object} Kit
 * @property {(id: string, option: object, size?: { width?: number, height?: number, alt?: string }) => string} chart
 *   draws bench/results/charts/ID.svg, and returns the Markdown image. Its alternative text is `alt`, or else the chart's title
 * @property {typeof table} table
 * @property {Record<string, any>} results of all benches
 * @property {Record<string, string>} versions
 *
 * @type {{ title: string, bench: string, section: (result: any, kit: Kit) => string }[]}
 */
export const sections = [
  { title: 'One exponentiation, beside other libraries', bench: 'modpow', section: modpow },
  { title: 'Short moduli: where the time of a call goes', bench: 'short', section: short },
  { title: 'Packages that use modular exponentiation', bench: 'consumers', section: consumers },
  { title: 'Which kernels run in which engine, and how fast', bench: 'platforms', section: platforms },
  { title: 'Products and squarings of each kernel', bench: 'kernels', section: kernels },
  { title: 'The Rust crate without WebAssembly', bench: 'native', section: native },
  { title: 'The Rust crate in a program for WebAssembly', bench: 'no-std', section: noStd },
  { title: 'The best window for each length of the exponent (Ji, Wan)', bench: 'windows', section: windows },
  { title: "Tables for a base that comes again (Prots'ko, Gryshchuk)", bench: 'fixed-base', section: fixedBase },
  { title: 'Many powers: tables, keys, lists and ballots', bench: 'many', section: many },
  { title: "NIST's security strengths, beside SJCL (Pomcor)", bench: 'strengths', section: strengths },
  { title: 'Products of powers (Attias, Vigneri, Dimitrov)', bench: 'multi', section: multi },
  { title: 'The fastest method for each length (Attias, Vigneri, Dimitrov)', bench: 'methods', section: methods },
  { title: 'Stopping early at a zero (Brun)', bench: 'early-exit', section: earlyExit },
  { title: 'Verifying proofs', bench: 'verify', section: verify },
  { title: 'Evaluating and proving', bench: 'evaluate', section: evaluate },
  { title: "Chia's proofs, beside Chia's own library", bench: 'chia', section: chia },
  { title: 'A fleet of processes that verify', bench: 'fleet', section: fleet },
  { title: 'Random primes', bench: 'primes', section: primes },
  { title: 'The first proof in a fresh page or process', bench: 'first-proof', section: firstProof },
  { title: 'How much a page downloads', bench: 'sizes', section: sizes },
  { title: 'Where BigInt is faster than WebAssembly', bench: 'crossover', section: crossover },
  { title: 'Do secrets show in the time? (dudect)', bench: 'dudect', section: dudect },
];

/** @returns {{ page: string, charts: Map<string, string> }} the charts by file name */
export function renderReport(report) {
  const charts = new Map();
  const chart = (id, option, { width = 860, height = 380, alt = option.title?.text } = {}) => {
    if (!alt) throw new Error(`chart ${id} needs a title or an alternative text`);
    if (charts.has(`${id}.svg`)) throw new Error(`two charts are named ${id}`);
    charts.set(`${id}.svg`, drawChart(option, { width, height }));
    return `![${alt.replaceAll('\n', ' ')}](results/charts/${id}.svg)`;
  };
  const { results, versions } = report;
  const kit = { chart, table, results, versions };
  const parts = sections.map(({ title, bench, section }) => {
    const result = results[bench];
    return `## ${title}\n\n${result ? section(result, kit).trim() : `Not measured: \`node bench/${bench}/run.mjs\`.`}\n`;
  });
  return { page: [head(report), ...parts].join('\n'), charts };
}

export function writeReport() {
  const { page, charts } = renderReport(JSON.parse(readFileSync(RESULTS, 'utf8')));
  writeFileSync(REPORT, page);
  rmSync(CHARTS, { recursive: true, force: true });
  mkdirSync(CHARTS);
  for (const [name, svg] of charts) writeFileSync(CHARTS + name, svg);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeReport();
