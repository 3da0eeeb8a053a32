// The claims in the head of crate/kernel/src/primes/side_by_side/two_long_moduli.rs about doubles.
import { bitsOfPower, chain } from './chains.mjs';
import { Dyadic, power } from './dyadic.mjs';
import { Script } from './script.mjs';

/** The bits of the double 2^52, whose unit is 1. */
const FIRST = bitsOfPower(52);
/** The bounds that the head names: a carry, the quotient, and each of the four parts that a column gets. */
const CARRY = 1n << 6n;
const QUOTIENT = power(50);
const PART = power(51);
/** The low part of a product's column is less. */
const LOW_PART = PART.plus(-(1n << 48n));

/** @param {Record<string, import('./dyadic.mjs').Dyadic>} constants */
export function twoLongModuli(constants) {
  const width = constants.WIDTH.number;
  const bounds = {
    width,
    limb: constants.HALF.plus(CARRY),
    top: power(width - constants.SPARE.number).plus(1n),
    excess: constants.OFFSET.integer >> constants.WIDTH.integer,
  };
  // Powers are below 3/5·M, and the low columns below 2^(w·(l − 1) + 54).
  const lowColumns = power(55 + constants.SPARE.number - width);
  const digits = new Dyadic((constants.LIMBS.integer * bounds.limb.integer * 3n) / 5n + lowColumns.integer + 1n);
  return [
    ...values(constants, bounds),
    quotient('the quotient of a shift', constants, bounds, `${power(width)}`, '0.58'),
    quotient('the quotient', constants, bounds, digits, '0.96'),
    ...columns(constants, bounds),
  ];
}

/** Each column is two chains, whose parts are small. */
function columns(constants, { limb }) {
  const limbs = constants.LIMBS.number;
  const parts = (part) => `[-${part}, ${part}]`;
  const terms = (count, x, y) => Array(count).fill({ x, y });
  const small = { low: parts(LOW_PART), high: parts(PART) };
  return [
    // The columns are added up side by side, so one may have a term more, whose factor is zero.
    chain('a column of a square', constants, terms(Math.ceil(limbs / 2) + 1, limb.doubled.doubled, limb), small),
    chain('a column of a product', constants, terms(limbs, limb, limb), {
      ...small,
      less: { after: limbs, most: limb },
    }),
    chain('a column of what is folded', constants, [...terms(limbs, limb, limb), { x: QUOTIENT, y: limb }], {
      low: parts(PART),
      high: parts(PART),
    }),
  ];
}

/** From columns to digits: sums of bits, and the doubles that have them. */
function values(constants, { width, limb, top, excess }) {
  const { HALF, OFFSET, MASK, LARGEST_SUM, LOW_START, HIGH_START, LOW_LEAST, LOW_MOST, LIMBS } = constants;
  const { LOWEST_SUM_START, ONE_CHAIN_SUM_START, TWO_CHAINS_SUM_START, DIGIT_WITH_CARRY, MAX_TERMS } = constants;
  const lowBits = FIRST + LOW_START.integer - power(52).integer;
  const highBits = bitsOfPower(52 + width) + (HIGH_START.integer >> BigInt(width)) - power(52).integer;

  const lengths = new Script('the limbs of residues');
  lengths.claim(`${top} - ${HALF} <= 0`);
  lengths.claim(`${MAX_TERMS} - ${LIMBS.number + 1} in [0, 0]`);

  const sum = new Script('the sum of a column');
  const known = OFFSET.plus(HALF.integer);
  const most = LOW_PART.plus(3n * PART.integer);
  sum.integer('column', `-${most}`, most);
  sum.claim(`column + ${known} in [0, ${LARGEST_SUM}]`);
  const replaced = (bits, start) => new Dyadic(BigInt.asIntN(64, bits + start.integer));
  sum.claim(`${replaced(lowBits + highBits, ONE_CHAIN_SUM_START)} - ${known} in [0, 0]`);
  sum.claim(`${replaced(2n * (lowBits + highBits), TWO_CHAINS_SUM_START)} - ${known} in [0, 0]`);
  sum.claim(`${replaced(2n * lowBits, LOWEST_SUM_START)} - ${known} in [0, 0]`);

  const carry = new Script('the carry of a column');
  carry.integer('below', 0, MASK);
  carry.integer('column', `-${most}`, most);
  carry.define('above', `(column + ${known} - below) * ${power(-width)}`);
  carry.claim(`above - ${excess} in [-${CARRY}, ${CARRY}]`);
  carry.claim(`${MASK.plus(1n)} - ${power(width)} in [0, 0]`);
  carry.claim(`${LARGEST_SUM.integer >> BigInt(width)} - ${new Dyadic(2n * excess - 1n)} in [0, 0]`);

  const digit = new Script('a digit with a carry');
  digit.integer('below', 0, MASK);
  digit.integer('above', excess - CARRY, excess + CARRY);
  digit.define('from', `below + above + ${new Dyadic(power(52).integer + DIGIT_WITH_CARRY.integer - FIRST)}`);
  digit.claim(`from in [${LOW_LEAST}, ${LOW_MOST}]`);
  digit.exact('result', `from - ${LOW_START}`);
  const expected = `result - (below + above - ${HALF.plus(excess)})`;
  digit.claim(`${expected} in [0, 0]`);
  digit.hint(
    expected,
    `(result - (from - ${LOW_START})) + ${new Dyadic(power(52).integer + DIGIT_WITH_CARRY.integer - FIRST - LOW_START.integer + HALF.integer + excess)}`,
  );
  digit.claim(`result in [-${limb}, ${limb}]`);
  return [lengths, sum, carry, digit];
}

