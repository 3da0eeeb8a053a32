// A line of bench/DEVICES.md: what "Measure this device" found on one device. The page writes it, and
// `node bench/devices.mjs --check` reads it.

/** @typedef {'scalar' | 'simd128' | 'relaxed' | 'wide'} Kernel */

/** @type {readonly Kernel[]} */
export const KERNELS = ['scalar', 'simd128', 'relaxed', 'wide'];

/** What stands for the time of a kernel that does not run. */
const NONE = '—';

/** The most characters of a device's name. */
export const MAX_NAME = 80;

/**
 * @typedef {object} Device
 * @property {string} device any text
 * @property {string} engine the browser and its version
 * @property {Partial<Record<string, number>>} times milliseconds of one power, by kernel and of `BigInt`
 * @property {string} auto the kernel that `init` chose by itself
 * @property {string} version of powmod
 * @property {string} date such as 2026-11-22
 */

/** Three digits. @param {number} ms */
const time = (ms) => (ms < 100 ? ms.toPrecision(3) : ms.toFixed());

/** @type {{ title: string, write: (device: Device) => string, problem: (cell: string, row: string[]) => string | undefined | false }[]} */
const COLUMNS = [
  {
    title: 'Device',
    write: ({ device }) => escapeCell(device),
    problem: (cell) => !isEscaped(cell) && 'must be text of 1 to 80 characters, with Markdown escaped',
  },
  {
    title: 'Engine',
    write: ({ engine }) => escapeCell(engine),
    problem: (cell) =>
      (!isEscaped(cell) || !/ \d+(\.\d+)*$/.test(cell)) && 'must be a name and a version, such as Firefox 153.7',
  },
  ...[...KERNELS, 'BigInt'].map((name) => ({
    title: name,
    write: (/** @type {Device} */ { times: { [name]: ms } }) => (ms === undefined ? NONE : time(ms)),
    problem: (/** @type {string} */ cell) =>
      !isTime(cell) && (name === 'BigInt' || cell !== NONE) && 'must be milliseconds of three digits, such as 2.85',
  })),
  {
    title: 'auto',
    write: ({ auto }) => auto,
    problem: (cell, row) =>
      !isTime(row[COLUMNS.findIndex(({ title }) => title === cell && title !== 'BigInt')] ?? '') &&
      'must be a kernel that has a time in this line',
  },
  {
    title: 'powmod',
    write: ({ version }) => version,
    problem: (cell) => !/^\d+\.\d+\.\d+$/.test(cell) && 'must be a version, such as 0.1.0',
  },
  {
    title: 'Date',
    write: ({ date }) => date,
    problem: (cell) => !isDate(cell) && 'must be a date, such as 2026-11-22',
  },
];

/** The two lines above the first device. */
export const HEAD = [tableRow(COLUMNS.map(({ title }) => title)), tableRow(COLUMNS.map(() => '---'))];

/** @param {Device} device */
export function deviceLine(device) {
  return tableRow(COLUMNS.map(({ write }) => write(device)));
}

/**
 * What is wrong with a line, each with the name of its column; nothing if the line is right.
 *
 * @param {string} line
 * @returns {string[]}
 */
export function problemsOf(line) {
  const row = /^\| (.*) \|$/.exec(line)?.[1]?.split(' | ');
  if (row?.length !== COLUMNS.length) return [`line: must have ${COLUMNS.length} cells between '| ', ' | ' and ' |'`];
  return COLUMNS.flatMap(({ title, problem }, i) => {
    const what = problem(/** @type {string} */ (row[i]), row);
    return what ? [`${title}: ${what}`] : [];
  });
}

/** @param {string[]} cells */
function tableRow(cells) {
  return `| ${cells.join(' | ')} |`;
}

/** Characters that Markdown or HTML could read as their own, as entities, which no renderer of tables splits at. */
const SPECIAL = /[&<>|\\`*_~[\]]/g;

/** @param {string} text */
function escapeCell(text) {
  const plain = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  return [...plain]
    .slice(0, MAX_NAME)
    .join('')
    .trim()
    .replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`);
}

/** @param {string} cell */
function isEscaped(cell) {
  const text = cell.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  return text !== '' && escapeCell(text) === cell;
}

/** @param {string} cell */
function isTime(cell) {
  return Number(cell) > 0 && time(Number(cell)) === cell;
}

/** @param {string} cell */
function isDate(cell) {
  const time = /^\d{4}-\d\d-\d\d$/.test(cell) ? Date.parse(cell) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(cell);
}
