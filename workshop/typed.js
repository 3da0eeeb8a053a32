// Reads what people type or paste: one rule for the page and the command line. The message of each error is the reason,
// which the caller puts behind the name of the field or of the option.

/**
 * An integer in decimal, or in hex after `0x`, with or without a sign. Between digits may stand what programs and
 * people put there: line ends and `_`; in decimal also commas or spaces, by threes; in hex also spaces and colons.
 *
 * @param {string} text
 * @returns {bigint}
 * @throws {RangeError}
 */
export function readInteger(text) {
  const trimmed = text.trim();
  const isNegative = trimmed.startsWith('-');
  const written = isNegative ? trimmed.slice(1) : trimmed;
  const lines = written.split(/[\r\n]+/).map((line) => line.trim());
  const digits = lines.join('').replace(/(?<=[\dA-Fa-f])_(?=[\dA-Fa-f])/g, '');
  const bare = /^0x/i.test(digits)
    ? digits.replace(/(?<=[\dA-Fa-f])[\s:](?=[\dA-Fa-f])/g, '')
    : digits.replace(/^\d{1,3}(?:(?:,\d{3})+|(?:\s\d{3})+)$/, (grouped) => grouped.replace(/[,\s]/g, ''));
  const literal = bare.replace(/n$/, ''); // 5n, as code has it
  if (!/^(?:\d+|0x[\da-f]+)$/i.test(literal)) throw new RangeError(reasonAgainst(literal));
  return isNegative ? -BigInt(literal) : BigInt(literal);
}

/** @param {string} text */
function reasonAgainst(text) {
  if (text === '') return 'is empty';
  if (/^\d+e\d+$/i.test(text)) return 'may be a power of ten or hex: write all digits, or hex after 0x';
  if (/^0[bo]/i.test(text)) return 'must be decimal, or hex after 0x';
  if (/[a-f:]/i.test(text) && /^[\da-f]+(?:[\s:][\da-f]+)*$/i.test(text)) return 'hex digits stand after 0x';
  return 'must be an integer, decimal or in hex after 0x';
}

/**
 * A number of squarings: an integer from 1 to 2^53 − 1, or a power of two such as `2^20`.
 *
 * @param {string} text
 * @returns {number}
 * @throws {RangeError}
 */
export function readIterations(text) {
  const power = /^\s*2\s*\^\s*(\d{1,4})\s*$/.exec(text)?.[1];
  const count = power ? 2 ** Number(power) : wholeOr(text, Number.NaN);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new RangeError('must be a whole number from 1 to 2^53 - 1, such as 1048576 or 2^20');
  return count;
}

/** @param {string} text @param {number} other */
function wholeOr(text, other) {
  try {
    return Number(readInteger(text));
  } catch {
    return other;
  }
}

/**
 * The bytes of a seed: those of its text, or hex after `0x`.
 *
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {RangeError}
 */
export function readSeed(text) {
  if (!/^0x/i.test(text)) return new TextEncoder().encode(text);
  const pairs = text.slice(2);
  if (!/^([\da-f]{2})*$/i.test(pairs)) throw new RangeError('must have two hex digits for each byte after 0x');
  return Uint8Array.from(pairs.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
