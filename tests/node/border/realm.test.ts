// Realms: prototypes that somebody else has frozen or extended, buffers of another realm, and objects that a framework
// wraps.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { init, initSync } from 'powmod';
import { createPool } from 'powmod/pool';
import { example, kernelFile, runProgram } from '../../support/package.ts';
import { root } from '../../support/vectors.ts';

test('a frozen Error.prototype leaves each error its class and its name', () => {
  const program = `
    Object.freeze(Error.prototype);
    const { init, PowmodError, MalformedProofError, readProof } = await import('powmod');
    const { verify } = await import('powmod/verify');
    const pm = await init({ kernel: 'scalar' });
    const reading = async () => readProof('{}');
    for (const call of [reading, () => verify('{}'), () => init({ kernel: 'wide', wasm: () => new Uint8Array(8) })])
      try {
        await call();
      } catch (error) {
        const isOwn = Object.keys(error).includes('name');
        console.log(error instanceof PowmodError, error.name, error.code, error.field, isOwn);
      }`;
  const { stdout, stderr } = runProgram(program);
  const malformed = 'true MalformedProofError ERR_MALFORMED_PROOF scheme false\n';
  assert.match(stdout, new RegExp(`^${malformed}${malformed}true PowmodError ERR_\\w+ undefined false\n$`), stderr);
});

const proof = example('wesolowski-rsa2048');

test('what is on Object.prototype before the package loads is no part of it', () => {
  for (const load of [`require('powmod')`, `await import('powmod')`, `await import('powmod/static')`]) {
    const program = `
      const { createRequire } = await import('node:module');
      const require = createRequire(import.meta.url);
      Object.prototype.added = 1;
      console.log((${load}).initSync().modPow(2n, 10n, 1000n));`;
    const { stdout, stderr } = runProgram(program);
    assert.equal(stdout, '24n\n', load + stderr);
  }
});

test('options count by the class of their object', async () => {
  const pm = await init();
  class Given {
    get expect() {
      return { iterations: 5 };
    }
  }
  assert.equal(pm.verify(proof, new Given()), false);
  assert.equal(pm.verify(proof), true);
});

test('what is on Object.prototype counts nothing on the command line', () => {
  const define = (name: string, value: string) =>
    `Object.defineProperty(Object.prototype, '${name}', { value: '${value}' });`;
  const polluted = `data:text/javascript,${define('modulus', '0x0f')}${define('challenge', 'ab'.repeat(32))}`;
  const file = join(root, 'crate/js/examples/wesolowski-rsa2048.json');
  const args = ['--import', polluted, join(root, 'crate/js/bin/powmod.js'), 'verify', file];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.match(stdout, /T = \d+ {2}valid for the input in the file {2}/, stderr);
});

test('every object has a tag, by which Vue wraps none of them in a proxy', async () => {
  const pm = await init();
  const m = pm.modulus(1009n);
  const pool = await createPool();
  await pool.close();
  const tables = [m.fixedBase(3n), m.tables([3n])];
  assert.deepEqual(
    [pm, m, pool, ...tables].map((object) => Object.prototype.toString.call(object)),
    ['Powmod', 'Modulus', 'Pool', 'FixedBase', 'Tables'].map((name) => `[object ${name}]`),
  );
});

test('methods may be taken out of an instance and a pool', async () => {
  const { modPow } = await init();
  assert.equal(modPow(3n, 5n, 7n), 5n);
  const { modPow: inWorker, close } = await createPool({ workers: 1 });
  assert.equal(await inWorker(3n, 5n, 7n), 5n);
  await close();
});

test('the bytes of a kernel may be an ArrayBuffer of another realm', async () => {
  const wasm = runInNewContext('(bytes) => new Uint8Array(bytes).buffer')(kernelFile('scalar'));
  for (const pm of [
    await init({ kernel: 'scalar', wasm: () => wasm }),
    initSync({ kernel: 'scalar', wasm: () => wasm }),
  ])
    assert.equal(pm.modPow(3n, 5n, 7n), 5n);
});
