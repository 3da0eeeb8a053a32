// The claims in the head of crate/kernel/src/primes/side_by_side/two_moduli.rs about doubles.
import { bitsOfPower, chain } from './chains.mjs';
import { Dyadic, power } from './dyadic.mjs';
import { Script } from './script.mjs';

/** The bits of the double 2^52, whose unit is 1. */
const FIRST = bitsOfPower(52);
/** The bounds that the head names: a carry, the highest digit, the quotient, and a column's parts. */
const CARRY = 1n << 6n;
const HIGHEST_DIGIT = 1n << 37n;
const QUOTIENT = power(49);
const PART = power(51);

/** @param {Record<string, import('./dyadic.mjs').Dyadic>} constants */
export function twoModuli(constants) {
  const bounds = boundsOf(constants);
  return [...values(constants, bounds), quotient(constants, bounds), ...columns(constants, bounds)];
}

function boundsOf({ HALF, WIDTH, BITS, LIMBS, OFFSET }) {
  const width = WIDTH.number;
  const top = BITS.number - width * (LIMBS.number - 1);
  return {
    width,
    limb: HALF.plus(CARRY),
    highestLimb: power(top).exponent >= 0 ? power(top).plus(1n) : power(top),
    excess: OFFSET.integer >> WIDTH.integer,
  };
}

/** Each column is one chain, whose parts are small. */
function columns(constants, { limb, highestLimb }) {
  const limbs = constants.LIMBS.number;
  const parts = (part) => `[-${part}, ${part}]`;
  const terms = (count, x, y) => Array(count).fill({ x, y });
  const [product, four] = [terms(limbs, limb, limb), limb.doubled.doubled];
  const square = terms(Math.ceil(limbs / 2), four, limb);
  const folded = [...terms(limbs - 2, limb, limb), { x: HIGHEST_DIGIT, y: limb }, { x: QUOTIENT, y: limb }];
  const small = { low: parts(PART), high: parts(PART) };
  const less = { after: limbs, most: limb };
  return [
    chain('the highest column', constants, terms(1, highestLimb.doubled.doubled, highestLimb), {
      low: parts(power(35)),
      high: '[0, 0]',
    }),
    chain('the column below, of a square', constants, terms(1, four, highestLimb), {
      ...small,
      high: parts(power(20)),
    }),
    chain('the column below, of a product', constants, terms(2, limb, highestLimb), {
      ...small,
      high: parts(power(20)),
    }),
    chain('a column of a square to fold', constants, square, small),
    chain('a column of a product to fold', constants, product.slice(1), small),
    chain('a column of a square', constants, [...square, ...folded], small),
    chain('a column of a product', constants, [...product, ...folded], { ...small, less }),
  ];
}

