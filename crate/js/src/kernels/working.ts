/** Loads kernels that this engine computes correctly: the first of a list, or as many as a choice wants. */
import { PowmodError } from '../errors.js';
import { BY_NAME, isUnavailable, unavailable, type Variant, type WasmKernel, type WasmProvider } from './kernel.js';
import { loadModule } from './load.js';
import { evidence, orderFor } from './order.js';
import { type EngineFeature, engineHas } from './probe.js';
import { type LoadedKernel, startKernel } from './start.js';

/** A kernel, and why it was chosen. */
export interface ChosenKernel extends LoadedKernel {
  reason: string;
}

/**
 * A choice that does not know how modules are loaded: it asks for a variant, and gets a function that gives the module or
 * throws. {@link later} loads them.
 */
export type Choice<Result> = Generator<Variant, Result, () => WebAssembly.Module>;

/** Loads the first variant of a list, in the order of expected speed, that passes its self-test. */
export async function loadFirst(variants: readonly Variant[]): Promise<ChosenKernel> {
  return later(first(variants));
}

/** Makes a choice, and loads the modules that the choice asks for. */
export async function later<Result>(choice: Choice<Result>, provider?: WasmProvider): Promise<Result> {
  let step = choice.next();
  while (!step.done) {
    const { name, part, wasm } = step.value;
    const loading = loadModule(`${name}${part}`, wasm, provider && (() => provider(name)));
    const give = await loading.then(
      (module) => () => module,
      (error) => () => {
        throw error;
      },
    );
    step = choice.next(give);
  }
  return step.value;
}

/** The first kernel that works, in the order of expected speed. */
export function* first(variants: readonly Variant[]): Choice<ChosenKernel> {
  const { order, reason } = orderFor(evidence());
  const sorted = order.flatMap((name) => variants.filter((variant) => variant.name === name));
  const [kernel] = yield* working(sorted, 1);
  return { ...kernel, reason };
}

/** The kernel of this name. */
export function* named(variants: readonly Variant[], name: WasmKernel): Choice<ChosenKernel> {
  const variant = variants.find((candidate) => candidate.name === name);
  if (!variant) throw unavailable(name, 'it is not in this build of the package');
  return { ...(yield* started(variant)), reason: BY_NAME };
}

/** The kernels that work here, at most `count`. @throws PowmodError if there is none, with the reason of each */
export function* working(
  variants: readonly Variant[],
  count = variants.length,
): Choice<readonly [LoadedKernel, ...LoadedKernel[]]> {
  const found: LoadedKernel[] = [];
  const failures: string[] = [];
  for (const variant of variants) {
    try {
      if (found.length < count) found.push(yield* started(variant));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      failures.push(error.message);
    }
  }
  const [kernel, ...others] = found;
  if (!kernel) throw new PowmodError('ERR_KERNEL_UNAVAILABLE', `no kernel works here: ${failures.join('; ')}`);
  return [kernel, ...others];
}

/** A kernel that works. The tests are in the order of their cost: the engine's features, the compiler, the self-test. */
export function* started(variant: Variant): Choice<LoadedKernel> {
  const { name, part, needs } = variant;
  if (!engineHas(needs)) throw unavailable(name, `the engine lacks ${FEATURES[needs]}`);
  const give = yield variant;
  return startKernel(name, give(), part);
}

const FEATURES: Record<EngineFeature, string> = {
  webAssembly: 'WebAssembly',
  simd: 'fixed-width SIMD',
  fusedMultiplyAdd: 'relaxed SIMD with a fused multiply-add',
  wideArithmetic: 'wide arithmetic',
};
