// Compares products and powers of a kernel, as the engine runs it, with the kernel `cios` and BigInt, for some seconds.
// The conformance suite is run too, at one number of 32-bit limbs after another.

import { init } from '../../crate/js/dist/index.js';
import * as alone from '../../crate/js/dist/static.js';
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { loadBench, read, seldom } from '../../workshop/engines/inside.js';
import { seededNumber } from '../../workshop/numbers.js';
import { limbsFor, multipleOf, productBy, productOf, startProduct } from '../support/first-kernel.js';

const MAX_LIMBS = 130;
const MAX_BITS = 32 * MAX_LIMBS;
/** The longest modulus that every kernel takes. */
const LONGEST_BITS = 65_536;
/** The longest modulus of the kernel `short`, which every module has. */
const SHORT_BITS = 256;
/** The longest modulus of the first kernel. */
const FIRST_BITS = 16_384;

/** The distance between two seeds. */
const STEP = 0x9e3779b1;

/** From one number of limbs to the next: without a common factor, so that all have their turn. */
const STRIDE = 37;

/** The widths of the kernels' limbs and digits. Repeated digits of these widths are the kernels' worst cases. */
const WIDTHS = [13, 28, 29, 32, 48, 50, 64];

/**
 * @param {{ kernel: string, seconds: number, seed: number }} task
 * @returns {Promise<{ lengths: number, products: number, long: number, powers: number, problem?: string }>} the numbers
 *   that agreed, up to the first difference, where the modulus of a `long` product may have any length
 */
export default async function run({ kernel, seconds, seed }) {
  const end = performance.now() + 1000 * seconds;
  const next = () => {
    seed = (seed + STEP) >>> 0 || STEP;
    return seed;
  };
  /** Each compares so many, and tells what differs. */
  const checks = await (kernel === 'first' ? checksOfFirst(next) : checksOf(kernel, seed, next));
  const agreed = { lengths: 0, products: 0, long: 0, powers: 0 };
  const spent = Object.fromEntries(Object.keys(checks).map((what) => [what, 0]));
  const pause = seldom();
  do {
    // Each has the same part of the time.
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

async function checksOf(kernel, seed, next) {
  const bench = await loadBench(kernel);
  const { modPow } = await init({ kernel });
  return {
    lengths: [1, lengthsOf(bench, kernel, seed)],
    products: [
      500,
      (count) =>
        bench.differential(kernel, count, MAX_BITS, next()) ?? bench.differential('short', count, SHORT_BITS, next()),
    ],
    long: [1, (count) => bench.differential(kernel, count, LONGEST_BITS, next())],
    powers: [1, () => differingPower(modPow, next())],
  };
}

/** Of the first kernel: products by its module, and powers by the functions of an entry that loads no other. */
async function checksOfFirst(next) {
  const exports = startProduct(await read('target/wasm/first.wasm'));
  const differs = (most) => () => {
    const [x, y, modulus] = operands(next(), most);
    const multiple = multipleOf(modulus);
    const limbs = limbsFor(multiple);
    const [a, b] = [2n * multiple - 1n - x, (x * y) % (2n * multiple)];
    const isRight = productBy(exports, a, b, multiple, limbs) === productOf(a, b, multiple, limbs);
    return isRight ? undefined : `the product of ${a}n and ${b}n modulo ${multiple}n`;
  };
  // So the kernel is started.
  alone.modPow(3n, 1n << 2000n, (1n << 2048n) - 1n);
  if (alone.choice.kernel !== 'first') throw new Error(`the functions compute by ${alone.choice.kernel}`);
  return {
    products: [1, differs(MAX_BITS)],
    long: [1, differs(FIRST_BITS)],
    powers: [1, () => differingPower(alone.modPow, next())],
  };
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

function differingPower(modPow, seed) {
  const [base, exponent, modulus] = operands(seed);
  const isRight = modPow(base, exponent, modulus) === bigintModPow(base, exponent, modulus);
  return isRight ? undefined : `modPow(${base}n, ${exponent}n, ${modulus}n)`;
}

/** @param {number} seed @param {number} [most] bits of the modulus */
function operands(seed, most = MAX_BITS) {
  const random = seededNumber(64, seed);
  const bits = 2 + Number(random % BigInt(most - 1));
  const modulus = pattern(bits, seed, random >> 16n) | 1n;
  const base = pattern(bits, ~seed || 1, random >> 32n) % modulus;
  return [base, seededNumber(1 + (seed % 128), seed), modulus];
}

/** A number of `bits` bits: random, or a repeated digit that is the largest, the smallest, or next to the middle. */
function pattern(bits, seed, choice) {
  if (choice % 2n) return seededNumber(bits, seed);
  const width = WIDTHS[Number((choice >> 1n) % 7n)];
  const [ones, half] = [2n ** BigInt(width) - 1n, 2n ** BigInt(width - 1)];
  const digit = [0n, 1n, ones, ones - 1n, half - 1n, half, half + 1n][Number((choice >> 4n) % 7n)];
  const digits = Array.from({ length: Math.ceil(bits / width) }, () => digit.toString(2).padStart(width, '0')).join('');
  return BigInt(`0b1${digits.slice(0, bits - 1)}`);
}
