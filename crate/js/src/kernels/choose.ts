/** Chooses the kernel: the first, the fastest, or a named one of those that this engine computes correctly. */
import { WasmInstance } from '../border/instance.js';
import { square } from '../border/powers-operations.generated.js';
import { messageOf, PowmodError } from '../errors.js';
import type { WasmKernel, WasmProvider } from './kernel.js';
import { loadModuleSync } from './load.js';
import type { LoadedKernel } from './start.js';
import { variants } from './verifiers.generated.js';
import { type Choice, type ChosenKernel, first, later, named, working } from './working.js';

/** What a caller may ask for. */
export type Wanted = 'auto' | 'measure' | WasmKernel;

/** Gives the WebAssembly of a kernel, checked. Its errors are for the caller of `initSync`. */
export type ProvideSync = (kernel: WasmKernel) => BufferSource | WebAssembly.Module;

/** Loads the kernel that `init` wants. @throws PowmodError if the engine runs none of them correctly */
export async function loadWanted(wanted: Wanted, provider?: WasmProvider): Promise<ChosenKernel> {
  return later(choiceOf(wanted), provider);
}

/** As {@link loadWanted}, but synchronous. */
export function loadWantedSync(wanted: Wanted, provide?: ProvideSync): ChosenKernel {
  return atOnce(choiceOf(wanted), provide);
}

/** Every kernel of the package, with the error if it does not work in this engine. */
export async function examineKernels(): Promise<{ name: WasmKernel; error?: PowmodError }[]> {
  return Promise.all(
    variants.map(async ({ name }) => {
      try {
        await loadWanted(name);
        return { name };
      } catch (error) {
        if (error instanceof PowmodError) return { name, error };
        throw error;
      }
    }),
  );
}

/** Makes a choice as {@link later} does, but at once. */
function atOnce<Result>(choice: Choice<Result>, provide?: ProvideSync): Result {
  let step = choice.next();
  while (!step.done) {
    const { name, wasm } = step.value;
    step = choice.next(() => loadModuleSync(name, wasm, provide && (() => provide(name))));
  }
  return step.value;
}

function choiceOf(wanted: Wanted): Choice<ChosenKernel> {
  if (wanted === 'auto') return first(variants);
  return wanted === 'measure' ? fastest() : named(variants, wanted);
}

function* fastest(): Choice<ChosenKernel> {
  const timed = (yield* working(variants)).map((kernel) => ({ kernel, time: timeKernel(kernel) }));
  timed.sort((a, b) => a.time - b.time);
  const names = timed.map(({ kernel }) => kernel.name);
  return { ...(timed[0] as (typeof timed)[number]).kernel, reason: `timed, the fastest first: ${names.join(', ')}` };
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
