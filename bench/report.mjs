// Writes what the documents below take from bench/results/results.json, and the charts: node bench/report.mjs
// queries.mjs says how a document names what it takes.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QUERIES } from './queries.mjs';
import { drawChart } from './report/chart.mjs';
import { amountOf, numberOf, table, textOf } from './report/format.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
export const RESULTS = path('results/results.json');
export const CHARTS = path('results/charts/');
const REPORTS = ['REPORT.md', 'PAPERS.md'];
export const DOCUMENTS = [
  ...REPORTS,
  ...['../README.md', '../MIGRATING.md', '../crate/core/README.md', '../www/index.html'],
  ...['index.md', 'guides/14-size-and-support.md', 'guides/15-limits.md', 'guides/17-many-machines.md'].map(
    (name) => `../www/docs/${name}`,
  ),
].map(path);

/**
 * A table or a chart below the line that names its query; or before the name a figure with its unit, words in
 * backticks, or nothing yet.
 */
const RESULT = /^<!--=(\S+?)-->\n(?:.+\n?)*|(?:`[^`\n]*`|[\w.–-]+(?: (?:kB|µs|ms|s))?)?<!--=(\S+?)-->/gm;

const read = (file) => readFileSync(file, 'utf8');

/** The documents and the charts that results give. @returns {Map<string, string>} by path */
export function renderAll(report) {
  const files = new Map();
  for (const file of DOCUMENTS) files.set(file, rendered(read(file), report, { file, files }));
  return files;
}

/** The sections of the report that have tables of a bench, for a terminal. */
export function sectionsOf(bench, rows) {
  const sections = REPORTS.flatMap((name) => read(path(name)).split(/^(?=##+ )/m));
  const text = sections.filter((part) => queriesOf(part).some((query) => query.bench === bench)).join('');
  return rendered(text, { results: { [bench]: rows } }).replace(/<!--.*?-->\n?|^!\[.*\n/gm, '');
}

/** The names of the benches of which the report has tables. */
export const benches = new Set(REPORTS.flatMap((name) => queriesOf(read(path(name)))).map(({ bench }) => bench));

/** The text without what results give. */
export const withoutResults = (text) => text.replace(RESULT, '');

/** The queries that a text names. */
function queriesOf(text) {
  return [...text.matchAll(/<!--=(\S+?)-->/g)].map(([, name]) => queryOf(name));
}

function queryOf(name) {
  if (!Object.hasOwn(QUERIES, name)) throw new Error(`bench/queries.mjs has no query ${name}`);
  return QUERIES[name];
}

/** The text with its figures, tables and charts drawn anew. Charts go to `files`. */
export function rendered(text, report, { file = DOCUMENTS[0], files = new Map() } = {}) {
  return text.replace(RESULT, (old, name, figure) => (figure ? said(figure) : drawn(name, old.endsWith('\n'))));

  function said(name) {
    const query = queryOf(name);
    if (query.draw) throw new Error(`${file}: ${name} is not one figure: its name needs a line of its own`);
    const shown = textOf(picked(cellsOf(report, query), query));
    return `${shown.replace(/ (?:kB|µs|ms|s)$/, '').includes(' ') ? `\`${shown}\`` : shown}<!--=${name}-->`;
  }

  function drawn(name, hasEnd) {
    const query = queryOf(name);
    if (!query.draw) throw new Error(`${file}: ${name} is one figure, and stands behind it in its line`);
    const cells = (query.of ?? [query]).flatMap((part) => cellsOf(report, { ...query, ...part }));
    const missing = `Not measured: \`node bench/${query.bench}/${query.bench}.mjs\`.`;
    return `<!--=${name}-->\n${cells.length ? shape(name, query, pivot(cells)) : missing}${hasEnd ? '\n' : ''}`;
  }

  function shape(name, query, found) {
    if (query.draw === 'table') return asTable(found, query);
    const chart = `${CHARTS}${name.replace(/\.chart$/, '')}.svg`;
    files.set(chart, drawChart(query.draw, found, query));
    return `![${query.title}](${relative(dirname(file), chart).replaceAll('\\', '/')})`;
  }
}

