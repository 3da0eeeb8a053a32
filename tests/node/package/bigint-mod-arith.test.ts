// The drop-in replacement gives the same number or the same error as bigint-mod-arith for every input: before its
// kernel is ready, with the kernel, and where only the text of `modPow` is.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import * as original from 'bigint-mod-arith';
import * as dropIn from 'powmod/bigint-mod-arith';
import { runProgram } from '../../support/package.ts';
import { Random } from '../../support/random.ts';

type ModPow = typeof dropIn.modPow;

/** The kernel of a drop-in, once it is ready. */
const kernelOf = (modPow: ModPow) => (modPow as { kernel?: unknown }).kernel;

/** The function that its text alone makes. */
const alone: ModPow = new Function(`return ${dropIn.modPow}`)();

/** The result or error of a call, as text to compare. */
function outcome(call: unknown, args: unknown[]): string {
  try {
    const value = (call as (...args: unknown[]) => unknown)(...args);
    return `${typeof value} ${typeof value === 'object' ? inspect(value) : String(value)}`;
  } catch (error) {
    // The engine names the variable of the code, and has its own words for a negative exponent.
    return String(error)
      .replace(/[\w.]+(?=\.\w+ is not a function)/, 'FACTORS')
      .replace('undefined must be positive', 'Exponent must be non-negative');
  }
}

/** @returns the result that all gave */
function agree(...args: unknown[]): string {
  return compare(original.modPow, [dropIn.modPow, alone], args);
}

function agreeOnInverse(...args: unknown[]): string {
  return agreeOn('modInv', ...args);
}

const theirs: Record<string, (...args: never[]) => unknown> = { ...original };
const ours: typeof theirs = { ...dropIn };

function agreeOn(name: string, ...args: unknown[]): string {
  return compare(theirs[name], [ours[name]], args);
}

function compare(theirs: unknown, ours: unknown[], args: unknown[]): string {
  const expected = outcome(theirs, args);
  // A comparison of every call by assert would take most of the time.
  for (const one of ours)
    if (outcome(one, args) !== expected) assert.equal(outcome(one, args), expected, inspect(args));
  return expected;
}

describe('the kernel of the drop-in', () => {
  const [b, e, n] = [3n, 2n ** 300n + 7n, 2n ** 521n - 1n];

  test('takes over when it is ready, and BigInt answers until then', { timeout: 120_000 }, async () => {
    const { modPow, modInv } = createRequire(import.meta.url)('powmod/bigint-mod-arith') as typeof dropIn;
    const before = [kernelOf(modPow), modPow(b, e, n), modInv(b, n)];
    assert.deepEqual(before, [undefined, original.modPow(b, e, n), original.modInv(b, n)]);
    while (!kernelOf(modPow)) await sleep(10);
    assert.deepEqual([modPow(b, e, n), modInv(b, n)], before.slice(1));
  });

  test('is there in all tests that follow', { timeout: 120_000 }, async () => {
    while (!kernelOf(dropIn.modPow)) await sleep(10);
    assert.equal(kernelOf(alone), undefined);
  });

  test('leaves the call to BigInt where it fails', () => {
    const program = `const { Instance } = WebAssembly;
let isBroken = false;
WebAssembly.Instance = new Proxy(Instance, {
  construct(target, given) {
    const { exports } = new target(...given);
    const { instance_call } = exports;
    if (!instance_call) return { exports };
    const call = (...parts) => {
      if (isBroken) throw new WebAssembly.RuntimeError('unreachable');
      return instance_call(...parts);
    };
    return { exports: { ...exports, instance_call: call } };
  },
});
const { modPow, modInv } = await import('powmod/bigint-mod-arith');
while (!modPow.kernel) await new Promise((resolve) => setTimeout(resolve, 10));
isBroken = true;
console.log(String(modPow(3n, 2n ** 300n + 7n, 2n ** 521n - 1n)), String(modInv(3n, 2n ** 521n - 1n)));`;
    const { stdout, stderr } = runProgram(program);
    assert.equal(stdout, `${original.modPow(b, e, n)} ${original.modInv(b, n)}\n`, stderr);
  });

  test('is not needed by the text of modPow in a worker', async () => {
    // As bigint-crypto-utils makes its workers.
    const { modPow } = dropIn;
    const worker = new Worker(
      `'use strict';
      const { parentPort } = require('node:worker_threads');
      const ${modPow.name} = ${modPow.toString()};
      parentPort.postMessage([modPow(${b}n, ${e}n, ${n}n), modPow(3, -5, 35n, [5, 7])]);`,
      { eval: true },
    );
    const computed = await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject));
    assert.deepEqual(computed, [original.modPow(b, e, n), original.modPow(3, -5, 35n, [5, 7])]);
    await worker.terminate();
  });
});

