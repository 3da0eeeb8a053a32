/** Chooses the kernel: the first, the fastest, or a named one of those that this engine computes correctly. */
import { WasmInstance } from '../border/instance.js';
import { square } from '../border/operations.generated.js';
import { messageOf, PowmodError } from '../errors.js';
import { evidence } from './evidence.js';
import { isUnavailable, unavailable, type Variant, type WasmKernel, type WasmProvider } from './kernel.js';
import { loadModule } from './load.js';
import { orderFor } from './order.js';
import { compilerProblem, type EngineFeature, engineHas } from './probe.js';
import { type LoadedKernel, startKernel } from './start.js';
import { variants } from './verifiers.generated.js';

/** A kernel, and why it was chosen. */
export interface ChosenKernel extends LoadedKernel {
  reason: string;
}

/** Loads the kernel of this name. @throws PowmodError if the engine cannot run it correctly. */
export async function loadKernel(name: WasmKernel, provider?: WasmProvider): Promise<LoadedKernel> {
  return loadVariant(variantOf(name), provider);
}

/** The kernel of this name. @throws PowmodError if this build of the package lacks it. */
export function variantOf(name: WasmKernel): Variant {
  const variant = variants.find((candidate) => candidate.name === name);
  if (!variant) throw unavailable(name, 'it is not in this build of the package');
  return variant;
}

/** Loads the first kernel, in the order of expected speed, that passes its self-test. */
export async function loadFirstKernel(provider?: WasmProvider): Promise<ChosenKernel> {
  const { order, reason } = expectedOrder();
  for await (const kernel of workingKernels(order, provider)) return { ...kernel, reason };
  throw new Error('unreachable: workingKernels throws where there is none');
}

/** Loads all kernels that pass their self-test, times them, and gives the fastest. */
export async function loadFastestKernel(provider?: WasmProvider): Promise<ChosenKernel> {
  const working: LoadedKernel[] = [];
  for await (const kernel of workingKernels(variants, provider)) working.push(kernel);
  return fastest(working);
}

/** The kernels of the package in the order of their expected speed here, and the reason for that order. */
export function expectedOrder(): { order: readonly Variant[]; reason: string } {
  const { order, reason } = orderFor(evidence());
  return { order: order.flatMap((name) => variants.filter((variant) => variant.name === name)), reason };
}

/** Times kernels, of which there is at least one. */
export function fastest(kernels: readonly LoadedKernel[]): ChosenKernel {
  const timed = kernels.map((kernel) => ({ kernel, time: timeKernel(kernel) }));
  timed.sort((a, b) => a.time - b.time);
  const names = timed.map(({ kernel }) => kernel.name);
  return { ...(timed[0] as (typeof timed)[number]).kernel, reason: `timed, the fastest first: ${names.join(', ')}` };
}

/** Every kernel of the package, with the error if it does not work in this engine. */
export async function examineKernels(): Promise<{ name: WasmKernel; error?: PowmodError }[]> {
  return Promise.all(
    variants.map(async ({ name }) => {
      try {
        await loadKernel(name);
        return { name };
      } catch (error) {
        if (error instanceof PowmodError) return { name, error };
        throw error;
      }
    }),
  );
}

async function* workingKernels(order: readonly Variant[], provider?: WasmProvider): AsyncGenerator<LoadedKernel> {
  const failures: PowmodError[] = [];
  for (const variant of order) {
    try {
      yield await loadVariant(variant, provider);
    } catch (error) {
      failures.push(unavailableOrThrow(error));
    }
  }
  checkSome(failures);
}

/** The reason why a kernel does not work here. @throws any other error */
export function unavailableOrThrow(error: unknown): PowmodError {
  if (!isUnavailable(error)) throw error;
  return error;
}

/** @throws PowmodError if all kernels have failed */
export function checkSome(failures: readonly PowmodError[]): void {
  if (failures.length < variants.length) return;
  throw new PowmodError(
    'ERR_KERNEL_UNAVAILABLE',
    `no kernel works here: ${failures.map((error) => error.message).join('; ')}`,
  );
}

/** Loads a kernel. The tests are in the order of their cost: the engine's features, the bytes, the compiler, the self-test. */
async function loadVariant(variant: Variant, provider?: WasmProvider): Promise<LoadedKernel> {
  checkEngine(variant, provider !== undefined);
  const { name, wasm } = variant;
  return startKernel(name, await loadModule(name, wasm, provider && (() => provider(name))));
}

/** @throws PowmodError if the engine lacks what the kernel needs, or may compile no module and is not given one. */
export function checkEngine({ name, needs, wasm }: Variant, isGiven: boolean): void {
  if (!engineHas(needs)) throw unavailable(name, `the engine lacks ${FEATURES[needs]}`);
  const problem = isGiven || typeof wasm !== 'function' ? undefined : compilerProblem();
  if (problem !== undefined) throw unavailable(name, `it does not compile: ${problem}`);
}

const FEATURES: Record<EngineFeature, string> = {
  webAssembly: 'WebAssembly',
  simd: 'fixed-width SIMD',
  fusedMultiplyAdd: 'relaxed SIMD with a fused multiply-add',
  wideArithmetic: 'wide arithmetic',
};

/** The time of 200 squarings in ms: the minimum of several rounds, so that the engine's slow first tier does not count. */
function timeKernel({ name, module, session }: LoadedKernel): number {
  const instance = new WasmInstance(module, session);
  const given = { modulus: new Uint8Array(256).fill(0xff), x: 3n, times: 200 };
  const time = () => {
    const start = performance.now();
    instance.call(square, given);
    return performance.now() - start;
  };
  try {
    return Math.min(...Array.from({ length: 5 }, time));
  } catch (cause) {
    throw new PowmodError('ERR_FAULT', `the kernel ${name} failed while it was timed: ${messageOf(cause)}`, { cause });
  }
}
