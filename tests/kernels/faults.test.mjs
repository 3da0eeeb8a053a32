// The self-test notices a fault in each product instruction of a kernel's products and squarings: an operand that
// another one or the accumulator replaces, as in an aliased register, a lost one, and two rounds in a fused product.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { instantiate } from '../../crate/js/dist/glue.js';
import { base64ToBytes } from '../../crate/js/src/bytes.ts';
import { fused } from '../../crate/js/src/first/fused.generated.ts';
import { firstOf, startFirst } from '../../crate/js/src/first/kernel.ts';
import { ownNode } from '../../workshop/engines/engines.mjs';
import { rewritten } from '../../workshop/kernel-builds.mjs';
import { kernelsWith } from '../../workshop/kernels.js';
import { isShipped, shippedModule } from '../support/shipped.mjs';
import { selfTesterOf } from './self-test.js';

if (process.versions.node.startsWith('20.')) setFlagsFromString('--experimental-wasm-relaxed-simd');

/** A function with at least this many products belongs to a kernel. The others set up a modulus, or compute lengths. */
const MANY = 15;

/** Each kernel has hundreds. */
const LEAST_FAULTS = 100;

/** The first kernel has fourteen products, of seven faults each. */
const FIRST_FAULTS = 90;

/**
 * How much the self-test may leave out: functions, products in the other functions, and faults.
 *
 * Functions: for moduli from 4849 bits on, for the search of primes, the steps of inverses, and products of words.
 *
 * Products: `relaxed` has `scalar` for moduli below 149 bits, and above 65,536, where alone it carries between passes.
 * `simd128` has a walk for an odd number of vectors, which never comes. `scalar` has an address for no column. `wide`
 * has the carrying pass for products from 1769 bits on, which it computes by pairs.
 *
 * Faults: three times in `relaxed`, the low part of q_0·N'_0 only gives a carry, which two rounds do not change.
 */
const LEFT_OUT = { relaxed: [5, 29, 3], simd128: [2, 9, 0], scalar: [3, 1, 0], wide: [4, 0, 0] };

/** What is below each addend of a high part, in `relaxed` and in the first kernel. */
const HIGH = '0x1p102';
const FIRST_HIGH = '0x1p99';

const FUSED = 'f64x2.relaxed_madd';
const WIDE = 'i64.mul_wide_u';
const TYPES = { [FUSED]: 'v128', 'i32x4.dot_i16x8_s': 'v128', [WIDE]: 'i64', 'i64.mul': 'i64', 'i32.mul': 'i32' };
const PRODUCT = new RegExp(`\\((${Object.keys(TYPES).join('|').replaceAll('.', '\\.')})\\b`, 'g');

const [x, y, z] = ['x', 'y', 'z'].map((name) => `(local.get $${name})`);
const low = (x) => `(i64.and ${x} (i64.const 0xffffffff))`;
const high = (x) => `(i64.shr_u ${x} (i64.const 32))`;

/** Wide arithmetic, which the machine's Node lacks. */
const WIDE_ARITHMETIC = `
  (func $add128 (param $x i64) (param $w i64) (param $y i64) (param $z i64) (result i64 i64)
    (return (i64.add ${x} ${y}) (i64.add (i64.add (local.get $w) ${z})
      (i64.extend_i32_u (i64.lt_u (i64.add ${x} ${y}) ${x})))))
  (func $sub128 (param $x i64) (param $w i64) (param $y i64) (param $z i64) (result i64 i64)
    (return (i64.sub ${x} ${y}) (i64.sub (i64.sub (local.get $w) ${z})
      (i64.extend_i32_u (i64.lt_u ${x} ${y})))))
  (func $mul_wide (param $x i64) (param $y i64) (result i64 i64) (local $z i64) (local $w i64)
    (local.set $z (i64.add (i64.mul ${high(x)} ${low(y)}) ${high(`(i64.mul ${low(x)} ${low(y)})`)}))
    (local.set $w (i64.add (i64.mul ${low(x)} ${high(y)}) ${low(z)}))
    (return (i64.mul ${x} ${y})
      (i64.add (i64.mul ${high(x)} ${high(y)}) (i64.add ${high(z)} ${high('(local.get $w)')}))))`;

/**
 * The faults of an instruction: name, wrong result, and a condition without which the result is not wrong. `high` is
 * below each addend of a high part, and above each of a low part.
 */
function faultsOf(instruction, high = HIGH) {
  const type = TYPES[instruction];
  const isVector = type === 'v128';
  const zero = isVector ? '(v128.const i64x2 0 0)' : `(${type}.const 0)`;
  const differ = isVector ? `(v128.any_true (v128.xor ${x} ${y}))` : `(${type}.ne ${x} ${y})`;
  const of = (x, y, z) => product(instruction, x, y, z);
  // However a high part is rounded, the low part makes up for it.
  const isLowPart = `(f64.lt (f64.abs (f64x2.extract_lane 0 ${z})) (f64.const ${high}))`;
  const faults = [
    ['an operand is lost', of(zero, y, z), '(i32.const 1)'],
    ['x replaces y', of(x, x, z), differ],
    ['y replaces x', of(y, y, z), differ],
    ['the accumulator is lost', of(x, y, zero), '(i32.const 1)'],
    ['the accumulator replaces x', of(z, y, z), '(i32.const 1)'],
    ['the accumulator replaces y', of(x, z, z), '(i32.const 1)'],
    ['two rounds', `(f64x2.add (f64x2.mul ${x} ${y}) ${z})`, isLowPart],
  ];
  return instruction === FUSED ? faults : faults.slice(0, 3);
}

/** x·y, or x·y + z. */
const product = (instruction, x, y, z) =>
  `(${instruction === WIDE ? 'call $mul_wide' : instruction} ${x} ${y} ${instruction === FUSED ? z : ''})`;

