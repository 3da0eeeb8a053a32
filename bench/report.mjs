// Writes bench/REPORT.md and bench/results/charts from bench/results/results.json: node bench/report.mjs
// The text is bench/report/report.md. A line `@table`, `@bars`, `@curves` or `@map` in it is a table of one bench, as JSON; the last
// three draw it as a chart.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawChart } from './report/chart.mjs';
import { cell, figure, table } from './report/format.mjs';
import { head } from './report/head.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
export const RESULTS = path('results/results.json');
export const REPORT = path('REPORT.md');
export const CHARTS = path('results/charts/');

const TEXT = readFileSync(path('report/report.md'), 'utf8');
const BLOCK = /^@(table|bars|curves|map) (.*)$/gm;

/** The names of the benches of which the report has tables. */
export const benches = [...new Set([...TEXT.matchAll(BLOCK)].map(([, , json]) => JSON.parse(json).bench))];

/** @returns {{ page: string, charts: Map<string, string> }} the charts by file name */
export function renderReport(report) {
  const charts = new Map();
  return { page: `${head(report)}\n${filled(TEXT, report.results, charts)}`, charts };
}

/** The sections that have tables of a bench, without charts. */
export function sectionsOf(bench, rows) {
  const parts = TEXT.split(/^(?=## )/m).filter((part) => part.includes(`"bench":"${bench}"`));
  return filled(parts.join(''), { [bench]: rows }).replace(/^!\[.*\n\n/gm, '');
}

function filled(text, results, charts = new Map()) {
  return text.replace(BLOCK, (_, kind, json) => {
    const asked = JSON.parse(json);
    const rows = results[asked.bench];
    if (!rows) return `Not measured: \`node bench/${asked.bench}/run.mjs\`.`;
    const found = pivot(rows, asked);
    if (!found.lines.length) return 'Not measured.';
    return kind === 'table' ? asTable(found, asked) : asChart(kind, found, asked, charts);
  });
}

/**
 * A table of rows. A row has labels, and by the names of its cases `timings` or `values`. `case` is a label too.
 *
 * @typedef {object} Asked
 * @property {string} bench
 * @property {Record<string, unknown>} [where] the labels of the rows to take; a list names the ones allowed
 * @property {string[]} lines the labels that name a line
 * @property {string[]} columns the labels that name a column
 * @property {string[]} [cases] those to take; all by default
 * @property {string} [over] the case whose time divides
 * @property {string} [per] the case whose time is divided
 * @property {true} [ratios] without the times
 * @property {'kB'} [unit] of values
 */
function pivot(rows, { where = {}, lines, columns, cases, over, per, ratios, unit }) {
  const fits = (row) => Object.entries(where).every(([label, wanted]) => [wanted].flat().includes(row[label]));
  const cells = rows.filter(fits).flatMap((row) =>
    Object.entries(row.timings ?? row.values)
      .filter(([name]) => (cases ? cases.includes(name) : !ratios || name !== (over ?? per)))
      .map(([name, value]) => ({ labels: { ...row, case: name }, value, base: row.timings?.[over ?? per] })),
  );
  const keyOf = (names) => (one) => names.map((name) => one.labels[name]).join(' | ');
  const [lineOf, columnOf] = [lines, columns].map(keyOf);
  const places = new Map(cells.map((one) => [JSON.stringify([lineOf(one), columnOf(one)]), one]));
  const at = (line, column) => places.get(JSON.stringify([line, column]));
  return {
    lines: [...new Set(cells.map(lineOf))],
    columns: [...new Set(cells.map(columnOf))],
    numberAt(line, column) {
      const { value, base } = at(line, column) ?? {};
      if (value === undefined || typeof value !== 'object') return value;
      if (!base) return Number(figure(value.min));
      return Number(figure(over ? value.min / base.min : base.min / value.min));
    },
    textAt: (line, column) => cell(at(line, column), { over, per, ratios, unit }),
  };
}

const words = (key) => key.replaceAll(' | ', ', ');

function asTable({ lines, columns, textAt }, { lines: labels }) {
  const heads = labels.map((label) => (label === 'case' ? '' : label));
  return table(
    [...heads, ...columns.map(words)],
    lines.map((line) => [...line.split(' | '), ...columns.map((column) => textAt(line, column))]),
  );
}

function asChart(kind, found, { chart, title, ...names }, charts) {
  if (charts.has(`${chart}.svg`)) throw new Error(`two charts are named ${chart}`);
  charts.set(`${chart}.svg`, drawChart(kind, found, { title, ...names }));
  return `![${title}](results/charts/${chart}.svg)`;
}

export function writeReport() {
  const { page, charts } = renderReport(JSON.parse(readFileSync(RESULTS, 'utf8')));
  writeFileSync(REPORT, page);
  rmSync(CHARTS, { recursive: true, force: true });
  mkdirSync(CHARTS);
  for (const [name, svg] of charts) writeFileSync(CHARTS + name, svg);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeReport();
