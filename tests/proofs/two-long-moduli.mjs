// The claims in the derivation of `two_long_moduli`, crate/kernel/src/primes/two_long_moduli.md, about doubles.
import { bitsOfPower, chain } from './chains.mjs';
import { Dyadic, power } from './dyadic.mjs';
import { Script } from './script.mjs';

/** The bits of the double 2^52, whose unit is 1. */
const FIRST = bitsOfPower(52);
/** The bounds that the derivation names: a carry, the quotients, and a column's parts. */
const CARRY = 1n << 6n;
const QUOTIENT = power(50);
const PART = power(51);
/** The bound of the low part of a product's column. */
const LOW_PART = PART.plus(-(1n << 48n));

const parts = (part) => `[-${part}, ${part}]`;
const terms = (count, x, y) => Array(count).fill({ x, y });

/** @param {Record<string, Dyadic>} constants */
export function twoLongModuli(constants) {
  const { HALF, LARGEST_SUM, LIMBS, MAX_TERMS, SPARE } = constants;
  const { LOWEST_SUM_START, ONE_CHAIN_SUM_START, TWO_CHAINS_SUM_START } = constants;
  const limbs = LIMBS.number;
  const { width, limb, lowBits, highBits, known } = boundsOf(constants);
  const top = power(width - SPARE.number).plus(1n);

  const lengths = new Script('the limbs of residues');
  lengths.claim(`${top} - ${HALF} <= 0`);
  lengths.claim(`${MAX_TERMS} - ${limbs + 1} in [0, 0]`);

  const sum = new Script('the sum of a column');
  const column = LOW_PART.plus(3n * PART.integer);
  sum.integer('column', `-${column}`, column);
  sum.claim(`column + ${known} in [0, ${LARGEST_SUM}]`);
  for (const [bits, start] of [
    [lowBits + highBits, ONE_CHAIN_SUM_START],
    [2n * (lowBits + highBits), TWO_CHAINS_SUM_START],
    [2n * lowBits, LOWEST_SUM_START],
  ])
    sum.claim(`${new Dyadic(BigInt.asIntN(64, bits + start.integer))} - ${known} in [0, 0]`);

  // Powers are below 3/5·M, and the low columns below 2^(w·(l − 1) + 54).
  const lowColumns = power(55 + SPARE.number - width);
  const digits = new Dyadic((LIMBS.integer * limb.integer * 3n) / 5n + lowColumns.integer + 1n);
  const leads = { bits: 2 * width - SPARE.number, top, neglected: 7, largest: QUOTIENT };
  const small = { low: parts(LOW_PART), high: parts(PART) };
  const less = { after: limbs, most: limb };
  const folded = [...terms(limbs, limb, limb), { x: QUOTIENT, y: limb }];
  return [
    lengths,
    sum,
    carry(constants, column),
    withCarry(constants),
    quotient('the quotient of a shift', constants, { ...leads, most: power(width), result: '0.58' }, leading),
    quotient('the quotient', constants, { ...leads, most: digits, result: '0.96' }, leading),
    // The columns are added up side by side, so one may have a term more, whose factor is zero.
    chain('a column of a square', constants, terms(Math.ceil(limbs / 2) + 1, limb.doubled.doubled, limb), small),
    chain('a column of a product', constants, terms(limbs, limb, limb), { ...small, less }),
    chain('a column of what is folded', constants, folded, { low: parts(PART), high: parts(PART) }),
  ];

  /** The highest low column and the high part of the column below, of two chains each, and what goes beyond. */
  function leading(script) {
    const { LOW_START, HIGH_START, LOW_LEAST, LOW_MOST, INVERSE_RADIX } = constants;
    for (const part of ['product_high', 'folded_high', 'beyond']) highPart(script, part, constants);
    for (const part of ['product', 'folded']) {
      script.integer(`${part}_low`, LOW_LEAST, LOW_MOST);
      script.exact(`${part}_column`, `${part}_low - ${LOW_START}`);
      script.exact(`${part}_below`, `${part}_high - ${HIGH_START}`);
    }
    script.exact('column', 'folded_column + product_column');
    script.exact('below', 'folded_below + product_below');
    script.exact('above', `beyond - ${HIGH_START}`);
    script.rounded('lower', `below * ${INVERSE_RADIX} + column`);
    script.rounded('leading', 'lower + above');
    const lower = `(lower - (below * ${INVERSE_RADIX} + column)) + below * (${INVERSE_RADIX} - ${power(-width)})`;
    script.hint('lower + above', `left - neglected + ${lower}`);
    return {
      left: `above + column + below * ${power(-width)}`,
      error: `(leading - (lower + above)) + ${lower}`,
    };
  }
}

/**
 * The bits of a limb, `width`, and the largest limb; by how much the bits of a part of a product, low or high, exceed
 * its value; what stands in a sum from the start, `known`, and in its carry, `excess`.
 */
function boundsOf({ HALF, WIDTH, OFFSET, LOW_START, HIGH_START }) {
  const width = WIDTH.number;
  return {
    width,
    limb: HALF.plus(CARRY),
    lowBits: FIRST + LOW_START.integer - power(52).integer,
    highBits: bitsOfPower(52 + width) + (HIGH_START.integer >> BigInt(width)) - power(52).integer,
    known: OFFSET.plus(HALF.integer),
    excess: OFFSET.integer >> WIDTH.integer,
  };
}