/** A function in place of an instruction: at the place $place it has the fault $fault. */
function faulty(instruction, high) {
  const type = TYPES[instruction];
  const cases = faultsOf(instruction, high).map(
    ([, wrong, condition], fault) => `(if (i32.eq (global.get $fault) (i32.const ${fault})) (then
      (global.set $matters (i32.or (global.get $matters) ${condition})) (return ${wrong})))`,
  );
  return `(func $${instruction} (param $here i32) (param $x ${type}) (param $y ${type})
    ${instruction === FUSED ? '(param $z v128)' : ''} (result ${instruction === WIDE ? 'i64 i64' : type})
    (if (i32.eq (local.get $here) (global.get $place)) (then ${cases.join('')}))
    (return ${product(instruction, x, y, z)}))`;
}

/**
 * Makes the module with a switch for each fault. Lists the products of each function that has as many as `many`: those
 * belong to a kernel.
 */
async function withFaults(wasm, { many = MANY, high = HIGH } = {}) {
  let place = 0;
  const functions = [];
  const change = (text) =>
    text
      .split(/^(?= \(func )/m)
      .map((code) => {
        if ((code.match(PRODUCT)?.length ?? 0) < many) return code;
        const products = [];
        functions.push(products);
        return code.replace(PRODUCT, (_, instruction) => {
          products.push({ place, instruction });
          return `(call $${instruction} (i32.const ${place++})`;
        });
      })
      .join('')
      .replaceAll(`(${WIDE}`, '(call $mul_wide')
      .replace(/\(i64\.(add|sub)128/g, '(call $$$1128');
  const globals = ['place', 'fault', 'matters'].map(
    (name) => `(global $${name} (export "${name}") (mut i32) (i32.const -1))`,
  );
  const added = [
    ...globals,
    WIDE_ARITHMETIC,
    ...Object.keys(TYPES).map((instruction) => faulty(instruction, high)),
  ].join('');
  return { module: new WebAssembly.Module(await rewritten(wasm, change, added)), functions };
}

/** Runs the self-test with a fault: whether the fault matters, and whether the self-test notices it. */
function tryFault({ start, isRight }, { place }, fault) {
  const exports = start();
  for (const [name, value] of Object.entries({ place, fault, matters: 0 })) exports[name].value = value;
  let isNoticed = true;
  try {
    isNoticed = !isRight(exports);
  } catch {} // a trap is noticed too
  return { matters: exports.matters.value !== 0, isNoticed };
}

/** Tries all faults of a kernel, and tells what its self-test does not execute or notice. */
function tryAll(t, kernel, functions) {
  assert.ok(kernel.isRight(kernel.start()), 'without a fault');
  const executed = functions.flat().filter((product) => tryFault(kernel, product, 0).matters);
  const entered = functions.filter((products) => products.some((product) => executed.includes(product)));
  const products = entered.flat();
  const missed = [];
  let tried = 0;
  for (const product of executed) {
    for (const [fault, [what]] of faultsOf(product.instruction).entries()) {
      const { matters, isNoticed } = tryFault(kernel, product, fault);
      tried += matters;
      if (matters && !isNoticed) missed.push(`${product.instruction}, ${product.place}: ${what}`);
    }
  }
  t.diagnostic(`entered ${entered.length} of ${functions.length} functions of kernels`);
  t.diagnostic(`executed ${executed.length} of their ${products.length} products`);
  t.diagnostic(`noticed ${tried - missed.length} of ${tried} faults`);
  return {
    tried,
    missed,
    leftOut: [functions.length - entered.length, products.length - executed.length, missed.length],
  };
}

const kernels = new Set([...ownNode.kernels, ...kernelsWith(['wideArithmetic'])]);
const names = [...kernels].flatMap((kernel) => [kernel, `${kernel}-powers`]).filter(isShipped);
test('every kernel is here', () => {
  for (const kernel of kernels) assert.ok(names.includes(kernel), kernel);
});
for (const name of names) {
  test(`the self-test of ${name} notices a wrong product`, async (t) => {
    const { module, functions } = await withFaults(shippedModule(name));
    const kernel = {
      start: () => instantiate(module),
      isRight: (exports) => selfTesterOf(exports)() === undefined,
    };
    const { tried, missed, leftOut } = tryAll(t, kernel, functions);
    assert.ok(tried >= LEAST_FAULTS, `only ${tried} faults were tried: are the products found?`);
    assert.ok(
      leftOut.every((count, i) => count <= (LEFT_OUT[name.replace('-powers', '')]?.[i] ?? 0)),
      [leftOut, ...missed].join('\n'),
    );
  });
}

const firstModule = base64ToBytes(fused);

test('the self-test of the first kernel notices a wrong product', async (t) => {
  const { module, functions } = await withFaults(firstModule, { many: 1, high: FIRST_HIGH });
  const start = () => new WebAssembly.Instance(module).exports;
  const isRight = (exports) => firstOf(exports) !== undefined;
  const { tried, missed } = tryAll(t, { start, isRight }, functions);
  assert.ok(tried >= FIRST_FAULTS, `only ${tried} faults were tried: are the products found?`);
  assert.deepEqual(missed, []);
});

test('the first kernel is refused where multiply-add rounds twice', async () => {
  const unfused = (text) => text.replaceAll('(f64x2.relaxed_madd', '(call $twice');
  const twice = `(func $twice (param $x v128) (param $y v128) (param $z v128) (result v128)
    (return (f64x2.add (f64x2.mul ${x} ${y}) ${z})))`;
  assert.ok(startFirst(firstModule));
  assert.equal(startFirst(await rewritten(firstModule, unfused, twice)), undefined);
});
