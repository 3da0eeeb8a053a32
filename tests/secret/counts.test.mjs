// Counts the instructions of the secret path in machine code, under QEMU, for one tier of an engine's compilers at a
// time. The count must be the same for all bases and secret exponents of a length. Each commit counts one kernel in
// each tier; POWMOD_SAMPLE=all counts all.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run as runProgram } from '../../crate/build/run.mjs';
import { emulated, emulatedX64 } from '../../workshop/engines/emulated.mjs';
import { generatedCode, logOptions, readLog } from '../../workshop/engines/qemu-log.mjs';
import { leftOut } from '../support/left-out.mjs';
import { sampleOf, turn } from '../support/sample.mjs';
import { shippedModule } from '../support/shipped.mjs';

const counted = fileURLToPath(new URL('counted.js', import.meta.url));
/** counted.js calls each function twice with each secret, once the function is warm. */
const CALLS = 6;

/** JavaScript is interpreted, by code in Node's file: all code that the engine generates is of WebAssembly. */
const V8 = ['--no-opt', '--no-sparkplug', '--no-maglev', '--no-short-builtin-calls', '--no-wasm-tier-up'].concat([
  ...['--predictable', '--random-seed=1', '--hash-seed=1'],
]);
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

const KERNELS = ['short', 'scalar', 'relaxed'];

/** `warm`: the calls after which the tier runs, and the modulus is known. */
const TIERS = [
  ...['Node 24, ARM64', 'Node 24, x86-64'].flatMap((engine) => [
    { tier: 'Liftoff', engine, flags: [...V8, '--liftoff-only'] },
    {
      ...{ tier: 'TurboFan', engine, flags: [...V8, '--no-liftoff', '--wasm-lazy-compilation'] },
      kernels: [...KERNELS, 'relaxed-powers'],
    },
  ]),
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
const isMark = (block) => block?.some((instruction) => /[#$]0x5ec7\b/.test(instruction));

/** The instructions of generated code for each secret of counted.js: the runtime's own state may add some to a call. */
async function instructions({ warm = 2, ...tier }, engine, filter, kernel) {
  const log = join(folder, 'log');
  const module = join(folder, `${kernel}.wasm`);
  const isOfPowers = kernel.endsWith('-powers');
  if (isOfPowers) writeFileSync(module, shippedModule(kernel));
  const args = isOfPowers ? [kernel.replace('-powers', ''), warm, module] : [kernel, warm];
  await run(tier, engine, args.map(String), logOptions(log, filter));
  const { blocks, order } = await readLog(log);
  const counts = [];
  for (const address of order)
    if (isMark(blocks.get(address))) counts.push(0);
    else if (counts.length) counts[counts.length - 1] += blocks.get(address)?.length ?? 0;
  // The first marks may have been interpreted, and the last one has no call behind it.
  const modPow = counts.slice(-1 - CALLS, -1);
  const modPowSecret = counts.slice(0, -1 - CALLS - warm).slice(-CALLS);
  assert.equal(modPowSecret.length, CALLS, `marks seen: ${counts.length}`);
  const least = (calls) => calls.slice(CALLS / 2).map((count, i) => Math.min(count, calls[i]));
  return [least(modPowSecret), least(modPow)];
}

const filters = new Map();
/** Of tiers with other lists, each takes its own next one. */
const number = turn();

for (const tier of TIERS)
  describe(`${tier.tier}, ${tier.engine}`, () => {
    const engine = [...emulated, emulatedX64].find(({ name }) => name === tier.engine);
    const reason = leftOut(engine.missing());
    const { kernel: sample } = sampleOf({ kernel: tier.kernels ?? KERNELS }, number);
    for (const kernel of sample)
      test(kernel, { skip: reason }, async (t) => {
        if (!filters.has(engine)) filters.set(engine, generatedCode(await run(tier, engine, ['maps'])));
        const [modPowSecret, modPow] = await instructions(tier, engine, filters.get(engine), kernel);
        t.diagnostic(`instructions of modPowSecret: ${modPowSecret}; of modPow: ${modPow}`);
        assert.ok(modPowSecret[0] > 100_000);
        assert.equal(new Set(modPowSecret).size, 1);
        assert.equal(new Set(modPow).size, CALLS / 2, 'the count sees nothing');
      });
  });
