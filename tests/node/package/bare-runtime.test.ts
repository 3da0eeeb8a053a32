// Runtimes that lack a part of Node: programs of Node that take it away first.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

/** The answer of a program, which it prints in JSON. `gone` takes a part of Node away before the program runs. */
function computed(gone: string, program: string): unknown {
  const text = `import * as powmod from 'powmod';
    import { verify } from 'powmod/verify';
    import { readFileSync } from 'node:fs';
    const bytes = readFileSync('crate/js/examples/wesolowski-rsa2048.json');
    ${gone}
    console.log(JSON.stringify(await (async () => { ${program} })()));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', text], { encoding: 'utf8' }));
}

/** Makes Node like an edge runtime: the properties of `process` throw, and the engine compiles no WebAssembly. */
const EDGE = `const noModule = { get() { throw new Error('not in the edge runtime'); } };
  Object.defineProperty(process, 'getBuiltinModule', noModule);
  const refuse = () => { throw new WebAssembly.CompileError('Wasm code generation disallowed by embedder'); };
  WebAssembly.Module = class Module { constructor() { refuse(); } };
  WebAssembly.compile = async () => refuse();`;

test('an edge runtime computes and verifies by BigInt', () => {
  const program = `const pm = await powmod.init();
    return [pm.kernel, String(pm.modPow(3n, 65537n, 1000003n)), pm.verify(String(bytes)), await verify(bytes)];`;
  assert.deepEqual(computed(EDGE, program), ['bigint', '486750', true, true]);
});

const BARE = 'delete globalThis.TextEncoder; delete globalThis.TextDecoder; delete globalThis.crypto;';

test('a bare engine has no encoders and no secure numbers: the rest works, and an error says so', () => {
  const program = `const instances = [await powmod.init(), await powmod.init({ kernel: 'bigint' })];
    const refused = instances.map((pm) => {
      const batch = () => pm.verifyBatch([bytes], { batch: true });
      const errors = [() => pm.randomPrime(64), batch, () => pm.modInv(2n, 4n)];
      return errors.map((call) => {
        try { return call(); } catch (error) { return error.name + ': ' + error.message; }
      });
    });
    return [instances.map((pm) => pm.verify(bytes)), await verify(bytes), refused,
      await verify(Uint8Array.of(0xff)).catch(({ message }) => message)];`;
  const missing = 'PowmodError: crypto.getRandomValues is missing';
  const errors = [missing, missing, 'RangeError: a: has no inverse modulo the modulus'];
  assert.deepEqual(computed(BARE, program), [[true, true], true, [errors, errors], 'file: is not JSON text in UTF-8']);
});

test('createPool is refused where there are no workers, and says what is missing', () => {
  const program = `const { createPool } = await import('powmod/pool');
    return createPool().catch((error) => error instanceof powmod.PowmodError && error.code + ' ' + error.message);`;
  const noWorkers = 'ERR_WORKER no worker could be started: ';
  const instead = "init of 'powmod' computes in this thread";
  const old = 'process.getBuiltinModule = undefined;';
  const noNode = `${old} Object.defineProperty(process, 'versions', { value: {} });`;
  const shared = `${noNode} Object.setPrototypeOf(globalThis, class SharedWorkerGlobalScope {}.prototype);`;
  assert.equal(
    computed(old, program),
    `${noWorkers}Node ${process.versions.node} lacks process.getBuiltinModule, which Node 20.16 and 22.3 have`,
  );
  assert.equal(computed(noNode, program), `${noWorkers}this runtime has no Worker: ${instead}`);
  assert.equal(
    computed(shared, program),
    `${noWorkers}this browser has no Worker in a SharedWorkerGlobalScope: make the pool in a page, or ${instead}`,
  );
});
