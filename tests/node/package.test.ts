// The package as others meet it: its files, its types, its imports.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import * as powmod from 'powmod';
import * as pool from 'powmod/pool';
import { root } from './vectors.ts';

test('what it exports', () => {
  assert.deepEqual(Object.keys(powmod).sort(), ['MalformedProofError', 'PowmodError', 'groups', 'init']);
});

test('what the pool exports, with the errors of the package', async () => {
  assert.deepEqual(Object.keys(pool), ['createPool']);
  await assert.rejects(pool.createPool({ wasm: () => new Uint8Array(9) }), powmod.PowmodError);
});

test('the bare wasm is exported', () => {
  const url = import.meta.resolve('powmod/kernels/scalar.wasm');
  assert.deepEqual([...readFileSync(new URL(url)).subarray(0, 4)], [0, 0x61, 0x73, 0x6d]);
});

test("import('powmod') works from the root", () => {
  const program = "const { init } = await import('powmod'); console.log((await init()).modPow(3n, 5n, 7n))";
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(stdout, '5n\n', stderr);
});

test('a strict user’s types, without Node’s and without skipping library checks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'powmod-types-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(folder, 'user.ts'),
      `import { type CrtKey, type FixedBase, groups, init, type Integer, MalformedProofError, type Modulus, type PowOptions, type ProofFile, type Tables } from 'powmod';
import { createPool, type Evaluation, type EvaluationTask, type Pool, type Progress, type ProofTask } from 'powmod/pool';
const pm = await init({ kernel: 'auto', maxBits: 4096, wasm: (kernel) => new URL(kernel + '.wasm', import.meta.url) });
const a: bigint = pm.modPow(1n, new Uint8Array(2), groups['RSA-2048']);
const b: Uint8Array = pm.modPow(1n, 2n, 3n, { as: 'bytes' });
const c: bigint = pm.modPow2(1n, 2n, 3n, 4n, 5n, { method: 'interleaved', window: 4 });
const d: bigint = pm.modPow(1n, 2n, 3n, { as: 'bigint' });
const options: PowOptions = {};
const e: bigint | Uint8Array = pm.modPow(1n, 2n, 3n, options);
// @ts-expect-error it may be bytes
const f: bigint = pm.modPow(1n, 2n, 3n, options);
// @ts-expect-error a number is no Integer
pm.modPow(1, 2n, 3n);
// @ts-expect-error there is no such option
pm.modPow(1n, 2n, 3n, { windw: 4 });
const terms: [Integer, Integer][] = [[1n, 2n]];
const g: bigint = pm.modMultiPow(terms, 5n);
const m: Modulus = pm.modulus(5n);
const h: Uint8Array = m.square(2n, 5, { as: 'bytes' });
{
  using kept = pm.modulus(7n);
  kept.pow(2n, 2n);
  using table: FixedBase = kept.fixedBase(2n, { maxBits: 64, method: 'residues' });
  const residue: bigint = table.pow(3n);
  using tables: Tables = kept.tables([2n, new Uint8Array(1)], { window: 3 });
  const bytes: Uint8Array = tables.multiPow([3n, residue], { as: 'bytes' });
  const key: CrtKey = { p: bytes, q: bytes, dp: bytes, dq: bytes, qInv: bytes, e: bytes };
  const secret: Uint8Array = pm.modPowCrt(bytes, key);
  const power: Uint8Array = pm.modPowSecret(2n, secret, 7n, { exponentBits: 64 });
  const joint: Uint8Array = pm.modPow2Secret(2n, power, 3n, power, 7n, { exponentBits: 64 });
  // @ts-expect-error a secret never goes through a bigint
  pm.modPowSecret(2n, 3n, 7n, { exponentBits: joint.length });
}
declare const proof: ProofFile;
const i: boolean = pm.verify(proof, { expect: { modulus: 'RSA-2048', iterations: 5 } });
const j: (boolean | MalformedProofError)[] = pm.verifyBatch([proof, 'text', new Uint8Array()]);
// @ts-expect-error there is no such option
pm.verifyBatch([proof], { together: true });
await using pool: Pool = await createPool({ workers: 2, worker: () => new Worker('worker.js') });
const k: bigint = await pool.modPow(1n, 2n, 3n, { method: 'parallel' });
const l: Uint8Array = await pool.modPow2(1n, 2n, 3n, 4n, 5n, { as: 'bytes' });
const onProgress = ({ done, total, perSecond }: Progress) => console.log(done / total, perSecond);
const o: (boolean | MalformedProofError)[] = await pool.verifyAll([proof], { batch: true, signal: new AbortController().signal, onProgress });
const task: EvaluationTask = { modulus: 'RSA-2048', seed: l, iterations: 5, memory: 9 };
const evaluation: Evaluation = await pool.evaluate(task, { onCheckpoint: (checkpoint) => checkpoint.length });
const toProve: ProofTask = { scheme: 'pietrzak', modulus: 5n, input: k, iterations: 4, delta: 1, evaluation };
const p: ProofFile = await pool.prove(toProve, { memory: 5, onProgress });
// @ts-expect-error either an input or a seed
pool.evaluate({ modulus: 5n, input: 1n, seed: l, iterations: 5 });
// @ts-expect-error there is no such option
pool.verify(p, { batch: true });
console.log(o, await pool.verify(p), await pool.close());
console.log(a, b, c, d, e, f, g, h, i, j, m.free());
`,
    );
    for (const resolution of ['nodenext', 'bundler']) {
      const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
      const { status, stdout } = spawnSync(
        process.execPath,
        [
          join(root, 'node_modules/typescript/bin/tsc'),
          '--strict',
          '--noEmit',
          '--skipLibCheck',
          'false',
          '--target',
          'es2022',
        ].concat([
          '--lib',
          'es2023,dom,esnext.disposable',
          '--types',
          '',
          '--module',
          module,
          '--moduleResolution',
          resolution,
          'user.ts',
        ]),
        { cwd: folder, encoding: 'utf8' },
      );
      assert.equal(status, 0, stdout);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
