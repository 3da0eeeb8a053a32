// The instructions on ARM64 of a product and of a squaring of 2048 bits, for each kernel in V8 and in JavaScriptCore, counted
// under QEMU. With LLVM's analyser (Debian: llvm-22), also the cycles that they take on several cores, simulated.
// node bench/arm/run.mjs [--quick] [--json FILE] [ENGINE…]
import { emulated } from '../../workshop/engines/emulated.mjs';
import { available } from '../../workshop/engines/in-engines.mjs';
import { buildTestKernels } from '../../workshop/kernel-builds.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import * as apple from './apple.mjs';
import * as llvm from './mca.mjs';
import { traceOperation } from './trace.mjs';

const OPERATIONS = ['multiply', 'square'];

/** V8 compiles with its optimising compiler at once. */
const V8 = {
  engine: 'V8',
  flags: ['--no-liftoff', '--no-wasm-tier-up', '--no-wasm-lazy-compilation', '--single-threaded'],
  warm: 0,
};

/** JavaScriptCore does so after the first calls, and on the thread that calls. */
const JSC = {
  engine: 'JavaScriptCore',
  flags: [],
  warm: 3,
  env: {
    BUN_JSC_useConcurrentJIT: 'false',
    BUN_JSC_useConcurrentGC: 'false',
    BUN_JSC_thresholdForBBQOptimizeAfterWarmUp: '1',
    BUN_JSC_thresholdForBBQOptimizeSoon: '1',
    BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: '1',
    BUN_JSC_thresholdForOMGOptimizeSoon: '1',
  },
};

const TRACED = { 'Node 24, ARM64': V8, 'Bun, ARM64': JSC };

/** The cores of which LLVM has a model, by its name for them. */
const LLVM_CORES = {
  'Cortex-A55': 'cortex-a55',
  'Cortex-A76, Neoverse N1': 'neoverse-n1',
  'Cortex-A710, Neoverse N2': 'neoverse-n2',
  'Cortex-X1, Neoverse V1': 'neoverse-v1',
  'Cortex-X4, Neoverse V3': 'neoverse-v3',
};

const options = readOptions();
await buildTestKernels();
const runtimes = emulated.filter(({ name }) => name in TRACED && !(options.quick && name !== 'Bun, ARM64'));
const hasLlvm = llvm.analyser() !== undefined;
const rows = [];
for (const { name, kernels, emulator, program } of available(runtimes, options.wanted)) {
  const { engine, ...how } = TRACED[name];
  for (const kernel of options.quick ? ['scalar'] : kernels)
    for (const operation of OPERATIONS) {
      const instructions = await traceOperation({ command: [...emulator(), program], ...how }, kernel, operation);
      const row = { runtime: name, engine, kernel, operation, instructions: instructions.length };
      rows.push({ ...row, cycles: await cyclesOnArm(instructions) });
    }
}
writeResult(options, { hasLlvm, rows });

async function cyclesOnArm(instructions) {
  const cycles = {};
  for (const [core, about] of Object.entries(apple.CORES)) cycles[core] = apple.cycles(instructions, about);
  if (hasLlvm)
    for (const [core, model] of Object.entries(LLVM_CORES))
      cycles[core] = await llvm.cycles(instructions, 'aarch64', model);
  return cycles;
}