describe('powmod/bigint-mod-arith', () => {
  const numbers = [0, -0, 1, -1, 2, 3, 9, 10, -10, 2 ** 31, 2 ** 53 - 1, -(2 ** 53), 1e21, 1.5, -0.5];
  const bigints = [0n, 1n, -1n, 2n, 3n, 5n, 6n, 8n, 9n, -9n, 12n, 97n, 2n ** 64n, 2n ** 64n - 1n, 2n ** 89n - 1n];
  const odd = [Number.NaN, Infinity, -Infinity, undefined, null, true, false];
  const texts = ['', '0', '1', '5', '-3', '-0.5', '1.5', '2n', 'x', Object('7')];
  const objects = [{}, [], [5], Object(5n), Object(-2n), Object(3), new Uint8Array([7]), () => 5, Symbol('s')];
  const speaking = { valueOf: () => 7n, toString: () => 'seven' };
  const values: unknown[] = [...numbers, ...bigints, ...odd, ...texts, ...objects, speaking];

  test('has the functions of the original, with their names and numbers of parameters', () => {
    assert.deepEqual(Object.keys(dropIn), Object.keys(original));
    for (const [name, one] of Object.entries(ours)) {
      assert.deepEqual([one.name, one.length], [name, theirs[name]?.length]);
      assert.deepEqual(Object.keys(one), []);
    }
  });

  test('takes its place by the alias of a bundler', async () => {
    const { build } = await import('esbuild');
    const { outputFiles } = await build({
      stdin: {
        contents:
          "import { lcm, modPow } from 'bigint-mod-arith';\nglobalThis.aliased = [lcm(4, 6), modPow(2, 10, 1000)];",
        resolveDir: import.meta.dirname,
      },
      alias: { 'bigint-mod-arith': 'powmod/bigint-mod-arith' },
      ...{ bundle: true, format: 'esm', platform: 'neutral', write: false, external: ['./kernels/*'] },
    });
    const [{ text = '' } = {}] = outputFiles;
    await import(`data:text/javascript,${encodeURIComponent(text)}`);
    assert.deepEqual((globalThis as { aliased?: unknown }).aliased, [12n, 24n]);
  });

  test('agrees on each function of one or two arguments of every kind', () => {
    for (const a of values) {
      for (const name of ['abs', 'bitLength', 'phi']) agreeOn(name, a);
      for (const b of values) {
        for (const name of ['max', 'min', 'eGcd', 'gcd', 'lcm', 'toZn', 'modAdd', 'modMultiply']) agreeOn(name, a, b);
        for (const name of ['modAdd', 'modMultiply']) agreeOn(name, [a, 5n, a, -7], b);
        agreeOn('phi', [[a, b]]);
        agreeOn('crt', [a, 2n], [5n, b]);
      }
    }
    agreeOn('crt', [1n], [2n, 3n]);
    agreeOn('crt', [2n, 3n, 2n], [3n, 5n, 7n]);
    assert.equal(agreeOn('crt', [2n, 3n], [3n, 5n], 15n), 'bigint 8');
  });

  test('agrees on every combination of three arguments of every kind', () => {
    const seen = new Set<string>();
    const some = values.filter((_, i) => i % 2 === 0); // of every kind
    for (const b of some) for (const e of some) for (const n of some) seen.add(agree(b, e, n).split(':')[0] ?? '');
    for (const kind of ['bigint 1', 'RangeError', 'TypeError', 'SyntaxError'])
      assert.equal(seen.has(kind), kind !== 'SyntaxError', kind);
  });

  test('agrees on the inverse, for every combination of two arguments of every kind', () => {
    const seen = new Set<string>();
    for (const a of values) for (const n of values) seen.add(agreeOnInverse(a, n).split(':')[0] ?? '');
    for (const kind of ['bigint 1', 'RangeError', 'TypeError']) assert.ok(seen.has(kind), kind);
    for (let n = -2n; n <= 40n; n++) for (let a = -3n; a <= 2n * n; a++) agreeOnInverse(a, n);
  });

  test('agrees on small moduli with every base, and short and longer exponents', () => {
    for (let n = -2n; n <= 24n; n++)
      for (let b = -3n; b <= n + 3n; b++)
        for (let e = -6n; e <= 9n; e++) {
          agree(b, Number(e), n);
          agree(b, e + 0x10000n, n);
        }
  });

  test('agrees on long numbers, odd and even, of either sign', () => {
    const random = new Random();
    for (const bits of [64, 65, 255, 1024, 2048, 2049, 4096])
      for (let i = 0; i < 12; i++) {
        const n = random.number(random.between(2, bits)) + BigInt(random.between(0, 1));
        const b = random.number(random.between(0, 2 * bits)) * random.pick([1n, -1n]);
        const e = random.number(random.between(0, 200)) * random.pick([1n, -1n]);
        agree(b, e, n);
        agreeOnInverse(b, n);
        for (const name of ['max', 'eGcd', 'gcd', 'lcm', 'toZn']) agreeOn(name, b, n);
        agreeOn('bitLength', b);
        for (const name of ['modAdd', 'modMultiply']) agreeOn(name, [b, e, n - 1n], n);
        const [p, q] = [random.number(bits) | 1n, random.number(bits) | 1n];
        agreeOn('crt', [b, e], [p, q]);
      }
    const n = random.number(2048);
    agree(random.number(2048), random.number(2048), n);
    agree(random.number(2048), -random.number(256), n | 1n);
  });

  test('accepts numbers longer than an instance does', () => {
    const random = new Random();
    // BigInt computes these in any case, and takes long.
    const agree = (...args: unknown[]) => compare(original.modPow, [dropIn.modPow], args);
    const long = random.number(65_537) | 1n;
    for (const e of [5n, -1n]) agree(random.number(131_074), e, long);
    agree(3n * random.number(100), -1n, 3n * long);
    agree(random.number(65_536), 3n, 2n ** 65_536n);
    agree(random.number(65_536), 3n, 2n ** 65_536n - 1n);
    for (const e of [2n ** 65_536n - 1n, 2n ** 65_536n]) agree(3n, e, 2n ** 64n + 13n);
  });

  describe('the fourth argument', () => {
    const factorizations: unknown[] = [
      undefined,
      [3, 5],
      [3n, 5n],
      [5n, 3],
      [3, 3n],
      [[3, 2]],
      [
        [3n, 1],
        [5, 1n],
      ],
      [[3, 1], 3n, 5n],
      [2, 2, 3],
      [[2n, 2n], 3],
      [5n, 5n, 13n, 27n],
      [7],
    ];
    const wrong: unknown[] = [
      [],
      [1],
      [0n],
      [-3n, 5],
      [15],
      [1.5],
      [Number.NaN],
      [[3]],
      [[3, 0]],
      [[3, -1], 5],
      [[3, 1.5]],
      [['3', '1'], 5],
      ['35'],
      [undefined],
      [{}],
      [{ 0: 3n, 1: 1n }, 5],
      new Array(2),
      [15n, 3],
      ['constructor'],
      [['__proto__', '1']],
      [Symbol('p')],
      new Set([3n, 5n]),
      new BigUint64Array([3n, 5n]),
      { forEach: (use: (factor: bigint) => void) => use(3n) },
      null,
      3n,
      { length: 1, 0: 3n },
    ];

    test('right or wrong, gives the same result for small numbers of every kind', () => {
      for (const n of [0, 1, 9n, 12n, 15, 8775n])
        for (const b of [-4, 0, 1n, 3n, 14n, 15n, 77n, undefined, '2'])
          for (const e of [-1, 0n, 4, 24, 1_000_003n, 1.5, undefined])
            for (const factors of [...factorizations, ...wrong]) agree(b, e, n, factors);
    });

    test('with a power without end ends at once', () => {
      for (const [factor, message] of [
        ['[1n, 10n ** 12n]', 'Division by zero'],
        ['[2n, 1n << 40n]', 'Maximum BigInt size exceeded'],
      ]) {
        const call = `(${dropIn.modPow})(2n, 3n, 5n, [${factor}])`;
        assert.throws(() => runInNewContext(call, {}, { timeout: 5000 }), { name: 'RangeError', message });
      }
    });

    test('is used for a modulus of RSA’s length', () => {
      const random = new Random();
      const [p, q] = [2n ** 521n - 1n, 2n ** 607n - 1n];
      for (let i = 0; i < 4; i++) {
        const b = random.number(random.between(2, 1500));
        const e = random.number(1100) * random.pick([1n, -1n]);
        assert.equal(agree(b, e, p * q, [p, q]), agree(b, e, p * q));
        agree(b, e, p * p * q, [[p, 2], q]);
      }
    });
  });
});
