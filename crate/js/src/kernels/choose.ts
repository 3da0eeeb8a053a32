/** Chooses the kernel: the first, the fastest, or a named one of those that this engine computes correctly. */
import { WasmInstance } from '../border/instance.js';
import { square } from '../border/operations.generated.js';
import { messageOf, PowmodError } from '../errors.js';
import { unavailable, type Variant, type WasmKernel, type WasmProvider } from './kernel.js';
import type { LoadedKernel } from './start.js';
import { variants } from './verifiers.generated.js';
import { type ChosenKernel, loadFirst, loadVariant, workingKernels } from './working.js';

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
  return loadFirst(variants, provider);
}

/** Loads all kernels that pass their self-test, times them, and gives the fastest. */
export async function loadFastestKernel(provider?: WasmProvider): Promise<ChosenKernel> {
  const working: LoadedKernel[] = [];
  for await (const kernel of workingKernels(variants, provider)) working.push(kernel);
  return fastest(working);
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
