// Every bench reads its options and writes its result, as JSON, with these functions.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';

/** --quick, --json FILE, and the names of engines after them. */
export function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
  });
  return { ...values, wanted: positionals };
}

/**
 * Writes the rows of a bench, and prints what the report says of them, without charts. A row has labels, and by the
 * names of its cases `timings` or other `values`.
 *
 * @param {{ json?: string }} options
 * @param {object[]} rows
 */
export async function writeRows({ json }, rows) {
  if (json) writeJson(json, rows);
  const { sectionsOf } = await import('./report.mjs');
  console.log(sectionsOf(basename(dirname(process.argv[1])), rows));
}

/** Whoever stops it finds the file as it was before or as it is after. */
export function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${inLines(JSON.parse(JSON.stringify(value, rounded)))}\n`);
  renameSync(`${file}.new`, file);
}

/** JSON with a line for each row: for what has no list of rows within it. */
function inLines(value, indent = '') {
  if (!hasRows(value)) return JSON.stringify(value);
  const inner = `${indent} `;
  const parts = Object.entries(value).map(
    ([key, part]) => `${inner}${Array.isArray(value) ? '' : `${JSON.stringify(key)}:`}${inLines(part, inner)}`,
  );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

const isObject = (value) => typeof value === 'object' && value !== null;

function hasRows(value) {
  return isObject(value) && ((Array.isArray(value) && value.some(isObject)) || Object.values(value).some(hasRows));
}

/** Rounds to six digits, more than any of the clocks resolves. */
function rounded(_key, value) {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}
