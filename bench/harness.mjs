// Every bench reads its options and writes its result, as JSON, with these functions.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

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

/** @param {{ json?: string }} options */
export function writeResult({ json }, result) {
  if (!json) return;
  mkdirSync(dirname(json), { recursive: true });
  writeFileSync(json, `${JSON.stringify(result, rounded, 2)}\n`);
}

/** Rounds to six digits, more than any of the clocks resolves. */
function rounded(_key, value) {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}