/** From columns to digits and limbs: sums of bits, and the doubles that have them. */
function values(constants, { width, limb, highestLimb, excess }) {
  const { HALF, OFFSET, MASK, LARGEST_SUM, LOW_START, HIGH_START, LOW_LEAST, LOW_MOST, LIMBS } = constants;
  const { LOWEST_SUM_START, SUM_START, DIGIT, DIGIT_WITH_CARRY, TOP_WITH_CARRY, MAX_TERMS } = constants;
  const lowBits = FIRST + LOW_START.integer - power(52).integer;
  const highBits = bitsOfPower(52 + width) + (HIGH_START.integer >> BigInt(width)) - power(52).integer;
  const carries = LARGEST_SUM.integer >> BigInt(width);
  /** The double with these bits, given as an integer plus a constant, less the start of a low part. */
  const double = (script, integer, constant) => {
    script.define('from', `${integer} + ${new Dyadic(power(52).integer + constant - FIRST)}`);
    script.claim(`from in [${LOW_LEAST}, ${LOW_MOST}]`);
    return script.exact('result', `from - ${LOW_START}`);
  };

  const lengths = new Script('the limbs of residues');
  lengths.define('top', `${highestLimb}`);
  lengths.claim(`top - ${limb} <= 0`);
  lengths.claim(`${MAX_TERMS} - ${2 * LIMBS.number} in [0, 0]`);

  const sum = new Script('the sum of a column');
  for (const part of ['low', 'high']) sum.integer(part, `-${PART}`, PART);
  const known = OFFSET.plus(HALF.integer);
  const start = lowBits + highBits + SUM_START.integer;
  sum.claim(`low + high + ${start} in [0, ${LARGEST_SUM}]`);
  sum.claim(`${start} - ${known} in [0, 0]`);
  sum.claim(`${lowBits + LOWEST_SUM_START.integer} - ${known} in [0, 0]`);

  const carry = new Script('the carry of a column');
  carry.integer('below', 0, MASK);
  carry.integer('column', `-${power(52)}`, `${power(52)}`);
  carry.define('above', `(column + ${known} - below) * ${power(-width)}`);
  carry.claim(`above - ${excess} in [-${CARRY}, ${CARRY}]`);
  carry.claim(`${MASK.plus(1n)} - ${power(width)} in [0, 0]`);
  carry.claim(`${carries} - ${new Dyadic(2n * excess - 1n)} in [0, 0]`);

  const digit = new Script('a digit');
  digit.integer('below', 0, MASK);
  double(digit, 'below', DIGIT.integer);
  digit.claim(`result - (below - ${HALF}) in [0, 0]`);
  digit.hint(
    `result - (below - ${HALF})`,
    `(result - (from - ${LOW_START})) + ${new Dyadic(power(52).integer + DIGIT.integer - FIRST - LOW_START.integer + HALF.integer)}`,
  );
  digit.claim(`result in [-${HALF}, ${HALF.plus(-1n)}]`);

  const withCarry = new Script('a digit with a carry');
  withCarry.integer('below', 0, MASK);
  withCarry.integer('above', excess - CARRY, excess + CARRY);
  double(withCarry, 'below + above', DIGIT_WITH_CARRY.integer);
  const expected = `result - (below + above - ${HALF.plus(excess)})`;
  withCarry.claim(`${expected} in [0, 0]`);
  withCarry.hint(
    expected,
    `(result - (from - ${LOW_START})) + ${new Dyadic(power(52).integer + DIGIT_WITH_CARRY.integer - FIRST - LOW_START.integer + HALF.integer + excess)}`,
  );
  withCarry.claim(`result in [-${limb}, ${limb}]`);

  const highest = new Script('the highest digit');
  highest.integer('low', `-${power(35)}`, power(35));
  highest.integer('high', `-${power(20)}`, power(20));
  highest.integer('above', excess - CARRY, excess + CARRY);
  const constant = lowBits + highBits + TOP_WITH_CARRY.integer;
  double(highest, 'low + high + above', constant);
  const digits = `result - (low + high + above - ${excess})`;
  highest.claim(`${digits} in [0, 0]`);
  highest.hint(
    digits,
    `(result - (from - ${LOW_START})) + ${new Dyadic(power(52).integer + constant - FIRST - LOW_START.integer + excess)}`,
  );
  highest.claim(`result in [-${HIGHEST_DIGIT}, ${HIGHEST_DIGIT}]`);

  const doubled = new Script('a square, doubled by the exponent');
  doubled.integer('a', `-${limb}`, limb);
  doubled.integer('factor', 1, 2);
  doubled.exact('once', 'a * factor');
  doubled.exact('twice', 'once + once');
  doubled.claim(`once in [-${limb.doubled}, ${limb.doubled}]`);
  return [lengths, sum, carry, digit, withCarry, highest, doubled];
}

