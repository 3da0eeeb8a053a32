// The claims in the head of crate/kernel/src/limbs/chain.rs: chains of fused multiply-adds are exact.
import { power } from './dyadic.mjs';
import { Script } from './script.mjs';

/** The bits of a double below its leading one. */
const FRACTION = 52;
const EXPONENT_BIAS = 1023;

/** The bits of the double 2^exponent, as an integer. In the binade above, each further unit adds 1. */
export const bitsOfPower = (exponent) => BigInt(exponent + EXPONENT_BIAS) << BigInt(FRACTION);

/**
 * A chain: Σ x·y = low + 2^w·high, exactly.
 *
 * @typedef {object} Factors integers x and y, up to these absolute values
 * @property {*} x
 * @property {*} y
 *
 * @param {string} name
 * @param {Record<string, import('./dyadic.mjs').Dyadic>} constants of the kernel
 * @param {Factors[]} terms
 * @param {object} [options]
 * @param {string} [options.rounding]
 * @param {boolean} [options.fused] whether a multiply-add rounds once
 * @param {{ after: number, most: * }} [options.less] a limb that is subtracted from the low part after `after` terms
 * @param {string} [options.low] the range of low parts without their start
 * @param {string} [options.high] the range of high parts without their start, in units of 2^w
 */
export function chain(name, constants, terms, { rounding, fused = true, less, low, high } = {}) {
  const { HIGH_START, LOW_START, HIGH_LEAST, HIGH_MOST, LOW_LEAST, LOW_MOST } = constants;
  const width = constants.WIDTH.number;
  const [unit, perUnit, half] = [power(width), power(-width), power(width - 1)];
  const script = new Script(name, rounding);
  const multiplyAdd = (x, y, z) => (fused ? `${x} * ${y} + ${z}` : `double(${x} * ${y}) + ${z}`);

  // The ranges that debug builds assert lie in one binade each, so that bits count units.
  script.claim(`${HIGH_LEAST} - ${power(width + FRACTION)} in [0, 0]`);
  script.claim(`${HIGH_MOST} - ${power(width + FRACTION + 1)} <= 0`);
  script.claim(`${LOW_LEAST} - ${power(FRACTION)} in [0, 0]`);
  script.claim(`${LOW_MOST} - ${power(FRACTION + 1)} in [0, 0]`);
  script.claim(`${terms.length} - ${constants.MAX_TERMS} <= 0`);

  script.define('C', `${HIGH_START}`);
  script.define('B', `${LOW_START}`);
  script.exact('both', 'C + B');
  const products = [];
  const errors = ['(both - (C + B))'];
  let [before, lowBefore] = ['C', ''];
  for (const [i, { x, y }] of terms.entries()) {
    const factor = (letter, most) => script.integer(`${letter}${i}`, `-${most}`, `${most}`);
    const [a, b] = [factor('x', x), factor('y', y)];
    const [h, d, p] = [`h${i}`, `d${i}`, `p${i}`];
    products.push(`${a} * ${b}`);

    script.rounded(h, multiplyAdd(a, b, before));
    script.claim(`${h} in [${HIGH_LEAST}, ${HIGH_MOST}]`);
    script.claim(`@FIX(${h}, ${width})`);
    const from = i === 0 ? 'both' : before;
    script.exact(d, `${from} - ${h}`);
    script.rounded(p, multiplyAdd(a, b, d));
    script.claim(`${p} - (${a} * ${b} + ${d}) in [0, 0]`);
    const split = `(${d} - (${from} - ${h})) - (${h} - (${a} * ${b} + ${before}))`;
    script.hint(`${a} * ${b} + ${d}`, i === 0 ? `B + ${split} + (both - (C + B))` : split);
    errors.push(`(${p} - (${a} * ${b} + ${d}))`, `(${d} - (${from} - ${h}))`);

    let l = p;
    if (i > 0) {
      script.claim(`${p} in [-${half}, ${half}]`);
      l = script.exact(`l${i}`, `${lowBefore} + ${p}`);
      errors.push(`(${l} - (${lowBefore} + ${p}))`);
    }
    script.claim(`${l} in [${LOW_LEAST}, ${LOW_MOST}]`);
    if (less && less.after === i + 1) {
      script.integer('less', `-${less.most}`, `${less.most}`);
      products.push('(0 - less)');
      const rest = script.exact('rest', `${l} - less`);
      errors.push(`(${rest} - (${l} - less))`);
      script.claim(`${rest} in [${LOW_LEAST}, ${LOW_MOST}]`);
      l = rest;
    }
    [before, lowBefore] = [h, l];
  }

  // The bits of both parts, less the bits of their start values.
  const { LOW_BIAS = bitsOf(LOW_START), HIGH_BIAS = bitsOf(HIGH_START) } = constants;
  const bits = (part, exponent, scale) => `((${part} - ${power(exponent)}) * ${scale} + ${bitsOfPower(exponent)})`;
  script.define('low', `${bits(lowBefore, FRACTION, '1')} - ${LOW_BIAS}`);
  script.define('high', `${bits(before, FRACTION + width, perUnit)} - ${HIGH_BIAS}`);
  const sum = `low + high * ${unit} - (${products.join(' + ')})`;
  script.claim(`${sum} in [0, 0]`);
  script.hint(
    sum,
    `${errors.join(' + ')} + (B - ${power(FRACTION)} + (${bitsOfPower(FRACTION)} - ${LOW_BIAS}))` +
      ` + (C - ${power(FRACTION + width)} + ${unit} * (${bitsOfPower(FRACTION + width)} - ${HIGH_BIAS}))`,
  );
  if (low) script.claim(`low in ${low}`);
  if (high) script.claim(`high in ${high}`);
  return script;
}

/** The bits of a double, as an integer. */
function bitsOf(double) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Number(double.integer));
  return view.getBigUint64(0);
}