/** The quotient q, for a number below so many times M: what is left of it, less q·M, is at most so many times M. */
function quotient(name, constants, { width, limb, top }, most, result) {
  const { LOW_START, HIGH_START, HIGH_LEAST, HIGH_MOST, LOW_LEAST, LOW_MOST, RADIX, INVERSE_RADIX, SPARE } = constants;
  const script = new Script(name);
  const bits = 2 * width - SPARE.number;
  const radix = power(width);
  // M in units of its second highest limb; the limbs below make less than one.
  script.given(`m in [${power(bits - 1)}, ${power(bits)}]`);
  script.integer('m_top', 0, top);
  script.integer('m_next', `-${limb}`, limb);
  script.given(`m - (m_top * ${radix} + m_next) in [-1, 1]`);
  script.rounded('leading_m', `m_top * ${RADIX} + m_next`);
  script.rounded('inverse', `${RADIX} / leading_m`);

  // What is left in units of the highest limb: the parts of columns that count, and less than 2^7.
  for (const part of ['product_high', 'folded_high', 'beyond']) {
    script.given(`@FIX(${part}, ${width})`);
    script.given(`${part} in [${HIGH_LEAST}, ${HIGH_MOST}]`);
  }
  script.integer('product_low', LOW_LEAST, LOW_MOST);
  script.integer('folded_low', LOW_LEAST, LOW_MOST);
  script.given(`neglected in [-${power(7)}, ${power(7)}]`);
  for (const part of ['product', 'folded']) {
    script.exact(`${part}_column`, `${part}_low - ${LOW_START}`);
    script.exact(`${part}_below`, `${part}_high - ${HIGH_START}`);
  }
  script.exact('column', 'folded_column + product_column');
  script.exact('below', 'folded_below + product_below');
  script.exact('above', `beyond - ${HIGH_START}`);
  script.rounded('lower', `below * ${INVERSE_RADIX} + column`);
  script.rounded('leading', 'lower + above');
  script.define('left', `above + column + below * ${power(-width)} + neglected`);
  script.define('exactly', `left * ${radix} / m`);
  script.given(`exactly in [-${most}, ${most}]`);

  script.rounded('rounded', `leading * inverse + ${LOW_START}`);
  script.claim(`rounded in [${LOW_LEAST}, ${LOW_MOST}]`);
  script.exact('q', `rounded - ${LOW_START}`);
  script.claim(`@FIX(q, 0)`);
  script.claim(`q in [-${QUOTIENT}, ${QUOTIENT}]`);
  script.claim(`q - exactly in [-${result}, ${result}]`);

  const lowerError = `(lower - (below * ${INVERSE_RADIX} + column))`;
  const leadingError = '(leading - (lower + above))';
  const radixError = `below * (${INVERSE_RADIX} - ${power(-width)})`;
  const mError = `(leading_m - (m_top * ${RADIX} + m_next))`;
  script.hint('lower + above', `left - neglected + ${lowerError} + ${radixError}`);
  script.hint('left', `exactly * m * ${power(-width)} { m <> 0 }`);
  script.hint('leading - left', `${leadingError} + ${lowerError} - neglected + ${radixError}`);
  script.hint('m - leading_m', `(m - (m_top * ${radix} + m_next)) - ${mError} + m_top * (${radix} - ${RADIX})`);
  script.hint(
    'leading * inverse - exactly',
    `leading * (inverse - ${RADIX} / leading_m) + (leading - left) * (${RADIX} / leading_m) + exactly * ((m - leading_m) / leading_m) + left * (${RADIX} - ${radix}) / leading_m { leading_m <> 0, m <> 0 }`,
  );
  script.hint(
    'q - exactly',
    `(q - (rounded - ${LOW_START})) + (rounded - (leading * inverse + ${LOW_START})) + (leading * inverse - exactly) { m <> 0 }`,
  );
  // Roundings count least where M has just become one bit longer.
  script.split('m', 4);
  return script;
}
