// The claims in the head of crate/js/src/first/fused.wat about doubles and columns, from the constants in its text.
import { findAll, firstText, parse, setOf } from '../support/wat.ts';
import { chain } from './chains.mjs';
import { Dyadic, power } from './dyadic.mjs';
import { Script } from './script.mjs';

/** The most pairs of limbs, by the head of the text. */
const MOST_PAIRS = BigInt(/and P <= (\d+)\./.exec(firstText)[1]);

/** The constants of the text, as those of the kernels in Rust are named. */
export function firstConstants() {
  const module = parse(firstText);
  const double = (local) => {
    const [, mantissa, exponent] = /^(0x\w+)p(\d+)$/.exec(findAll(setOf(module, local), 'f64.const')[0][1]);
    return new Dyadic(BigInt(mantissa), Number(exponent));
  };
  const shifts = new Set(findAll(module, 'i64.shr_s').map(([, , [, bits]]) => bits));
  if (shifts.size !== 1) throw new Error(`carries of ${[...shifts]} bits`);
  const loops = findAll(module, 'loop').filter(([, name]) => name === '$next');
  return {
    WIDTH: new Dyadic(BigInt([...shifts][0])),
    MASK: new Dyadic(BigInt(findAll(setOf(module, '$M'), 'i64.const')[0][1])),
    HIGH_START: double('$C'),
    LOW_START: double('$L'),
    // A term has a multiply-add for its high part and one for its low part.
    MAX_TERMS: new Dyadic(BigInt(findAll(loops[0], 'f64x2.relaxed_madd').length / 2)),
  };
}

/** @param {Record<string, Dyadic>} constants */
export function first(constants) {
  const { WIDTH, MASK, MAX_TERMS } = constants;
  const limb = { x: MASK, y: MASK };
  const [high, low] = [power(2 * 48 + 4), power(52)];
  const ranges = { HIGH_LEAST: high, HIGH_MOST: high.doubled, LOW_LEAST: low, LOW_MOST: low.doubled };
  const digit = new Script('a limb and a digit');
  digit.claim(`${MASK} + 1 - ${power(WIDTH.number)} in [0, 0]`);
  digit.integer('limb', 0, MASK);
  digit.exact('converted', 'limb');
  const lengths = [1, 2, MAX_TERMS.number];
  return [
    digit,
    columns(constants),
    ...lengths.map((length) => chain(`${length} terms`, { ...constants, ...ranges }, Array(length).fill(limb))),
  ];
}

/** The sum of a column and its carry fits in a signed word. */
function columns({ WIDTH, MASK, MAX_TERMS }) {
  const script = new Script('a column');
  const chains = new Dyadic(MOST_PAIRS);
  const half = power(WIDTH.number - 1);
  script.define('low', `${chains} * ${MAX_TERMS} * ${half}`);
  script.define(
    'high',
    `${chains} * ${MAX_TERMS} * ${MASK} * ${MASK} * ${power(-WIDTH.number)} + ${chains} * ${MAX_TERMS}`,
  );
  // A carry is below 2^16: 2^63, over the width.
  script.claim(`low + high + ${power(16)} - ${power(63)} <= 0`);
  script.claim(`${power(63 - WIDTH.number)} - ${power(16)} <= 0`);
  return script;
}
