// Realms: prototypes that somebody else has frozen or extended, buffers of another realm, and objects that a framework wraps.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { groups, init, initSync, readProof } from 'powmod';
import { verifyVdf } from 'powmod/chia';
import { createPool } from 'powmod/pool';
import * as standalone from 'powmod/verify';
import { mainnet } from '../../support/chia-vectors.ts';
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
        console.log(error instanceof PowmodError, error.name, error.code, error.field, Object.keys(error).includes('name'));
      }`;
  const { stdout, stderr } = runProgram(program);
  const malformed = 'true MalformedProofError ERR_MALFORMED_PROOF scheme false\n';
  assert.match(stdout, new RegExp(`^${malformed}${malformed}true PowmodError ERR_\\w+ undefined false\n$`), stderr);
});

const proof = example('wesolowski-rsa2048');

/** Words of the language, which the engine reads of any object, and of its libraries, whose functions may be missing. */
const LANGUAGE =
  'get set value writable enumerable configurable cause then return constructor length name message fromHex toHex fromBase64';

/**
 * Does the work while every word of the package's source is an enumerable property of `Object.prototype`.
 *
 * @returns the words that code of the package read there
 */
async function extended(work: () => Promise<unknown>): Promise<string[]> {
  const source = join(root, 'crate/js/src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const sources = files.map((file) => readFileSync(join(source, file), 'utf8'));
  const words = new Set(sources.join(' ').match(/\b[a-z]\w+/gi));
  for (const word of LANGUAGE.split(' ')) words.delete(word);
  const found = new Set<string>();
  let isReading = false;
  const added = [...words].filter((word) => !(word in Object.prototype));
  for (const word of added)
    Object.defineProperty(Object.prototype, word, {
      configurable: true,
      enumerable: true,
      get() {
        if (isReading || this === globalThis) return undefined; // Node reads options while it writes a stack
        isReading = true;
        const [, , caller = ''] = String(new Error().stack).split('\n');
        if (/crate.js.dist/.test(caller)) found.add(`${word} ${caller.trim()}`);
        isReading = false;
        return undefined;
      },
      set(value) {
        Object.defineProperty(this, word, { configurable: true, enumerable: true, writable: true, value });
      },
    });
  try {
    await work();
  } finally {
    for (const word of added) delete (Object.prototype as Record<string, unknown>)[word];
  }
  return [...found];
}

test('what a caller does not give, Object.prototype does not give either', async () => {
  const N = (1n << 521n) - 1n;
  const bytes = Uint8Array.of(5);
  const signal = AbortSignal.timeout(100_000);
  const everything = async () => {
    for (const kernel of ['scalar', 'bigint'] as const) {
      const pm = await init({ kernel });
      pm.modPow(3n, -5n, N);
      pm.modPow2(3n, 5n, 7n, 11n, N, { as: 'bytes' });
      pm.modMultiPow([[3n, 5n]], N);
      pm.modMul(3n, 5n, N);
      pm.modInv(3n, N);
      pm.randomPrime(32);
      pm.randomBelow(1000n);
      pm.isProbablePrime(7n);
      pm.modexp(new Uint8Array(96));
      pm.verify(proof);
      pm.verify(readProof(proof), { expect: { iterations: 5 } });
      pm.verifyBatch([proof]);
      pm.element(5n, groups['RSA-2048']);
      pm.hashToGroup(bytes, groups['RSA-2048']);
      const m = pm.modulus(N);
      const g = m.fixedBase(3n);
      g.pow(5n);
      m.tables([3n, 5n]).multiPow([5n, 7n]);
      m.multiPow([
        [g, 5n],
        [3n, 7n],
      ]);
      m.powers(3n, [5n, 7n]);
      m.product([5n, 7n]);
      m.invAll([5n, 7n]);
      m.square(3n, 5);
      if (kernel === 'bigint') continue;
      m.powSecret(3n, bytes, { exponentBits: 8 });
      m.mulAddSecret(bytes, bytes, bytes);
      m.invSecret(bytes);
      g.powSecret(bytes);
      pm.crtKey({ p: 61n, q: 53n, dp: 53n, dq: 49n, qInv: 38n, e: 17n }).pow(65n);
    }
    initSync();
    await verifyVdf(mainnet);
    await standalone.verify(proof);
    await standalone.verifyBatch([proof]);
    const pool = await createPool({ workers: 1 });
    await pool.modPow(3n, 5n, N);
    await pool.modPow(3n, 5n, N, { method: 'parallel' });
    await pool.modPowSecret(3n, bytes, N, { exponentBits: 8 });
    await pool.modPowAll([3n], 5n, N, { signal });
    await pool.square(3n, 5, N);
    await pool.randomPrime(32, { signal });
    await pool.verify(proof);
    await pool.verifyAll([proof]);
    const statement = { modulus: 'RSA-2048', input: 3n, iterations: 5 } as const;
    await pool.evaluate(statement);
    await pool.prove({ ...statement, scheme: 'wesolowski' });
    await pool.close();
  };
  assert.deepEqual(await extended(everything), []);
});

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

test('options count by the class of their object, and not by Object.prototype', async () => {
  const pm = await init();
  class Given {
    get expect() {
      return { iterations: 5 };
    }
  }
  const wrong = { ...proof, output: proof.input };
  const challenge = { prime: (1n << 127n) + 29n };
  const added = { expect: { iterations: proof.iterations }, challenge, random: () => new Uint8Array(900) };
  Object.assign(Object.prototype, added);
  try {
    assert.equal(pm.verify(proof, new Given()), false);
    assert.equal(pm.verify(proof), true);
    assert.equal(pm.verify(wrong, {}), false);
    assert.notEqual(pm.randomPrime(64), pm.randomPrime(64));
  } finally {
    for (const name of Object.keys(added)) delete (Object.prototype as Record<string, unknown>)[name];
  }
  const define = (name: string, value: string) =>
    `Object.defineProperty(Object.prototype, '${name}', { value: '${value}' });`;
  const polluted = `data:text/javascript,${define('modulus', '0x0f')}${define('challenge', 'ab'.repeat(32))}`;
  const file = join(root, 'crate/js/examples/wesolowski-rsa2048.json');
  const args = ['--import', polluted, join(root, 'crate/js/bin/powmod.js'), 'verify', file];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.match(stdout, /T = \d+ {2}valid {2}/, stderr);
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

test('an argument that is no integer is told how it is written as one, without its value', async () => {
  const pm = await init();
  for (const [given, told] of [
    [65537, 'a number: write 65537n, or BigInt(number)'],
    ['10001', "a string: write BigInt('0x…') for hexadecimal digits"],
    [new ArrayBuffer(3), 'an ArrayBuffer: wrap it, new Uint8Array(buffer)'],
    [runInNewContext('new ArrayBuffer(3)'), 'an ArrayBuffer: wrap it, new Uint8Array(buffer)'],
    [
      new DataView(new ArrayBuffer(3)),
      'another view: wrap its bytes, new Uint8Array(view.buffer, view.byteOffset, view.byteLength)',
    ],
  ] as const) {
    const message = `exponent: must be a bigint or a Uint8Array, not ${told}`;
    assert.throws(() => pm.modPow(3n, given as never, 7n), { name: 'TypeError', message });
  }
});
