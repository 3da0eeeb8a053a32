// The first kernel: its product and its powers beside BigInt, for random numbers and for limbs at their bounds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { multiPow } from '../../../crate/js/src/bigint/arithmetic.ts';
import { base64ToBytes } from '../../../crate/js/src/bytes.ts';
import { fused } from '../../../crate/js/src/first/fused.generated.ts';
import { startFirst } from '../../../crate/js/src/first/kernel.ts';
import { limbsFor, multipleOf, productBy, productOf, startProduct } from '../../support/first-kernel.js';
import { nativePow } from '../../support/native.js';
import { Random } from '../../support/random.ts';

if (process.versions.node.startsWith('20.')) setFlagsFromString('--experimental-wasm-relaxed-simd');
const skip = !globalThis.WebAssembly && 'without WebAssembly there is no first kernel';
const random = new Random();
const seed = `POWMOD_SEED=${random.seed}`;
const modulus = (bits: number) => random.number(bits) | 1n;

test('10,000 products are those of BigInt', { skip }, () => {
  const exports = startProduct(base64ToBytes(fused));
  for (let i = 0; i < 10_000; i++) {
    const multiple = multipleOf(modulus(random.between(2, i % 100 ? 700 : 9000)));
    const limbs = limbsFor(multiple) + 2 * random.between(0, 1);
    // Up to the bound of residues, and of the limbs.
    const residue = () => random.pick([random.bits(48 * limbs) % (2n * multiple), 2n * multiple - 1n, 0n, 1n]);
    const [a, b] = [residue(), residue()];
    const product = productOf(a, b, multiple, limbs);
    assert.equal(productBy(exports, a, b, multiple, limbs), product, `${a} · ${b} modulo ${multiple}, ${seed}`);
    assert.ok(product < 2n * multiple);
  }
});

test('2,000 products of powers are those of BigInt', { skip }, () => {
  const first = startFirst();
  assert.ok(first, 'Node has fused multiply-add');
  for (let i = 0; i < 2000; i++) {
    const bits = random.between(257, i % 50 ? 1300 : 6000);
    const n = modulus(bits);
    const terms = Array.from({ length: random.between(0, 3) }, () => {
      const base = random.number(random.between(1, bits + 200)) % n;
      return [random.between(0, 8) ? base : n - base, random.number(random.between(1, i % 7 ? 200 : 700))] as const;
    });
    assert.equal(first.multiPow(terms, n), multiPow(terms, n), `${terms} modulo ${n}, ${seed}`);
  }
});

test('the moduli that it takes', { skip }, () => {
  const first = startFirst();
  const [least, longest] = [(1n << 256n) + 1n, (1n << 16_384n) - 1n];
  for (const n of [least, longest])
    assert.equal(first?.multiPow([[n - 2n, 65_537n]], n), nativePow(n - 2n, 65_537n, n));
  for (const n of [least - 2n, least + 1n, longest + 2n]) assert.equal(first?.multiPow([[3n, 5n]], n), undefined);
});

test('goes on after a product for which there is no memory', { skip }, () => {
  const first = startFirst();
  const n = (1n << 16_384n) - 1n;
  const terms = Array.from({ length: 4 }, () => [3n, 1n << 400n] as const);
  assert.equal(first?.multiPow(terms, n), multiPow(terms, n));
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError('no memory');
  };
  try {
    const many = Array.from({ length: 200 }, () => [3n, (1n << 200n) - 1n] as const);
    assert.equal(first?.multiPow(many, n), undefined);
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
  assert.equal(first?.multiPow(terms, n), multiPow(terms, n));
});
