// Compares products and powers of a kernel, as the engine runs it, with the kernel `cios` and BigInt, for some seconds.
// The conformance suite is run too, at one number of 32-bit limbs after another.

import { init } from '../../crate/js/dist/index.js';
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { loadBench, seldom } from '../../workshop/engines/inside.js';
import { seededNumber } from '../../workshop/numbers.js';

const MAX_LIMBS = 130;
const MAX_BITS = 32 * MAX_LIMBS;
/** The longest modulus that every kernel takes. */
const LONGEST_BITS = 65_536;
/** The longest modulus of the kernel `short`, which every module has. */
const SHORT_BITS = 256;

/** The distance between two seeds. */
const STEP = 0x9e3779b1;

/** From one number of limbs to the next: without a common factor, so that all have their turn. */
const STRIDE = 37;

/** The widths of the kernels' limbs and digits. Repeated digits of these widths are the kernels' worst cases. */
const WIDTHS = [13, 28, 29, 32, 50, 64];

/**
 * @param {{ kernel: string, seconds: number, seed: number }} task
 * @returns {Promise<{ lengths: number, products: number, long: number, powers: number, problem?: string }>} the numbers
 *   that agreed, up to the first difference, where the modulus of a `long` product may have any length
 */
export default async function run({ kernel, seconds, seed }) {
  const end = performance.now() + 1000 * seconds;
  const bench = await loadBench(kernel);
  const pm = await init({ kernel });
  const next = () => {
    seed = (seed + STEP) >>> 0 || STEP;
    return seed;
  };
  /** Each compares so many, and tells what differs. */
  const checks = {
    lengths: [1, lengthsOf(bench, kernel, seed)],
    products: [
      500,
      (count) =>
        bench.differential(kernel, count, MAX_BITS, next()) ?? bench.differential('short', count, SHORT_BITS, next()),
    ],
    long: [1, (count) => bench.differential(kernel, count, LONGEST_BITS, next())],
    powers: [1, () => differingPower(pm, next())],
  };
  const agreed = { lengths: 0, products: 0, long: 0, powers: 0 };
  const spent = { lengths: 0, products: 0, long: 0, powers: 0 };
  const pause = seldom();
  do {
    // Each has a quarter of the time.
    const [what] = Object.entries(spent).sort(([, a], [, b]) => a - b)[0];
    const [count, differs] = checks[what];
    const start = performance.now();
    const problem = differs(count);
    if (problem) return { ...agreed, problem };
    agreed[what] += count;
    spent[what] += performance.now() - start;
    await pause();
  } while (performance.now() < end);
  return agreed;
}

/** The conformance suite at one length after another. */
function lengthsOf(bench, kernel, seed) {
  let turn = seed % MAX_LIMBS;
  return () => {
    turn = (turn + STRIDE) % MAX_LIMBS;
    const bits = 32 * (turn + 1);
    return (
      bench.conformance(kernel, bits, seed) ?? (bits <= SHORT_BITS ? bench.conformance('short', bits, seed) : undefined)
    );
  };
}

function differingPower(pm, seed) {
  const [base, exponent, modulus] = operands(seed);
  const isRight = pm.modPow(base, exponent, modulus) === bigintModPow(base, exponent, modulus);
  return isRight ? undefined : `modPow(${base}n, ${exponent}n, ${modulus}n)`;
}

/** @param {number} seed */
function operands(seed) {
  const random = seededNumber(64, seed);
  const bits = 2 + Number(random % BigInt(MAX_BITS - 1));
  const modulus = pattern(bits, seed, random >> 16n) | 1n;
  const base = pattern(bits, ~seed || 1, random >> 32n) % modulus;
  return [base, seededNumber(1 + (seed % 128), seed), modulus];
}

/** A number of `bits` bits: random, or a repeated digit that is the largest, the smallest, or next to the middle. */
function pattern(bits, seed, choice) {
  if (choice % 2n) return seededNumber(bits, seed);
  const width = WIDTHS[Number((choice >> 1n) % 6n)];
  const [ones, half] = [2n ** BigInt(width) - 1n, 2n ** BigInt(width - 1)];
  const digit = [0n, 1n, ones, ones - 1n, half - 1n, half, half + 1n][Number((choice >> 4n) % 7n)];
  const digits = Array.from({ length: Math.ceil(bits / width) }, () => digit.toString(2).padStart(width, '0')).join('');
  return BigInt(`0b1${digits.slice(0, bits - 1)}`);
}
