// The order in which `auto` tries the kernels: beside what was simulated and measured, and as the package uses it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { init, initSync, type WasmKernel } from 'powmod';
import { createPool } from 'powmod/pool';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { type Evidence, evidence, orderFor } from '../../../crate/js/src/kernels/choose.ts';
import { processor } from '../../../crate/js/src/kernels/probe.ts';
import type { EngineName } from '../../../crate/js/src/runtime.ts';
import { withTrap } from '../../support/sabotage.ts';
import { root } from '../../support/vectors.ts';

/** How much slower than the fastest kernel the chosen one may be. Kernels that differ by less count as equal. */
const TOLERANCE = 1.15;

/** The time of a long power: five squarings to a product. */
const timeOf = (product: number, squaring: number) => (product + 5 * squaring) / 6;

const CORES = ['M1 P', 'M1 E', 'A55', 'A76', 'A78', 'X1', 'X4'] as const;

/** Thousand cycles of a product and of a squaring of 2048 bits on each core, simulated from the engine's machine code. */
const SIMULATED = {
  V8: {
    relaxed: '2.5/1.8  6.6/4.3  41/31   9.9/8.0  6.2/4.3  3.7/2.5  3.2/2.3',
    wide: '2.8/2.2  5.9/4.7  31/26   16/12    5.2/4.4  3.7/2.9  2.8/2.2',
    simd128: '7.6/6.0  16/13    104/84  21/18    16/13    9.2/7.7  8.7/7.4',
    scalar: '7.7/5.2  11/8.3   58/48   30/23    8.7/7.8  7.8/5.6  5.3/4.1',
  },
  JavaScriptCore: {
    relaxed: '2.9/2.1  7.0/4.7  45/33   10/7.5   9.0/5.8  5.2/3.1  4.6/3.0',
    wide: '2.7/2.0  5.8/4.4  27/22   16/12    4.2/3.4  3.3/2.6  3.1/2.3',
    simd128: '7.4/5.9  16/13    96/76   20/16    16/12    9.1/7.3  9.0/7.0',
    scalar: '5.3/4.1  11/8.3   51/43   31/24    8.1/7.1  6.0/4.7  5.9/4.6',
  },
} as const satisfies Partial<Record<EngineName, Record<WasmKernel, string>>>;

/** One order serves all cores of an engine. On A76 it costs Node 20 and Bun more: there another kernel leads. */
const OTHER_CORES = CORES.filter((core) => core !== 'A76');

/** The engines that ship kernels for ARM, and the cores that their order suits. */
const SHIPPED: {
  what: string;
  engine: keyof typeof SIMULATED;
  runs: WasmKernel[];
  on: readonly (typeof CORES)[number][];
}[] = [
  { what: 'V8 with relaxed SIMD', engine: 'V8', runs: ['relaxed', 'simd128', 'scalar'], on: CORES },
  { what: 'Node 20', engine: 'V8', runs: ['simd128', 'scalar'], on: OTHER_CORES },
  { what: 'Safari', engine: 'JavaScriptCore', runs: ['simd128', 'scalar'], on: ['M1 P', 'M1 E'] },
  { what: 'Bun', engine: 'JavaScriptCore', runs: ['relaxed', 'wide', 'simd128', 'scalar'], on: OTHER_CORES },
];

for (const { what, engine, runs, on } of SHIPPED)
  for (const core of on)
    test(`${what} on ${core}: the first kernel costs at most ${TOLERANCE} times the fastest`, () => {
      const { order } = orderFor({ processor: 'ARM', engine });
      checkFirst(
        order,
        runs.map((kernel) => {
          const cell = SIMULATED[engine][kernel].split(/ +/)[CORES.indexOf(core)] as string;
          const [product, squaring] = cell.split('/').map(Number) as [number, number];
          return { kernel, time: timeOf(product, squaring) };
        }),
      );
    });

const report = JSON.parse(readFileSync(join(root, 'bench/results/results.json'), 'utf8')) as {
  machine: { processor: string };
  results: {
    kernels: {
      engine: string;
      rows: { bits: number; kernel: string; product: { min: number }; squaring: { min: number } }[];
    }[];
  };
};

for (const { engine: name, rows } of report.results.kernels)
  test(`${name} in bench/REPORT.md: the first kernel costs at most ${TOLERANCE} times the fastest`, () => {
    assert.match(report.machine.processor, /AMD|Intel/);
    const javascriptCore = name === 'Bun' || name === 'WebKit';
    const engine = name === 'Firefox' ? 'SpiderMonkey' : javascriptCore ? 'JavaScriptCore' : 'V8';
    checkFirst(
      orderFor({ processor: 'x86', engine }).order,
      rows
        .filter(({ bits, kernel }) => bits === 2048 && kernel !== 'cios')
        .map(({ kernel, product, squaring }) => ({ kernel, time: timeOf(product.min, squaring.min) })),
    );
  });

