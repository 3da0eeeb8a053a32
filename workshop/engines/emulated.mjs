// Engines as on other processors than the machine's own. They are not in engines.mjs: benches run in all of
// those, and times under emulation say nothing.
import { fileURLToPath } from 'node:url';
import { ARM64_LIBRARIES, missing, program } from '../programs/installed.mjs';
import { having, missingProgram, nodeProgram } from './engines.mjs';
import { openRuntime } from './runtime.mjs';

const installed = (path) => fileURLToPath(new URL(`emulated/node_modules/${path}`, import.meta.url));

/** QEMU's own choice of processor for ARM64 has everything that QEMU can emulate. */
const onArm64 = (name, runtime, path, options = []) => {
  const emulator = () => [program('qemu', 'arm64'), '-L', ARM64_LIBRARIES, ...options];
  return {
    name: `${name}, ARM64`,
    missing: () => missing('qemu') ?? missingProgram(path),
    emulator,
    program: path,
    open: () => openRuntime(runtime, path, [], emulator()),
  };
};

const missingX64 = (major) =>
  process.arch === 'x64' ? missingProgram(nodeProgram(major)) : 'npm has installed no x86-64 Node';

/** V8 then compiles as for a processor without the instructions; without AVX, it has no FMA. */
const onX64 = (without, flag) => ({
  name: `Node 26, x86-64 without ${without}`,
  missing: () => missingX64(26),
  open: () => openRuntime('Node', nodeProgram(26), [flag]),
});

/**
 * The slow engines come first, because tests run two at a time.
 *
 * @typedef {import('./engine.ts').Engine & { auto: string, program?: string, emulator?: () => string[] }}
 *   EmulatedEngine it has no other features; `init` must choose a kernel that needs the feature `auto`; the command
 *   `emulator`, QEMU, runs `program`
 * @type {EmulatedEngine[]}
 */
export const emulated = [
  {
    ...onArm64('Node 24', 'Node', installed('node24/bin/node')),
    ...having('webAssembly', 'simd', 'fusedMultiplyAdd'),
    auto: 'fusedMultiplyAdd',
  },
  {
    // JavaScriptCore fuses on ARM64, unlike on x86-64. It stops a worker by a signal in compiled code, and under QEMU
    // one process in three ended there (SIGSEGV). With polling, compiled code asks whether it must stop.
    ...onArm64('Bun', 'Bun', installed('@oven/bun-linux-aarch64/bin/bun'), ['-E', 'BUN_JSC_usePollingTraps=1']),
    ...having('webAssembly', 'simd', 'fusedMultiplyAdd', 'wideArithmetic'),
    auto: 'wideArithmetic',
  },
  { ...onX64('FMA', '--no-enable-avx'), ...having('webAssembly', 'simd'), auto: 'simd' },
  { ...onX64('SSE4.1', '--no-enable-sse4-1'), ...having('webAssembly'), auto: 'webAssembly' },
];

/** For tests that count instructions. They run in QEMU, also where the machine itself could run this Node. */
export const emulatedX64 = {
  name: 'Node 24, x86-64',
  missing: () => missing('qemu') ?? missingX64(24),
  emulator: () => [program('qemu', 'x64'), '-cpu', 'max'],
  program: nodeProgram(24),
};
