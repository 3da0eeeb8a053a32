// What every bench shares: its options, the engines that it measures in, and its result as JSON.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { engines } from '../tests/engines/engines.mjs';
import { installRuntimes } from '../tests/engines/install.mjs';

/**
 * --quick, --json FILE, what else the bench takes, and the engines named after them.
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
 * Opens each engine that is there, one after another, and collects what `measure` answers.
 *
 * @template T
 * @param {string[]} wanted names in tests/engines/engines.mjs; none is all
 * @param {(engine: import('../tests/engines/engines.mjs').OpenEngine, name: string) => Promise<T>} measure
 * @returns {Promise<T[]>}
 */
export async function inEngines(wanted, measure) {
  await installRuntimes();
  const report = [];
  for (const { name, missing, open } of engines) {
    if (wanted.length && !wanted.includes(name)) continue;
    const reason = missing();
    if (reason) {
      console.log(`\n${name} is left out: ${reason}`);
      continue;
    }
    const engine = await open();
    try {
      report.push(await measure(engine, name));
    } finally {
      await engine.close();
    }
  }
  return report;
}

/** @param {{ json?: string }} options */
export function writeResult({ json }, result) {
  if (!json) return;
  mkdirSync(dirname(json), { recursive: true });
  writeFileSync(json, `${JSON.stringify(result, rounded, 2)}\n`);
}

/** Six digits are more than any clock here gives. */
function rounded(_key, value) {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}