function checkFirst(order: readonly string[], timings: { kernel: string; time: number }[]) {
  assert.ok(timings.length >= 2);
  const timeOfKernel = (kernel: string | undefined) => timings.find((timing) => timing.kernel === kernel)?.time;
  const first = order.find(timeOfKernel);
  const fastest = Math.min(...timings.map(({ time }) => time));
  assert.ok((timeOfKernel(first) as number) <= TOLERANCE * fastest, `${first}: ${JSON.stringify(timings)}`);
}

test('every order has every kernel, and its reason names the evidence', () => {
  for (const processor of ['x86', 'ARM', 'unknown'] as const)
    for (const engine of ['V8', 'JavaScriptCore', 'SpiderMonkey'] as const) {
      const { order, reason } = orderFor({ processor, engine });
      assert.deepEqual([...order].sort(), ['relaxed', 'scalar', 'simd128', 'wide']);
      const model = engine === 'SpiderMonkey' ? 'V8' : engine;
      const basis = processor === 'ARM' ? `simulated for ${model} on ARM` : 'measured on x86';
      const expected = `${engine}, processor ${processor}: the first that works of ${order.join(', ')}, as ${basis}`;
      assert.equal(reason, expected);
    }
});

test('the guide to the entries has the same orders', () => {
  const guide = readFileSync(join(root, 'www/docs/guides/7-entries.md'), 'utf8');
  const orders = [...guide.matchAll(/^\| (.*?) \| ((?:`\w+`(?:, )?){4}) \|/gm)];
  const ARM = { processor: 'ARM', engine: 'V8' } as const;
  const rows: Record<string, Evidence> = {
    'x86, or unknown': { processor: 'unknown', engine: 'V8' },
    'ARM, JavaScriptCore (Safari, Bun)': { ...ARM, engine: 'JavaScriptCore' },
    'ARM, other engines': ARM,
  };
  assert.deepEqual(
    orders.map(([, where, order]) => [where, order]),
    Object.entries(rows).map(([where, known]) => [
      where,
      orderFor(known)
        .order.map((name) => `\`${name}\``)
        .join(', '),
    ]),
  );
});

test('the evidence here is that of this process', () => {
  const found = { arm64: 'ARM', x64: 'x86' }[process.arch as string];
  assert.equal(evidence().engine, 'V8');
  assert.equal(evidence().processor, found);
  for (let calls = 0; calls < 1e5; calls++) if (processor() !== found) assert.fail(`call ${calls}`);
});

/** Runs `work` where the WebAssembly that tells processors apart computes as on this one. */
async function onProcessor<T>(processor: Evidence['processor'], work: () => T | Promise<T>): Promise<T> {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, [module, imports]: ConstructorParameters<typeof Instance>) {
      const instance = new target(module, imports);
      const { f } = instance.exports as { f?: () => unknown };
      if (f?.length !== 1) return instance;
      if (processor === 'unknown') throw new WebAssembly.CompileError('forbidden');
      return { exports: { f: () => (processor === 'x86' ? 1 : 0) } } as unknown as WebAssembly.Instance;
    },
  });
  try {
    return await work();
  } finally {
    WebAssembly.Instance = Instance;
  }
}

const kernelFile = (kernel: WasmKernel) =>
  new Uint8Array(readFileSync(join(root, `crate/js/dist/kernels/${kernel}.wasm`)));

const works = (kernel: WasmKernel) => kernel === 'simd128' || kernel === 'scalar';

test('`init`, `initSync` and the pool take the same kernel by that order, and ask for no other', async () => {
  for (const processor of ['ARM', 'x86', 'unknown'] as const) {
    const asked: WasmKernel[] = [];
    const wasm = (kernel: WasmKernel) => {
      asked.push(kernel);
      return works(kernel) ? kernelFile(kernel) : withTrap(kernelFile(kernel), operations.selfTest);
    };
    const choices = await onProcessor(processor, async () => {
      const pool = await createPool({ wasm, workers: 1 });
      await pool.close();
      return [(await init({ wasm })).choice, initSync({ wasm }).choice, pool.choice];
    });
    const { order, reason } = await onProcessor(processor, () => orderFor(evidence()));
    assert.match(reason, new RegExp(`^V8, processor ${processor}: `));
    const expected = order.find(works);
    for (const choice of choices) assert.deepEqual(choice, { kernel: expected, reason });
    assert.deepEqual(asked.filter(works), [expected, expected, expected]);
  }
});

test('an instance has its choice as frozen data, whatever the choice was', async () => {
  for (const start of [init, initSync]) {
    const { kernel, choice } = await start();
    assert.equal(choice.kernel, kernel);
    assert.ok(Object.isFrozen(choice));
    for (const kernel of ['scalar', 'bigint'] as const)
      assert.deepEqual((await start({ kernel })).choice, { kernel, reason: 'asked for by name' });
    const measured = await start({ kernel: 'measure' });
    assert.equal(measured.choice.kernel, measured.kernel);
    assert.match(measured.choice.reason, new RegExp(`^timed, the fastest first: ${measured.kernel}, \\w`));
  }
});