/** The quotient q: what is left after folding, less q·N, is at most 0.7·N. */
function quotient(constants, { width, limb, highestLimb }) {
  const { LOW_START, HIGH_START, HIGH_LEAST, HIGH_MOST, LOW_LEAST, LOW_MOST } = constants;
  const { RADIX, INVERSE_RADIX, LIMBS, BITS } = constants;
  const script = new Script('the quotient');
  const bits = BITS.number - width * (LIMBS.number - 2);
  const radix = power(width);
  // N in units of its second highest limb; the limbs below make less than one.
  script.given(`n in [${power(bits - 1)}, ${power(bits)}]`);
  script.integer('n_top', 0, highestLimb);
  script.integer('n_next', `-${limb}`, limb);
  script.given(`n - (n_top * ${radix} + n_next) in [-1, 1]`);
  script.rounded('leading_n', `n_top * ${RADIX} + n_next`);
  script.rounded('inverse', `${RADIX} / leading_n`);

  // What is left in units of the highest limb: the parts of columns that count, and less than 2^6.
  for (const name of ['higher', 'top', 'high']) {
    script.given(`@FIX(${name}, ${width})`);
    script.given(`${name} in [${HIGH_LEAST}, ${HIGH_MOST}]`);
  }
  script.integer('low', LOW_LEAST, LOW_MOST);
  script.given(`neglected in [-${power(6)}, ${power(6)}]`);
  script.exact('folded', `higher - top`);
  script.exact('column', `low - ${LOW_START}`);
  script.exact('below', `high - ${HIGH_START}`);
  script.rounded('sum', 'folded + column');
  script.rounded('leading', `below * ${INVERSE_RADIX} + sum`);
  script.define('left', `folded + column + below * ${power(-width)} + neglected`);
  script.define('exactly', `left * ${radix} / n`);
  // Digits times powers of at most 3/4·N, and the columns that stay, below 2^(w·l + 7).
  const most = 3n * (1n << 47n) + (1n << 42n);
  const digits = BigInt(LIMBS.number - 2) * limb.integer + HIGHEST_DIGIT;
  script.claim(`${digits} * 3b-2 + ${power(width * LIMBS.number + 8 - BITS.number)} - ${most} <= 0`);
  script.given(`exactly in [-${most}, ${most}]`);

  script.rounded('rounded', `leading * inverse + ${LOW_START}`);
  script.claim(`rounded in [${LOW_LEAST}, ${LOW_MOST}]`);
  script.exact('q', `rounded - ${LOW_START}`);
  script.claim(`@FIX(q, 0)`);
  script.claim(`q in [-${QUOTIENT}, ${QUOTIENT}]`);
  script.claim('q - exactly in [-0.7, 0.7]');

  const sumError = '(sum - (folded + column))';
  const leadingError = `(leading - (below * ${INVERSE_RADIX} + sum))`;
  const nError = `(leading_n - (n_top * ${RADIX} + n_next))`;
  script.hint('folded + column', `left - neglected - below * ${power(-width)}`);
  script.hint('left', `exactly * n * ${power(-width)} { n <> 0 }`);
  script.hint(
    'leading - left',
    `${leadingError} + ${sumError} - neglected + below * (${INVERSE_RADIX} - ${power(-width)})`,
  );
  script.hint('n - leading_n', `(n - (n_top * ${radix} + n_next)) - ${nError} + n_top * (${radix} - ${RADIX})`);
  script.hint(
    'leading * inverse - exactly',
    `leading * (inverse - ${RADIX} / leading_n) + (leading - left) * (${RADIX} / leading_n) + exactly * ((n - leading_n) / leading_n) + left * (${RADIX} - ${radix}) / leading_n { leading_n <> 0, n <> 0 }`,
  );
  script.hint(
    'q - exactly',
    `(q - (rounded - ${LOW_START})) + (rounded - (leading * inverse + ${LOW_START})) + (leading * inverse - exactly) { n <> 0 }`,
  );
  // Roundings count least where N has just become one bit longer.
  script.split('n', 4);
  return script;
}
