// The claims of crate/kernel/src/kernels/relaxed/derivation.md about doubles.
import { bitsOfPower, chain } from './chains.mjs';
import { power } from './dyadic.mjs';
import { Script } from './script.mjs';

/** The bits of the double 2^52, whose unit is 1. */
const FIRST = bitsOfPower(52);

/** @param {Record<string, import('./dyadic.mjs').Dyadic>} constants */
export function relaxed(constants) {
  const { WIDTH, MAX_TERMS, HALF, LARGEST_LIMB } = constants;
  const digit = { x: HALF, y: HALF };
  const limb = { x: LARGEST_LIMB, y: LARGEST_LIMB };
  const doubled = { x: LARGEST_LIMB.doubled, y: LARGEST_LIMB };
  const most = power(WIDTH.number).plus(-1n);
  const difference = { x: most, y: most };
  const rows = [limb, limb, digit, digit];
  return [
    ...conversions(constants),
    differences(constants),
    chain('a product of digits', constants, [digit]),
    chain('a difference, of one product', constants, [difference]),
    chain('differences', constants, [difference, difference]),
    chain('the diagonal of a square', constants, [doubled]),
    chain('rows of a square, where others have differences', constants, [doubled, doubled]),
    chain('differences and the diagonal', constants, [doubled, limb, difference]),
    chain('rows of a product', constants, rows),
    chain('rows of a product, if ties round away from zero', constants, rows, { rounding: 'na' }),
    chain('rows of a square', constants, [doubled, doubled, digit, digit]),
    chain('the longest chain', constants, Array(MAX_TERMS.number).fill(digit)),
  ];
}

/** Chains that are not exact. */
export function inexact(constants) {
  const { MAX_TERMS, HALF, LARGEST_LIMB } = constants;
  const [limb, digit] = [LARGEST_LIMB, HALF].map((most) => ({ x: most, y: most }));
  const rows = [limb, limb, digit, digit];
  const unlimited = { ...constants, MAX_TERMS: MAX_TERMS.plus(1n) };
  return [
    chain('a multiply-add that rounds twice', constants, [digit], { fused: false }),
    chain('rounding toward zero', constants, rows, { rounding: 'zr' }),
    chain('one term more', unlimited, Array(MAX_TERMS.number + 1).fill(digit)),
  ];
}

/** From the sum of a column to doubles and back: by adding 2^52, and subtracting it with a bias. */
function conversions(constants) {
  const { WIDTH, MASK, HALF, OFFSET, LARGEST_OFFSET_SUM, LARGEST_LIMB } = constants;
  const { INTEGER_EXPONENT, DIGIT_BIAS, CARRY_BIAS } = constants;
  // The sum is low bits + 2^w·(bits above). With the bits of 2^52, each makes a double.
  const carries = LARGEST_OFFSET_SUM.integer >> WIDTH.integer;
  const excess = OFFSET.integer >> WIDTH.integer;
  const start = power(52).plus(INTEGER_EXPONENT.integer - FIRST);
  const double = (script, bits) => {
    script.claim(`${bits} in [0, ${power(52).plus(-1n)}]`);
    return script.define('from', `${start} + ${bits}`);
  };

  const digit = new Script('the digit of a sum');
  digit.integer('low', 0, MASK);
  double(digit, 'low');
  digit.exact('digit', `from - ${DIGIT_BIAS}`);
  digit.claim(`digit - (low - ${HALF}) in [0, 0]`);
  digit.hint(`digit - (low - ${HALF})`, `(digit - (from - ${DIGIT_BIAS})) + (${start} - ${DIGIT_BIAS} + ${HALF})`);
  const largest = power(WIDTH.number - 1);
  digit.claim(`digit in [-${largest}, ${largest.plus(-1n)}]`);

  const carry = new Script('the carry of a sum');
  carry.integer('above', 0, carries);
  double(carry, 'above');
  carry.exact('carry', `from - ${CARRY_BIAS}`);
  carry.claim(`carry - (above - ${excess}) in [0, 0]`);
  carry.hint(
    `carry - (above - ${excess})`,
    `(carry - (from - ${CARRY_BIAS})) + (${start} - ${CARRY_BIAS} + ${excess})`,
  );

  const sum = new Script('a sum and its digit and carry');
  sum.integer('low', 0, MASK);
  sum.integer('above', 0, carries);
  // A mask takes the bits that the shift drops.
  const [all, parts] = [
    `low + above * ${MASK.plus(1n)}`,
    `(low - ${HALF}) + (above - ${excess}) * ${power(WIDTH.number)}`,
  ];
  sum.claim(`${parts} - (${all} - ${HALF} - ${OFFSET}) in [0, 0]`);
  sum.hint(
    `${parts} - (${all} - ${HALF} - ${OFFSET})`,
    `above * (${power(WIDTH.number)} - ${MASK.plus(1n)}) + (${OFFSET} - ${excess} * ${power(WIDTH.number)})`,
  );
  sum.integer('column', `-${OFFSET}`, OFFSET.plus(-1n));
  sum.claim(`column + ${OFFSET} in [0, ${LARGEST_OFFSET_SUM}]`);

  const limb = new Script('a limb: a digit and a carry');
  limb.integer('digit', `-${HALF}`, HALF.plus(-1n));
  limb.integer('carry', -excess, carries - excess);
  limb.exact('limb', 'digit + carry');
  limb.claim(`limb in [-${LARGEST_LIMB}, ${LARGEST_LIMB}]`);
  limb.integer('a', `-${LARGEST_LIMB}`, LARGEST_LIMB);
  limb.exact('doubled', 'a + a');
  return [digit, carry, sum, limb];
}

/** The squaring by differences: q_i·N'_j + q_j·N'_i of digits. */
function differences({ WIDTH, HALF }) {
  const script = new Script('a product of differences');
  for (const name of ['q', 'r', 'm', 'n']) script.integer(name, `-${HALF}`, HALF.plus(-1n));
  script.exact('of_digits', 'q - r');
  script.exact('of_limbs', 'm - n');
  const most = power(WIDTH.number).plus(-1n);
  for (const difference of ['of_digits', 'of_limbs']) script.claim(`${difference} in [-${most}, ${most}]`);
  const claim = 'q * n + r * m - (q * m + r * n - of_digits * of_limbs)';
  script.claim(`${claim} in [0, 0]`);
  script.hint(claim, '(of_digits - (q - r)) * of_limbs + (q - r) * (of_limbs - (m - n))');
  return script;
}
