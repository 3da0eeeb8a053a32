// Counts the instructions of the secret path in machine code, under QEMU, for one tier of an engine's compilers at a time. The
// count must be the same for all secret exponents of a length.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { emulated } from '../../workshop/engines/emulated.mjs';
import { generatedCode, logOptions, readLog } from '../../workshop/engines/qemu-log.mjs';

const counted = fileURLToPath(new URL('counted.js', import.meta.url));

/** JavaScript is interpreted: all code that the engine generates is of WebAssembly. */
const V8 = ['--single-threaded', '--no-opt', '--no-sparkplug', '--no-maglev', '--no-wasm-tier-up'];
const JSC = {
  BUN_JSC_useBaselineJIT: 'false',
  BUN_JSC_useDFGJIT: 'false',
  BUN_JSC_useConcurrentJIT: 'false',
  BUN_JSC_useConcurrentGC: 'false',
  BUN_JSC_thresholdForBBQOptimizeAfterWarmUp: '1',
  BUN_JSC_thresholdForBBQOptimizeSoon: '1',
  BUN_JSC_useOMGJIT: 'false',
};

/** `warm`: the calls after which the tier runs. */
const TIERS = [
  { tier: 'Liftoff', engine: 'Node 24, ARM64', flags: [...V8, '--liftoff-only'], kernels: ['scalar', 'relaxed'] },
  {
    tier: 'TurboFan',
    engine: 'Node 24, ARM64',
    flags: [...V8, '--no-liftoff', '--wasm-lazy-compilation'],
    kernels: ['scalar'],
  },
  { tier: 'BBQ', engine: 'Bun, ARM64', env: JSC, warm: 3, kernels: ['scalar'] },
];

const folder = mkdtempSync(join(tmpdir(), 'powmod-counts-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs the program under QEMU. */
async function run({ flags = [], env }, { emulator, program }, args, options = []) {
  const [qemu, ...rest] = emulator();
  const { stdout } = await promisify(execFile)(qemu, [...options, ...rest, program, ...flags, counted, ...args], {
    env: { ...process.env, ...env },
  });
  return stdout;
}

/** The instructions of generated code in a whole run. */
async function instructions(tier, engine, filter, kernel, call, secret) {
  const log = join(folder, 'log');
  await run(tier, engine, [kernel, call, secret, String(tier.warm ?? 0)], logOptions(log, filter));
  const { blocks, order } = await readLog(log);
  return order.reduce((sum, block) => sum + (blocks.get(block)?.length ?? 0), 0);
}

for (const tier of TIERS)
  describe(`${tier.tier}, ${tier.engine}`, () => {
    const engine = emulated.find(({ name }) => name === tier.engine);
    const reason = engine.missing();
    if (reason) assert.notEqual(process.env.CI, 'true', reason);
    for (const kernel of tier.kernels)
      test(kernel, { skip: reason }, async (t) => {
        const filter = generatedCode(await run(tier, engine, ['maps']));
        const count = (call, secret) => instructions(tier, engine, filter, kernel, call, secret);
        const [zeros, ones, mixed] = [
          await count('modPowSecret', 'zeros'),
          await count('modPowSecret', 'ones'),
          await count('modPowSecret', 'mixed'),
        ];
        t.diagnostic(`${zeros} instructions`);
        assert.ok(zeros > 100_000, `${zeros}`);
        assert.deepEqual([ones, mixed], [zeros, zeros]);
        assert.notEqual(await count('modPow', 'zeros'), await count('modPow', 'ones'), 'the count sees nothing');
      });
  });
