// Tables that are kept for known bases: what they refuse, and their lifetime. tests/fuzz/js has their results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { init, type Modulus } from 'powmod';
import { WasmInstance } from '../../../crate/js/src/border/instance.ts';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { throwsRange } from '../../support/errors.ts';
import { instances } from '../../support/instances.ts';
import { toBytes } from '../../support/native.ts';
import { kernelFile } from '../../support/package.ts';

const n = (1n << 521n) - 1n;
const [pm] = instances as [(typeof instances)[0]];

test('the default length of a table is that of the modulus', () => {
  const g = pm.modulus(n).fixedBase(3n);
  assert.equal(g.pow(n), 3n);
  throwsRange(() => g.pow(n + 1n), /^exponent: has more than 521 bits, the table's maxBits$/);
});

test('tables that would be too large are refused before anything is allocated', () => {
  const m = pm.modulus((1n << 65535n) + 1n);
  const held = () => process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const before = held();
  throwsRange(() => m.fixedBase(3n, { maxBits: 65536, method: 'residues' }), /^options\.maxBits: must not be above/);
  throwsRange(() => m.tables([3n, 5n], { window: 16 }), /^options\.window: the tables would be too large$/);
  throwsRange(() => m.tables(new Array(65536).fill(3n)), /^bases: the tables would be too large$/);
  assert.ok(held() - before < 2e6, 'nothing large was allocated');
  assert.equal(m.tables([3n]).multiPow([5n]), 243n);
  m.free();
});

test('a table cannot be used with another modulus, not even below the package', () => {
  const instance = new WasmInstance(new WebAssembly.Module(kernelFile('scalar')));
  const [seven, nine] = [7n, 9n].map(toBytes) as [Uint8Array, Uint8Array];
  const table = instance.call(operations.fixedBase, { modulus: seven, base: 3n, maxBits: 10, residues: false });
  const tables = instance.call(operations.tables, { modulus: seven, bases: [3n], window: 2 });
  const given = { terms: [], tables: [{ table, exponent: 2n }] };
  assert.deepEqual(instance.call(operations.multiPow, { modulus: seven, ...given }), Uint8Array.of(2));
  const wrong = /^table: belongs to another modulus$/;
  const secret = { bytes: Uint8Array.of(2), width: 2 };
  throwsRange(() => instance.call(operations.fixedBasePowSecret, { modulus: nine, table, exponent: secret }), wrong);
  throwsRange(
    () => instance.call(operations.multiPow, { modulus: nine, ...given }),
    /^table\[0\]: belongs to another modulus$/,
  );
  throwsRange(() => instance.call(operations.tablesPow, { modulus: nine, tables, exponents: [2n] }), wrong);
});

test('the garbage collector frees dropped tables; tables keep their modulus alive', async () => {
  setFlagsFromString('--expose-gc');
  const { runInNewContext } = await import('node:vm');
  const collect = runInNewContext('gc') as () => void;
  const settle = async () => {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20)); // finalizers run in tasks of their own
  };
  const instance = await init();
  const modulus = (1n << 2047n) + 3n;

  // The tables still work after the handle of the modulus is dropped.
  const g = instance.modulus(modulus).fixedBase(3n, { maxBits: 8 });
  const t = ((m: Modulus) => m.tables([3n]))(instance.modulus(modulus));
  for (let i = 0; i < 3; i++) await settle();
  assert.equal(g.pow(5n), 243n);
  assert.equal(t.multiPow([5n]), 243n);

  const grown = async () => {
    const m = instance.modulus(modulus);
    for (let i = 0; i < 10; i++) {
      m.fixedBase(3n, { maxBits: 512 });
      m.tables([3n, 5n], { window: 10 });
    }
    await settle();
    return process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  };
  for (let i = 0; i < 3; i++) await grown();
  const before = await grown();
  for (let i = 0; i < 5; i++) await grown();
  const after = await grown();
  assert.ok(after - before < 5e6, `memory grew from ${before} to ${after} bytes`);
});
