// bench/REPORT.md and bench/charts from bench/results.json, and from nothing else: node bench/report.mjs
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawChart } from './report/chart.mjs';
import cold from './report/cold.mjs';
import conversion from './report/conversion.mjs';
import dudect from './report/dudect.mjs';
import earlyExit from './report/early-exit.mjs';
import evaluate from './report/evaluate.mjs';
import fixedBase from './report/fixed-base.mjs';
import { table } from './report/format.mjs';
import { head } from './report/head.mjs';
import kernels from './report/kernels.mjs';
import methods from './report/methods.mjs';
import modpow from './report/modpow.mjs';
import multi from './report/multi.mjs';
import native from './report/native.mjs';
import platforms from './report/platforms.mjs';
import sizes from './report/sizes.mjs';
import strengths from './report/strengths.mjs';
import verify from './report/verify.mjs';
import windows from './report/windows.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
export const RESULTS = path('results.json');
export const REPORT = path('REPORT.md');
export const CHARTS = path('charts/');

/**
 * The sections in their order. Each is told its bench's result, or undefined where that was not measured.
 *
 * @typedef {object} Kit
 * @property {(id: string, option: object, size?: { width?: number, height?: number, alt?: string }) => string} chart
 *   draws bench/charts/ID.svg; gives the image for the page, whose text is `alt`, or else the chart's title
 * @property {typeof table} table
 * @property {Record<string, any>} results of all benches
 * @property {Record<string, string>} versions
 *
 * @type {{ title: string, bench: string, section: (result: any, kit: Kit) => string }[]}
 */
export const sections = [
  { title: 'x^e mod N beside its peers', bench: 'modpow', section: modpow },
  { title: 'Which kernel runs where, and how fast', bench: 'platforms', section: platforms },
  { title: 'The kernels', bench: 'kernels', section: kernels },
  { title: 'Natively, in Rust', bench: 'native', section: native },
  { title: "Windows by the exponent's length (Ji, Wan)", bench: 'windows', section: windows },
  { title: "A kept base (Prots'ko, Gryshchuk)", bench: 'fixed-base', section: fixedBase },
  { title: "NIST's strengths beside SJCL (Pomcor)", bench: 'strengths', section: strengths },
  { title: 'Products of powers (Attias, Vigneri, Dimitrov)', bench: 'multi', section: multi },
  { title: 'The best method for each length (Attias, Vigneri, Dimitrov)', bench: 'methods', section: methods },
  { title: 'The early exit (Brun)', bench: 'early-exit', section: earlyExit },
  { title: 'Verifying proofs', bench: 'verify', section: verify },
  { title: 'Evaluating and proving', bench: 'evaluate', section: evaluate },
  { title: 'The first proof of a fresh process', bench: 'cold', section: cold },
  { title: 'What is loaded', bench: 'sizes', section: sizes },
  { title: 'What bigints cost', bench: 'conversion', section: conversion },
  { title: 'Whether the secret path shows in time (dudect)', bench: 'dudect', section: dudect },
];

/** @returns {{ page: string, charts: Map<string, string> }} charts by their file's name */
export function renderReport(report) {
  const charts = new Map();
  const chart = (id, option, { width = 860, height = 380, alt = option.title?.text } = {}) => {
    if (!alt) throw new Error(`chart ${id} has neither title nor text`);
    if (charts.has(`${id}.svg`)) throw new Error(`two charts ${id}`);
    charts.set(`${id}.svg`, drawChart(option, { width, height }));
    return `![${alt.replaceAll('\n', ' ')}](charts/${id}.svg)`;
  };
  const { results, versions } = report;
  const kit = { chart, table, results, versions };
  const parts = sections.map(({ title, bench, section }) => {
    const result = results[bench];
    return `## ${title}\n\n${result ? section(result, kit).trim() : `Not measured: \`node bench/${bench}.mjs\`.`}\n`;
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
