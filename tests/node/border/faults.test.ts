// WebAssembly that fails in the middle of a call. Each test runs in its own process, with little memory or stack.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../../support/package.ts';

/** Runs a program and returns the JSON on the last line of its output. */
function runIn(flags: string[], program: string): unknown {
  const script = `import { init } from 'powmod';
const caught = (work) => {
  try {
    return String(work());
  } catch (error) {
    return [error.name, error.code, error.message];
  }
};
${program}`;
  const { stdout, stderr } = runProgram(script, flags);
  assert.match(stdout, /./, stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1) as string);
}

// The kernel is named, so that BigInt does not compute these short powers.
test('memory that cannot grow is ERR_OUT_OF_MEMORY; the next call works, older handles do not', () => {
  const [before, failed, after, handle, free, anew] = runIn(
    ['--wasm-max-mem-pages=200'],
    `const pm = await init({ kernel: 'scalar', maxBits: 2 ** 26 });
const kept = pm.modulus(101n);
console.log(JSON.stringify([
  caught(() => kept.pow(2n, 10n)),
  caught(() => pm.modPow(3n, 5n, (1n << 60000000n) + 1n)),
  caught(() => pm.modPow(3n, 5n, 7n)),
  caught(() => kept.pow(2n, 10n)),
  caught(() => kept.free()),
  caught(() => pm.modulus(101n).pow(2n, 10n)),
]));`,
  ) as unknown[];
  assert.equal(before, '14');
  assert.deepEqual(failed, ['PowmodError', 'ERR_OUT_OF_MEMORY', 'the WebAssembly memory could not grow']);
  assert.equal(after, '5');
  assert.match(String(handle), /^TypeError,,modulus: is gone/);
  assert.equal(free, 'undefined');
  assert.equal(anew, '14');
});

test('no memory for a key is ERR_OUT_OF_MEMORY', () => {
  const [kept, after] = runIn(
    ['--wasm-max-mem-pages=21'],
    `const pm = await init({ kernel: 'scalar' });
const key = { p: 61n, q: 53n, dp: 53n, dq: 49n, qInv: 38n, e: 17n };
console.log(JSON.stringify([
  caught(() => pm.crtKey(key)),
  caught(() => pm.modPow(3n, 5n, 7n)),
]));`,
  ) as unknown[];
  const refused = ['PowmodError', 'ERR_OUT_OF_MEMORY', 'no memory for a WebAssembly instance'];
  assert.deepEqual(kept, refused);
  assert.equal(after, '5');
});

test('a stack that is exhausted anywhere leaves nothing broken', () => {
  const results = runIn(
    ['--stack-size=200'],
    `const pm = await init();
const kept = pm.modulus((1n << 521n) - 1n);
const names = new Set();
let wrong = 0;
function descend() {
  try {
    descend();
  } catch {}
  // From the deepest frame outwards: at some depths the stack ends in wasm, at others in the glue code.
  const result = caught(() => pm.modPow(3n, (1n << 100n) - 1n, (1n << 127n) - 1n));
  if (Array.isArray(result)) names.add(result[0]);
  else if (result !== right) wrong++;
}
const right = caught(() => pm.modPow(3n, (1n << 100n) - 1n, (1n << 127n) - 1n));
descend();
console.log(JSON.stringify([[...names].filter((name) => !['RangeError', 'PowmodError'].includes(name)), wrong, pm.modPow(3n, 5n, 7n).toString()]));`,
  );
  assert.deepEqual(results, [[], 0, '5']);
});
