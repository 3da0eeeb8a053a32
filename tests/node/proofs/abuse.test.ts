// Hostile proofs: a file without the form of a proof is refused before the first product and before large allocations.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { init, type ProofFile } from 'powmod';
import { WasmInstance } from '../../../crate/js/src/border/instance.ts';
import { MalformedProofError } from '../../../crate/js/src/errors.ts';
import { whole } from '../../../crate/js/src/init.ts';
import { IntegerReader } from '../../../crate/js/src/input/integers.ts';
import { apiOf } from '../../../crate/js/src/start.ts';
import { malformedProofs } from '../../bad-input/cases.ts';
import { kernelFile } from '../../support/package.ts';
import { root } from '../../support/vectors.ts';

const pm = await init();
const integers = new IntegerReader(65536);
const module = new WebAssembly.Module(kernelFile('scalar'));

/** Bytes that were allocated on this side. */
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
const MAX_ALLOCATED = 2 ** 20;

// `cargo test` checks that no modulus is set up for these proofs: see crate/wasm/src/powers/complete/verify.rs.
test('each is refused without memory', () => {
  const instance = new WasmInstance(module);
  const { memory } = instance.session;
  const watched = apiOf(whole, integers, {
    choice: { kernel: 'scalar', reason: 'for a test' },
    instance,
    crossover: undefined,
  });
  const size = memory.buffer.byteLength;
  let refused = 0;
  for (const proofs of Object.values(malformedProofs(pm)))
    for (const [given, proof] of Object.entries(proofs)) {
      if (given === 'even') continue; // a rule of groups, which computes
      allocated = 0;
      assert.throws(() => watched.verify(proof as ProofFile), MalformedProofError, given);
      const [verdict] = watched.verifyBatch([proof as ProofFile], { batch: true });
      assert.ok(verdict instanceof MalformedProofError, given);
      assert.ok(allocated <= MAX_ALLOCATED, `${given}: ${allocated} bytes`);
      refused++;
    }
  assert.ok(refused > 50);
  assert.equal(memory.buffer.byteLength, size);
});

test('SECURITY.md names the most that a proof costs, which the core counts', () => {
  const source = readFileSync(join(root, 'crate/vdf/src/verifier.rs'), 'utf8');
  const [, sum] = /const MAX_PRODUCTS: u64 = ([\d+* ()]+);/.exec(source) ?? [];
  const most = new Function(`return ${sum}`)() as number;
  const words = `at most ${most.toLocaleString('en')} products and squarings`;
  assert.ok(readFileSync(join(root, 'SECURITY.md'), 'utf8').includes(words), words);
});
