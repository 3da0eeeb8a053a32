// All programs of the fleet read their options here, and end with one line if something is wrong.
import { parseArgs } from 'node:util';

/** A text of others as a terminal may show it: control characters in it could be orders. */
export const printable = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');

/** Ends the program. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

const said = new Map();

/** Prints a message at most once a minute: while Redis is away, the same error comes many times a second. */
export function complain(message) {
  if (performance.now() - (said.get(message) ?? -Infinity) < 60_000) return;
  said.set(message, performance.now());
  console.error(message);
}

/**
 * Reads the command line. `--help` prints the usage and ends the program.
 *
 * @param {string} usage
 * @param {Record<string, string | undefined>} defaults for each option
 */
export function readOptions(usage, defaults, { allowPositionals = false } = {}) {
  const texts = Object.entries(defaults).map(([name, text]) => [name, { type: 'string', default: text }]);
  const options = { ...Object.fromEntries(texts), help: { type: 'boolean', default: false } };
  try {
    const { values, positionals } = parseArgs({ allowPositionals, options });
    if (!values.help) return { given: values, positionals };
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  console.log(usage);
  process.exit();
}

/** Reads the number of an option. */
export function number(given, name, { least, most = Number.MAX_SAFE_INTEGER, isWhole = true }) {
  const value = Number(given[name]);
  if (given[name].trim() !== '' && value >= least && value <= most && (!isWhole || Number.isInteger(value)))
    return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return fail(`--${name}: must be a ${isWhole ? 'whole ' : ''}number ${range}, not ${given[name]}`);
}