/**
 * The cells of rows. A row has labels, and by the names of its cases `timings` or `values`. `case` is a label too.
 *
 * @typedef {object} Asked
 * @property {'table' | 'bars' | 'curves' | 'map'} [draw] else it is one figure
 * @property {string} bench or `about`: the machine, the versions and the runs
 * @property {Asked[]} [of] several parts of one chart
 * @property {Record<string, unknown>} [where] the labels of the rows to take; a list names the ones allowed, and
 *   engines have no version
 * @property {string[]} lines the labels that name a line
 * @property {string[]} columns the labels that name a column
 * @property {string[]} [cases] those to take; all by default
 * @property {Record<string, string>} [names] other words for labels
 * @property {Record<string, string>} [heads] the same for columns alone
 * @property {string} [over] the case whose time divides
 * @property {string} [per] the case whose time is divided
 * @property {true} [ratios] without the times
 * @property {'median'} [by] of times; the mean where luck decides, else the minimum
 * @property {'kB' | 'ms'} [unit]
 * @property {number} [digits]
 * @property {'least' | 'most'} [pick] of a sentence's figures; the first by default
 * @property {string} [title] of a chart; `x` and `y` are explained at drawChart
 */
function cellsOf(report, asked) {
  const {
    bench,
    where = {},
    lines = [],
    columns = [],
    cases,
    names = {},
    heads = names,
    over,
    per,
    ratios,
    by,
  } = asked;
  const rows = bench === 'about' ? about(report) : (report.results[bench] ?? []);
  const fits = (row) =>
    Object.entries(where).every(([label, wanted]) =>
      [wanted].flat().includes(label === 'engine' ? row.engine.replace(/ [\d.]+/, '') : row[label]),
    );
  return rows.filter(fits).flatMap((row) =>
    Object.entries(row.timings ?? row.values)
      .filter(([name, value]) => value !== null && (cases ? cases.includes(name) : !ratios || name !== (over ?? per)))
      .map(([name, value]) => {
        const labels = { ...row, case: name, engine: row.engine && shortName(row.engine) };
        const keyOf = (key, words) => key.map((label) => words[labels[label]] ?? labels[label]).join(' | ');
        // Beside ratios the divider shows its time; where all cells are ratios, it shows 1.
        const base =
          name === (over ?? per) && !ratios ? undefined : amountOf((row.timings ?? row.values)[over ?? per], by);
        return { line: keyOf(lines, names), column: keyOf(columns, heads), value, base, asked };
      }),
  );
}

/** `Node 24` of `Node 24.21.0`: the versions have a table of their own. */
const shortName = (engine) =>
  engine.replace(/(\d+)\.[\d.]+/, '$1').replace(', javascript.options.wasm_wide_arithmetic', '');

function about({ machine = {}, versions = {}, runs = {}, results }) {
  const engines = new Set(Object.values(results).flatMap((rows) => rows?.flatMap(({ engine }) => engine ?? []) ?? []));
  const row =
    (part) =>
    ([name, value]) => ({ part, name, values: { version: value } });
  return [
    ...Object.entries(machine).map(row('machine')),
    ...Object.entries(versions).map(row('versions')),
    row('versions')(['engines', [...engines].sort().join('; ')]),
    ...Object.entries(runs).map(
      ([name, { commit, date, quick, processor = machine.processor, slower = null, tries = 1, unsteady = '' }]) => {
        const form = quick ? 'quick, provisional' : 'whole';
        return {
          part: 'runs',
          name,
          values: {
            commit,
            date,
            form,
            processor,
            'times as long a native loop took': slower,
            runs: tries,
            'unsteady times': unsteady,
          },
        };
      },
    ),
  ];
}

function picked(cells, { pick }) {
  if (!pick) return cells[0];
  return cells.toSorted((a, b) => numberOf(a) - numberOf(b)).at(pick === 'least' ? 0 : -1);
}

function pivot(cells) {
  const places = new Map(cells.map((cell) => [`${cell.line}\n${cell.column}`, cell]));
  return {
    lines: [...new Set(cells.map(({ line }) => line))],
    columns: [...new Set(cells.map(({ column }) => column))],
    at: (line, column) => places.get(`${line}\n${column}`),
  };
}

function asTable({ lines, columns, at }, { lines: labels, names = {} }) {
  return table(
    [
      ...labels.map((label) => (label === 'case' ? '' : (names[label] ?? label))),
      ...columns.map((key) => key.replaceAll(' | ', ', ')),
    ],
    lines.map((line) => [...line.split(' | '), ...columns.map((column) => textOf(at(line, column)))]),
  );
}

export function writeReport() {
  const files = renderAll(JSON.parse(read(RESULTS)));
  rmSync(CHARTS, { recursive: true, force: true });
  mkdirSync(CHARTS);
  for (const [file, text] of files) writeFileSync(file, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeReport();
