// Hostile proofs: a file without the form of a proof is refused before the first product and before large allocations.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { init, type ProofFile } from 'powmod';
import { type Bindings, createBindings } from '../../crate/js/src/bindings.ts';
import { MalformedProofError } from '../../crate/js/src/errors.ts';
import { Instance } from '../../crate/js/src/instance.ts';
import { IntegerReader } from '../../crate/js/src/integers.ts';
import { verifyProof, verifyProofs } from '../../crate/js/src/verify.ts';
import { malformedProofs } from '../bad-input/cases.ts';
import { makeWesolowski, smallModulus } from '../support/small-proofs.ts';
import { root } from '../support/vectors.ts';

const pm = await init();
const integers = new IntegerReader(65536);
const module = new WebAssembly.Module(readFileSync(new URL(import.meta.resolve('powmod/kernels/scalar.wasm'))));
const valid = makeWesolowski(pm, smallModulus(pm), new TextEncoder().encode('a seed'), 1000);

/** An instance whose wasm calls are recorded. A product needs a `Modulus`, whose set-up begins with products. */
function watched() {
  const asked: (string | symbol)[] = [];
  const begin = (module: WebAssembly.Module) =>
    new Proxy(createBindings(module), {
      get(bindings, name) {
        asked.push(name);
        return bindings[name as keyof Bindings];
      },
    });
  return { instance: new Instance(module, undefined, begin), asked };
}

/** The bytes that JavaScript allocated. */
let allocated = 0;
const { Uint8Array: Plain } = globalThis;

beforeEach(() => {
  allocated = 0;
  globalThis.Uint8Array = new Proxy(Plain, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget) as Uint8Array;
      // A view allocates nothing.
      if (!(args[0] instanceof ArrayBuffer)) allocated += made.length;
      return made;
    },
  });
});
afterEach(() => {
  globalThis.Uint8Array = Plain;
});

/** A bound for the file's text, which may have 256 KB, and its numbers. */
const MOST_ALLOCATED = 2 ** 20;

test('a malformed proof is refused without a product and without large allocations', () => {
  const { instance, asked } = watched();
  const { memory } = instance.life;
  asked.length = 0;
  const size = memory.buffer.byteLength;
  let refused = 0;
  for (const [field, proofs] of Object.entries(malformedProofs(pm)))
    for (const [given, proof] of Object.entries(proofs)) {
      if (field === 'modulus' && ['even', 'of 234 bits', 'a multiple of 3', 'a prime', 'a square'].includes(given))
        continue;
      allocated = 0;
      assert.throws(() => verifyProof(instance, integers, proof, undefined), MalformedProofError, given);
      const [verdict] = verifyProofs(instance, integers, [proof], { batch: true });
      assert.ok(verdict instanceof MalformedProofError, given);
      assert.ok(allocated <= MOST_ALLOCATED, `${given}: ${allocated} bytes`);
      refused++;
    }
  assert.ok(refused > 50);
  assert.deepEqual(new Set(asked), new Set(['check_form']));
  assert.equal(memory.buffer.byteLength, size);
});

test('the recording sees the products that a well-formed proof needs', () => {
  const { instance, asked } = watched();
  assert.equal(verifyProof(instance, integers, valid, undefined), true);
  assert.ok(asked.includes('Modulus'));
  assert.equal(verifyProof(instance, integers, JSON.stringify(valid), { expect: { iterations: 5 } }), false);
});

test('a proof that does not match the expectation costs no product', () => {
  const { instance, asked } = watched();
  assert.equal(verifyProof(instance, integers, valid, { expect: { modulus: 'RSA-2048' } }), false);
  assert.deepEqual(new Set(asked), new Set(['check_form']));
});

test('SECURITY.md states the largest cost of a proof, as the core counts it', () => {
  const source = readFileSync(join(root, 'crate/core/src/vdf/mod.rs'), 'utf8');
  const [, sum] = /const MOST_PRODUCTS: u64 = ([\d+* ()]+);/.exec(source) ?? [];
  const most = new Function(`return ${sum}`)() as number;
  const words = `at most ${most.toLocaleString('en')} products and squarings`;
  assert.ok(readFileSync(join(root, 'SECURITY.md'), 'utf8').includes(words), words);
});

test('the last of two equal fields counts, and no key reaches an object’s prototype', () => {
  const text = JSON.stringify(valid).slice(1);
  assert.equal(pm.verify(`{"iterations": 5, "output": "0x", ${text}`), true);
  const polluting = [`{"__proto__": {"delta": 5}, ${text}`, `{"constructor": {"prototype": {"delta": 5}}, ${text}`];
  for (const proof of polluting) assert.throws(() => pm.verify(proof), { code: 'ERR_MALFORMED_PROOF' });
  assert.equal(({} as { delta?: number }).delta, undefined);
  assert.equal(pm.verify(JSON.parse(`{${text}`) as ProofFile), true);
});
