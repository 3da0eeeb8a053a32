// The order in which `auto` tries the kernels: beside what was measured, and as the package uses it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { init, initSync, type WasmKernel } from 'powmod';
import { createPool } from 'powmod/pool';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { type Evidence, evidence, orderFor } from '../../../crate/js/src/kernels/choose.ts';
import { processor } from '../../../crate/js/src/kernels/probe.ts';
import { wasmKernels } from '../../../workshop/kernels.js';
import { kernelFile } from '../../support/package.ts';
import { withTrap } from '../../support/sabotage.ts';
import { root } from '../../support/vectors.ts';

/** How much slower than the fastest kernel the chosen one may be. Kernels that differ by less count as equal. */
const TOLERANCE = 1.15;

/** The time of a long power: five squarings to a product. */
const timeOf = (product: number, squaring: number) => (product + 5 * squaring) / 6;

type Times = Record<string, { min: number }>;
const report = JSON.parse(readFileSync(join(root, 'bench/results/results.json'), 'utf8')) as {
  machine: { processor: string };
  results: { kernels: { engine: string; bits: number; operation: string; timings: Times }[] };
};
const measured = report.results.kernels.filter(({ bits }) => bits === 2048);

for (const name of new Set(measured.map(({ engine }) => engine)))
  test(`${name} in bench/REPORT.md: the first kernel costs at most ${TOLERANCE} times the fastest`, () => {
    assert.match(report.machine.processor, /AMD|Intel/);
    const engine = /^Firefox/.test(name) ? 'SpiderMonkey' : /^(Bun|WebKit)/.test(name) ? 'JavaScriptCore' : 'V8';
    const [product, squaring] = ['product', 'squaring'].map(
      (wanted) => measured.find((row) => row.engine === name && row.operation === wanted)?.timings as Times,
    ) as [Times, Times];
    checkFirst(
      orderFor({ processor: 'x86', engine }).order,
      Object.keys(product)
        .filter((kernel) => kernel !== 'cios')
        .map((kernel) => ({
          kernel,
          time: timeOf((product[kernel] as { min: number }).min, (squaring[kernel] as { min: number }).min),
        })),
    );
  });

test('each kernel was measured', () => {
  const kernels = new Set(measured.flatMap(({ timings }) => Object.keys(timings)));
  assert.deepEqual(
    wasmKernels.filter((kernel) => !kernels.has(kernel)),
    [],
  );
});

const devices = readFileSync(join(root, 'bench/DEVICES.md'), 'utf8').matchAll(/^\| (.*) \|$/gm);
const [columns = [], , ...lines] = Array.from(devices, ([, line = '']) => line.split(' | '));
for (const cells of lines) {
  const cell = (column: string) => cells[columns.indexOf(column)] as string;
  const device = `${cells[0]}, ${cell('Engine')} in bench/DEVICES.md`;
  test(`${device}: \`init\` took a kernel that costs at most ${TOLERANCE} times the fastest`, () => {
    const timings = wasmKernels
      .map((kernel) => ({ kernel, time: Number(cell(kernel)) }))
      .filter(({ time }) => time > 0);
    checkFirst([cell('auto')], timings);
  });
}

function checkFirst(order: readonly string[], timings: { kernel: string; time: number }[]) {
  assert.ok(timings.length >= 2);
  const timeOfKernel = (kernel: string | undefined) => timings.find((timing) => timing.kernel === kernel)?.time;
  const first = order.find(timeOfKernel);
  const fastest = Math.min(...timings.map(({ time }) => time));
  assert.ok((timeOfKernel(first) as number) <= TOLERANCE * fastest, `${first}: ${JSON.stringify(timings)}`);
}

test('the guide to the entries has the same orders', () => {
  const guide = readFileSync(join(root, 'www/docs/guides/11-entries.md'), 'utf8');
  const orders = [...guide.matchAll(/^\| (.*?) \| ((?:`\w+`(?:, )?)+) \|/gm)];
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
