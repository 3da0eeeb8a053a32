// Gappa proves what the heads of chain.rs and fused.wat and the derivations of relaxed and two_long_moduli claim about
// doubles, from the constants that the kernels compile; and proves it no longer when one constant moves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compiledConstants } from './constants.mjs';
import { first, firstConstants } from './first.mjs';
import { inexact, relaxed } from './relaxed.mjs';
import { twoLongModuli } from './two-long-moduli.mjs';

const constants = { ...(await compiledConstants()), first: firstConstants() };
const scripts = { relaxed, two_long_moduli: twoLongModuli, first };

const ONE_LESS_OR_MORE = (x) => [x.plus(-1n), x.plus(1n)];
const HALF_OR_TWICE = (x) => [x.halved, x.doubled];

/** Other values of each constant. With each of them a claim is false. */
const CHAIN_MOVES = {
  WIDTH: ONE_LESS_OR_MORE,
  MAX_TERMS: ONE_LESS_OR_MORE,
  HIGH_START: HALF_OR_TWICE,
  LOW_START: HALF_OR_TWICE,
  HIGH_LEAST: HALF_OR_TWICE,
  HIGH_MOST: HALF_OR_TWICE,
  LOW_LEAST: HALF_OR_TWICE,
  LOW_MOST: HALF_OR_TWICE,
  MASK: ONE_LESS_OR_MORE,
  HALF: ONE_LESS_OR_MORE,
  OFFSET: ONE_LESS_OR_MORE,
};

const MOVES = {
  relaxed: {
    ...CHAIN_MOVES,
    HIGH_BIAS: ONE_LESS_OR_MORE,
    LOW_BIAS: ONE_LESS_OR_MORE,
    INTEGER_EXPONENT: ONE_LESS_OR_MORE,
    DIGIT_BIAS: ONE_LESS_OR_MORE,
    CARRY_BIAS: ONE_LESS_OR_MORE,
    LARGEST_OFFSET_SUM: (x) => [x.plus(-1n), x.doubled],
    LARGEST_LIMB: (x) => [x.plus(-1n), x.doubled],
  },
  first: {
    WIDTH: ONE_LESS_OR_MORE,
    MASK: ONE_LESS_OR_MORE,
    HIGH_START: HALF_OR_TWICE,
    LOW_START: HALF_OR_TWICE,
    MAX_TERMS: (x) => [x.plus(4n)],
  },
  two_long_moduli: {
    ...CHAIN_MOVES,
    LIMBS: ONE_LESS_OR_MORE,
    SPARE: (x) => [x.plus(-9n), x.plus(30n)],
    RADIX: HALF_OR_TWICE,
    INVERSE_RADIX: HALF_OR_TWICE,
    LARGEST_SUM: (x) => [x.plus(-(1n << 48n)), x.plus(1n)],
    LOWEST_SUM_START: ONE_LESS_OR_MORE,
    ONE_CHAIN_SUM_START: ONE_LESS_OR_MORE,
    TWO_CHAINS_SUM_START: ONE_LESS_OR_MORE,
    DIGIT_WITH_CARRY: ONE_LESS_OR_MORE,
  },
};

for (const [kernel, scriptsOf] of Object.entries(scripts)) {
  const compiled = constants[kernel];

  for (const script of scriptsOf(compiled)) {
    test(`${kernel}: ${script.name}`, () => {
      assert.equal(script.failure(), undefined);
      assert.notEqual(script.failureOfFalseClaim(), undefined, 'the facts contradict each other');
    });
  }

  test(`${kernel}: every constant is moved`, () => {
    assert.deepEqual(Object.keys(MOVES[kernel]).sort(), Object.keys(compiled).sort());
  });

  for (const [name, moves] of Object.entries(MOVES[kernel])) {
    test(`${kernel}: nothing is proven with another ${name}`, (t) => {
      for (const moved of moves(compiled[name])) {
        const failed = scriptsOf({ ...compiled, [name]: moved }).find((script) => script.failure() !== undefined);
        assert.ok(failed, `${name} = ${moved}`);
        t.diagnostic(`${name} = ${moved}: ${failed.name}`);
      }
    });
  }
}

for (const script of inexact(constants.relaxed)) {
  test(`not proven: ${script.name}`, () => assert.notEqual(script.failure(), undefined));
}
