// Every bench reads its options and writes its result, as JSON, with these functions.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { table } from './report/format.mjs';
import { versions } from './versions.mjs';

/**
 * --quick, --json FILE, the options in `more`, and the names of engines after them.
 *
 * @param {import('node:util').ParseArgsConfig['options']} [more]
 */
export function readOptions(more = {}) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, ...more },
  });
  return { ...values, wanted: positionals };
}

/**
 * Writes the result, and prints what the report says of it, without charts.
 *
 * @param {{ json?: string }} options
 */
export async function writeResult({ json }, result) {
  if (json) writeJson(json, result);
  const { default: section } = await import(new URL('report.mjs', pathToFileURL(process.argv[1])));
  console.log(section(result, { chart: () => '', table, results: {}, versions: await versions() }));
}

export function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${inLines(JSON.parse(JSON.stringify(value, rounded)))}\n`);
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
