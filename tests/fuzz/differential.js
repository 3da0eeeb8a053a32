// Compares products and powers of a kernel, as the engine runs it, with the kernel `cios` and BigInt, a part of a long
// run at a time. The conformance suite comes with the first part, at every number of 32-bit limbs.

import { init } from '../../crate/js/dist/index.js';
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { breathe, loadBench } from '../../workshop/engines/inside.js';
import { seededNumber } from '../../workshop/numbers.js';

const MAX_LIMBS = 130;
const MAX_BITS = 32 * MAX_LIMBS;
/** The longest modulus that every kernel takes. */
const LONGEST_BITS = 65_536;
/** The longest modulus of the kernel `short`, which every module has. */
const SHORT_BITS = 256;

/** The products in one call, the powers between two pauses, and the distance between the seeds of two powers. */
const PRODUCTS = 20_000;
const LONG_PRODUCTS = 200;
const POWERS = 100;
const STEP = 0x9e3779b1;
/** More than the calls of a part. */
const SEEDS = 2 ** 20;

/** The widths of the kernels' limbs and digits. Repeated digits of these widths are the kernels' worst cases. */
const WIDTHS = [13, 28, 29, 32, 50, 64];

/**
 * @param {{ kernel: string, products: number, long: number, powers: number, part: number }} task the numbers of this
 *   part, where the modulus of a `long` product may have any length; parts of the same numbers compare other operands
 * @returns {Promise<{ lengths: number, products: number, long: number, powers: number, problem?: string }>} the numbers
 *   that agreed, up to the first difference
 */
export default async function run({ kernel, products: wanted, long: wantedLong, powers: wantedPowers, part }) {
  const bench = await loadBench(kernel);
  const agreed = { lengths: 0, products: 0, long: 0, powers: 0 };
  for (; part === 0 && agreed.lengths < MAX_LIMBS; agreed.lengths++) {
    const bits = 32 * (agreed.lengths + 1);
    const problem =
      bench.conformance(kernel, bits, 1) ?? (bits <= SHORT_BITS ? bench.conformance('short', bits, 1) : undefined);
    if (problem) return { ...agreed, problem };
    await breathe();
  }
  const compare = async (what, total, most, differs) => {
    for (let seed = 1 + SEEDS * part; agreed[what] < total; seed++) {
      const products = Math.min(most, total - agreed[what]);
      const problem = differs(products, seed);
      if (problem) return problem;
      agreed[what] += products;
      await breathe();
    }
  };
  const problem =
    (await compare(
      'products',
      wanted,
      PRODUCTS,
      (products, seed) =>
        bench.differential(kernel, products, MAX_BITS, seed) ?? bench.differential('short', products, SHORT_BITS, seed),
    )) ??
    (await compare('long', wantedLong, LONG_PRODUCTS, (products, seed) =>
      bench.differential(kernel, products, LONGEST_BITS, seed),
    ));
  if (problem) return { ...agreed, problem };
  const pm = await init({ kernel });
  const first = Math.imul(STEP, 1 + wantedPowers * part) >>> 0 || STEP;
  for (let seed = first; agreed.powers < wantedPowers; agreed.powers++, seed = (seed + STEP) >>> 0 || STEP) {
    const [base, exponent, modulus] = operands(seed);
    if (pm.modPow(base, exponent, modulus) !== bigintModPow(base, exponent, modulus))
      return { ...agreed, problem: `modPow(${base}n, ${exponent}n, ${modulus}n)` };
    if (agreed.powers % POWERS === 0) await breathe();
  }
  return agreed;
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
