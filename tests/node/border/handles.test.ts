// The lifetime of kept moduli.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { init } from 'powmod';
import { throwsType } from '../../support/errors.ts';
import { runProgram } from '../../support/package.ts';
import { watchInstances } from '../../support/watched-instances.ts';

const pm = await init();
const n = (1n << 521n) - 1n;

test('`using` frees a modulus', { skip: !Symbol.dispose && 'the engine has no Symbol.dispose' }, () => {
  const m = pm.modulus(n);
  m[Symbol.dispose]();
  throwsType(() => m.pow(3n, 5n), /^modulus: was freed$/);
});

test('works in an engine without Symbol.dispose', () => {
  // The properties of the engine's Symbol cannot be deleted, so a stand-in replaces Symbol.
  const program = `
    const { dispose, asyncDispose, ...others } = Object.getOwnPropertyDescriptors(Symbol);
    const engineSymbol = Symbol;
    globalThis.Symbol = Object.defineProperties(function (name) { return engineSymbol(name); }, others);
    const { init } = await import('powmod');
    const { createPool } = await import('powmod/pool');
    const m = (await init()).modulus(7n);
    const pool = await createPool({ workers: 1 });
    console.log(Symbol.dispose, m.pow(3n, 5n), m.fixedBase(3n).pow(5n), await pool.modPow(3n, 5n, 7n));
    console.log('undefined' in m, 'undefined' in pool, m.free(), await pool.close());`;
  const { stdout, stderr } = runProgram(program);
  assert.equal(stdout, 'undefined 5n 5n 5n\nfalse false undefined undefined\n', stderr);
});

test('the garbage collector frees dropped moduli and tables; tables keep their modulus alive', async () => {
  setFlagsFromString('--expose-gc');
  const { runInNewContext } = await import('node:vm');
  const collect = runInNewContext('gc') as () => void;
  const settle = async () => {
    collect();
    // Finalizers run in tasks of their own.
    for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  const instance = await init();

  // The tables still work after the handle of the modulus is dropped.
  const g = instance.modulus(n).fixedBase(3n, { maxBits: 8 });
  const t = instance.modulus(n).tables([3n]);
  for (let i = 0; i < 3; i++) await settle();
  assert.equal(g.pow(5n), 243n);
  assert.equal(t.multiPow([5n]), 243n);

  const grown = async () => {
    for (let i = 0; i < 1000; i++) {
      const m = instance.modulus((1n << 4095n) + BigInt(2 * i + 1));
      if (i % 100 > 0) continue;
      m.fixedBase(3n, { maxBits: 512 });
      m.tables([3n, 5n], { window: 10 });
    }
    await settle();
    return process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  };
  for (let i = 0; i < 3; i++) await grown();
  const before = await grown();
  for (let i = 0; i < 3; i++) await grown();
  const after = await grown();
  assert.ok(after - before < 5e6, `memory grew from ${before} to ${after} bytes`);
});

const skip = !globalThis.WebAssembly && 'without WebAssembly no memory grows';
test('memory grows by a part of what it has, not for each object', { skip }, async () => {
  const watch = watchInstances();
  const instance = await init({ kernel: 'scalar' });
  watch.stop();
  const memory = watch.memories.at(-1) as WebAssembly.Memory;
  const before = memory.buffer.byteLength;
  let growths = 0;
  const kept = Array.from({ length: 4000 }, (_, i) => {
    const { buffer } = memory;
    const m = instance.modulus((1n << 2047n) + BigInt(2 * i + 1));
    if (memory.buffer !== buffer) growths++;
    return m;
  });
  const grown = memory.buffer.byteLength / before;
  assert.ok(grown > 4, `${grown} times the memory`);
  // Each growth makes it a quarter longer, or more.
  assert.ok(growths <= Math.log(grown) / Math.log(1.25) + 1, `${growths} growths for ${grown} times the memory`);
  for (const m of kept) m.free();
});
