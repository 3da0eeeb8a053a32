// WebAssembly that fails in the middle of a call. Each test runs in its own process, with little memory or stack.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBytes } from 'powmod';
import { nativePow } from '../../support/native.js';
import { runProgram } from '../../support/package.ts';

/** Runs a program and returns the JSON on the last line of its output. */
function runIn(flags: string[], program: string, addresses?: number): unknown {
  const script = `import { init } from 'powmod';
const caught = (work) => {
  try {
    return String(work());
  } catch (error) {
    return [error.name, error.code, error.message];
  }
};
${program}`;
  const { stdout, stderr } = runProgram(script, flags, addresses);
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
  caught(() => pm.rsaPrivateKey(key)),
  caught(() => pm.modPow(3n, 5n, 7n)),
]));`,
  ) as unknown[];
  assert.deepEqual((kept as string[]).slice(0, 2), ['PowmodError', 'ERR_OUT_OF_MEMORY']);
  assert.match(String(kept), NO_ROOM);
  assert.equal(after, '5');
});

const NO_ROOM =
  /no memory for a WebAssembly instance, .*: free the keys of rsaPrivateKey .*node --disable-wasm-trap-handler$/;

// Only Linux limits the addresses of a process, and only V8 on machines of 64 bits reserves so many.
const skip = process.platform !== 'linux' && `${process.platform} limits no addresses`;

test('where addresses are few, keys end in an error that says so, and freed keys give theirs back', { skip }, () => {
  const [made, refused, again, alone] = runIn(
    [],
    `const pm = await init({ kernel: 'scalar' });
const key = { p: 61n, q: 53n, dp: 53n, dq: 49n, qInv: 38n, e: 17n };
const keys = [];
const refused = caught(() => { for (;;) keys.push(pm.rsaPrivateKey(key)); });
const made = keys.length;
for (const kept of keys.splice(0)) kept.free();
const again = caught(() => {
  while (keys.length < made) keys.push(pm.rsaPrivateKey(key));
  return keys.at(-1).pow(65n);
});
for (const kept of keys) kept.free();
const alone = caught(() => { for (let i = 0; i < 10 * made; i++) { const one = pm.rsaPrivateKey(key); one.free(); } });
console.log(JSON.stringify([made, refused, again, alone]));`,
    150,
  ) as [number, string[], string, string];
  assert.ok(made > 5 && made < 15, String(made));
  assert.deepEqual(refused.slice(0, 2), ['PowmodError', 'ERR_OUT_OF_MEMORY']);
  assert.match(String(refused), NO_ROOM);
  assert.equal(again, String(toBytes(nativePow(65n, 413n, 3233n))));
  assert.equal(alone, 'undefined');
});

test('where no instance has room, the kernel says so, and BigInt answers', { skip }, () => {
  const program = `const started = init({ kernel: 'scalar' });
const failure = await started.then((pm) => pm.kernel, ({ code, message }) => code + message);
console.log(JSON.stringify([failure, (await init()).kernel]));`;
  const [failure, kernel] = runIn([], program, 9) as string[];
  assert.match(String(failure), /^ERR_KERNEL_UNAVAILABLEthe kernel scalar cannot be used: /);
  assert.match(String(failure), NO_ROOM);
  assert.equal(kernel, 'bigint');
  assert.equal((runIn(['--disable-wasm-trap-handler'], program, 9) as string[])[0], 'scalar');
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
const others = [...names].filter((name) => !['RangeError', 'PowmodError'].includes(name));
console.log(JSON.stringify([others, wrong, pm.modPow(3n, 5n, 7n).toString()]));`,
  );
  assert.deepEqual(results, [[], 0, '5']);
});
