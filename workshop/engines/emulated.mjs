// Engines for other processors than the machine's own, under QEMU. A list of its own, because benches run in all of
// engines.mjs, and a time under emulation says nothing.
import { fileURLToPath } from 'node:url';
import { ARM64_LIBRARIES, missing, program } from '../programs/installed.mjs';
import { missingProgram, nodeProgram } from './engines.mjs';
import { openRuntime } from './runtime.mjs';

const installed = (path) => fileURLToPath(new URL(`emulated/node_modules/${path}`, import.meta.url));

/**
 * QEMU's own choice of processor for ARM64 has everything that QEMU can emulate. Bun sometimes crashes there, in its own
 * code: a program that ends by a signal runs once more.
 */
const onArm64 = (name, runtime, path) => ({
  name: `${name}, ARM64`,
  missing: () => missing('qemu') ?? missingProgram(path),
  emulator: () => [program('qemu', 'arm64'), '-L', ARM64_LIBRARIES],
  program: path,
  async open() {
    const opened = await openRuntime(runtime, this.program, [], this.emulator());
    const call = (module, argument) =>
      opened.call(module, argument).catch((error) => {
        if (!error.signal) throw error;
        console.error(`${this.name}: ended by ${error.signal}, and runs once more`);
        return opened.call(module, argument);
      });
    return { ...opened, call };
  },
});

const onX64 = (without, processor) => ({
  name: `Node 26, x86-64 without ${without}`,
  missing: () =>
    process.arch === 'x64' ? (missing('qemu') ?? missingProgram(nodeProgram(26))) : 'npm has installed no x86-64 Node',
  emulator: () => [program('qemu', 'x64'), '-cpu', processor],
  program: nodeProgram(26),
  open() {
    return openRuntime('Node', this.program, [], this.emulator());
  },
});

/**
 * The slow engines come first, because tests run two at a time.
 *
 * @typedef {import('./engine.ts').Engine & { auto: string, program: string, emulator: () => string[] }} EmulatedEngine `kernels` are all that run in WebAssembly,
 * and `auto` is the one that `init` must choose; `program` is what the command `emulator` runs
 * @type {EmulatedEngine[]}
 */
export const emulated = [
  {
    ...onArm64('Node 24', 'Node', installed('node24/bin/node')),
    kernels: ['relaxed', 'simd128', 'scalar'],
    auto: 'relaxed',
  },
  {
    // JavaScriptCore fuses on ARM64, unlike on x86-64.
    ...onArm64('Bun', 'Bun', installed('@oven/bun-linux-aarch64/bin/bun')),
    kernels: ['relaxed', 'wide', 'simd128', 'scalar'],
    auto: 'wide',
  },
  { ...onX64('FMA', 'Nehalem'), kernels: ['simd128', 'scalar'], auto: 'simd128' },
  { ...onX64('SSE4.1', 'core2duo'), kernels: ['scalar'], auto: 'scalar' },
];