/** The carry of a column up to `most`. */
function carry(constants, most) {
  const { LARGEST_SUM, MASK } = constants;
  const { width, known, excess } = boundsOf(constants);
  const script = new Script('the carry of a column');
  script.integer('below', 0, MASK);
  script.integer('column', `-${most}`, most);
  script.define('above', `(column + ${known} - below) * ${power(-width)}`);
  script.claim(`above - ${excess} in [-${CARRY}, ${CARRY}]`);
  script.claim(`${MASK.plus(1n)} - ${power(width)} in [0, 0]`);
  script.claim(`${LARGEST_SUM.integer >> BigInt(width)} - ${new Dyadic(2n * excess - 1n)} in [0, 0]`);
  return script;
}

function withCarry(constants) {
  const { HALF, MASK } = constants;
  const { limb, excess } = boundsOf(constants);
  const ranges = { below: [0, MASK], above: [excess - CARRY, excess + CARRY] };
  return digit('a digit with a carry', constants, ranges, 'DIGIT_WITH_CARRY', HALF.integer + excess, [limb, limb]);
}

/**
 * A digit is the double of the bits of some integers and a constant, less the start of a low part. It is the sum of
 * these integers, less what was added before.
 */
function digit(name, constants, integers, constant, added, [least, most]) {
  const { LOW_START, LOW_LEAST, LOW_MOST } = constants;
  const script = new Script(name);
  for (const [integer, range] of Object.entries(integers)) script.integer(integer, ...range);
  const sum = Object.keys(integers).join(' + ');
  const start = power(52).integer + constants[constant].integer - FIRST;
  script.define('from', `${sum} + ${new Dyadic(start)}`);
  script.claim(`from in [${LOW_LEAST}, ${LOW_MOST}]`);
  script.exact('result', `from - ${LOW_START}`);
  const expected = `result - (${sum} - ${new Dyadic(added)})`;
  script.claim(`${expected} in [0, 0]`);
  script.hint(expected, `(result - (from - ${LOW_START})) + ${new Dyadic(start - LOW_START.integer + added)}`);
  script.claim(`result in [-${least}, ${most}]`);
  return script;
}

/** The high part of a chain. */
function highPart(script, name, { WIDTH, HIGH_LEAST, HIGH_MOST }) {
  script.given(`@FIX(${name}, ${WIDTH.number})`);
  script.given(`${name} in [${HIGH_LEAST}, ${HIGH_MOST}]`);
}

/**
 * The script that proves the quotient q: a number of at most `most` times M, less q·M, is at most `result` times M.
 * `leadingOf` defines the double `leading`, which holds the leading columns. It gives their exact value `left`, and
 * `error`, by which `leading` differs from `left`.
 */
function quotient(name, constants, { bits, top, neglected, most, result, largest }, leadingOf) {
  const { LOW_START, LOW_LEAST, LOW_MOST, RADIX } = constants;
  const { width, limb } = boundsOf(constants);
  const script = new Script(name);
  const radix = power(width);
  // M in units of its second highest limb; the limbs below make less than one.
  script.given(`m in [${power(bits - 1)}, ${power(bits)}]`);
  script.integer('m_top', 0, top);
  script.integer('m_next', `-${limb}`, limb);
  script.given(`m - (m_top * ${radix} + m_next) in [-1, 1]`);
  script.rounded('leading_m', `m_top * ${RADIX} + m_next`);
  script.rounded('inverse', `${RADIX} / leading_m`);

  // The rest in units of the highest limb: the parts of columns that count, and what is neglected.
  script.given(`neglected in [-${power(neglected)}, ${power(neglected)}]`);
  const { left, error } = leadingOf(script);
  script.define('left', `${left} + neglected`);
  script.define('exactly', `left * ${radix} / m`);
  script.given(`exactly in [-${most}, ${most}]`);

  script.rounded('rounded', `leading * inverse + ${LOW_START}`);
  script.claim(`rounded in [${LOW_LEAST}, ${LOW_MOST}]`);
  script.exact('q', `rounded - ${LOW_START}`);
  script.claim('@FIX(q, 0)');
  script.claim(`q in [-${largest}, ${largest}]`);
  script.claim(`q - exactly in [-${result}, ${result}]`);

  const mError = `(leading_m - (m_top * ${RADIX} + m_next))`;
  script.hint('left', `exactly * m * ${power(-width)} { m <> 0 }`);
  script.hint('leading - left', `${error} - neglected`);
  script.hint('m - leading_m', `(m - (m_top * ${radix} + m_next)) - ${mError} + m_top * (${radix} - ${RADIX})`);
  script.hint(
    'leading * inverse - exactly',
    `leading * (inverse - ${RADIX} / leading_m) + (leading - left) * (${RADIX} / leading_m)` +
      ` + exactly * ((m - leading_m) / leading_m) + left * (${RADIX} - ${radix}) / leading_m` +
      ' { leading_m <> 0, m <> 0 }',
  );
  script.hint(
    'q - exactly',
    `(q - (rounded - ${LOW_START})) + (rounded - (leading * inverse + ${LOW_START}))` +
      ' + (leading * inverse - exactly) { m <> 0 }',
  );
  // Roundings count least where M has just become one bit longer.
  script.split('m', 4);
  return script;
}
