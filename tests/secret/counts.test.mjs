// Counts the instructions of the secret path in machine code, under QEMU, for one tier of an engine's compilers at a time. The
// count must be the same for all secret exponents of a length.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run as runProgram } from '../../crate/build/run.mjs';
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
};
const OMG = {
  BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: '1',
  BUN_JSC_thresholdForOMGOptimizeSoon: '1',
};

/** `warm`: the calls after which the tier runs, and the modulus is known. */
const TIERS = [
  { tier: 'Liftoff', engine: 'Node 24, ARM64', flags: [...V8, '--liftoff-only'], kernels: ['scalar', 'relaxed'] },
  {
    tier: 'TurboFan',
    engine: 'Node 24, ARM64',
    flags: [...V8, '--no-liftoff', '--wasm-lazy-compilation'],
    kernels: ['scalar', 'relaxed'],
  },
  { tier: 'BBQ', engine: 'Bun, ARM64', env: { ...JSC, BUN_JSC_useOMGJIT: 'false' }, warm: 4, kernels: ['scalar'] },
  { tier: 'OMG', engine: 'Bun, ARM64', env: { ...JSC, ...OMG }, warm: 6, kernels: ['scalar'] },
];

const folder = mkdtempSync(join(tmpdir(), 'powmod-counts-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs the program under QEMU. */
function run({ flags = [], env }, { emulator, program }, args, options = []) {
  const [qemu, ...rest] = emulator();
  return runProgram(qemu, [...options, ...rest, program, ...flags, counted, ...args], { env });
}

/** The constant of counted.js's function that marks a place. */
const isMark = (block) => block?.some((instruction) => /#0x5ec7$/.test(instruction));

/** The instructions of generated code in a call with each exponent, in this order. */
async function instructions({ warm = 2, ...tier }, engine, filter, kernel, exponents) {
  const log = join(folder, 'log');
  await run(tier, engine, [kernel, String(warm), ...exponents], logOptions(log, filter));
  const { blocks, order } = await readLog(log);
  const counts = [];
  for (const address of order)
    if (isMark(blocks.get(address))) counts.push(0);
    else if (counts.length) counts[counts.length - 1] += blocks.get(address)?.length ?? 0;
  // The first marks may have been interpreted, and the last one has no call behind it.
  const modPow = counts.slice(-1 - exponents.length, -1);
  const modPowSecret = counts.slice(0, -1 - exponents.length - warm).slice(-exponents.length);
  assert.equal(modPowSecret.length, exponents.length, `marks seen: ${counts.length}`);
  return { modPowSecret, modPow };
}

/** A runtime's own state may make a later call cheaper: so each place of the second order has another exponent. */
const ORDERS = [
  ['zeros', 'ones', 'mixed'],
  ['ones', 'mixed', 'zeros'],
];

const filters = new Map();

for (const tier of TIERS)
  describe(`${tier.tier}, ${tier.engine}`, () => {
    const engine = emulated.find(({ name }) => name === tier.engine);
    const reason = engine.missing();
    if (reason) assert.notEqual(process.env.CI, 'true', reason);
    for (const kernel of tier.kernels)
      test(kernel, { skip: reason }, async (t) => {
        if (!filters.has(engine)) filters.set(engine, generatedCode(await run(tier, engine, ['maps'])));
        const count = (exponents) => instructions(tier, engine, filters.get(engine), kernel, exponents);
        const [one, other] = [await count(ORDERS[0]), await count(ORDERS[1])];
        t.diagnostic(`modPowSecret: ${one.modPowSecret} instructions; modPow: ${one.modPow} and ${other.modPow}`);
        assert.ok(Math.min(...one.modPowSecret) > 100_000);
        assert.deepEqual(other.modPowSecret, one.modPowSecret);
        for (const [place, number] of one.modPow.entries())
          assert.notEqual(other.modPow[place], number, 'the count sees nothing');
      });
  });
