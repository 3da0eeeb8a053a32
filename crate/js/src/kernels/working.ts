/** Loads the kernels of a list that this engine computes correctly: the verifiers, or the modules of another part. */
import { PowmodError } from '../errors.js';
import { evidence } from './evidence.js';
import { isUnavailable, unavailable, type Variant, type WasmProvider } from './kernel.js';
import { loadModule } from './load.js';
import { orderFor } from './order.js';
import { compilerProblem, type EngineFeature, engineHas } from './probe.js';
import { type LoadedKernel, startKernel } from './start.js';

/** A kernel, and why it was chosen. */
export interface ChosenKernel extends LoadedKernel {
  reason: string;
}

/** Loads the first variant, in the order of expected speed, that passes its self-test. */
export async function loadFirst(variants: readonly Variant[], provider?: WasmProvider): Promise<ChosenKernel> {
  const { order, reason } = expectedOrder(variants);
  for await (const kernel of workingKernels(order, provider)) return { ...kernel, reason };
  throw new Error('unreachable: workingKernels throws where there is none');
}

/** The variants in the order of their expected speed here, and the reason for that order. */
export function expectedOrder(variants: readonly Variant[]): { order: readonly Variant[]; reason: string } {
  const { order, reason } = orderFor(evidence());
  return { order: order.flatMap((name) => variants.filter((variant) => variant.name === name)), reason };
}

/** The kernels that work here, one after the other. @throws PowmodError at the end if there was none */
export async function* workingKernels(
  order: readonly Variant[],
  provider?: WasmProvider,
): AsyncGenerator<LoadedKernel> {
  const failures: PowmodError[] = [];
  for (const variant of order) {
    try {
      yield await loadVariant(variant, provider);
    } catch (error) {
      failures.push(unavailableOrThrow(error));
    }
  }
  checkSome(failures, order.length);
}

/** The reason why a kernel does not work here. @throws any other error */
export function unavailableOrThrow(error: unknown): PowmodError {
  if (!isUnavailable(error)) throw error;
  return error;
}

/** @throws PowmodError if all of this many kernels have failed */
export function checkSome(failures: readonly PowmodError[], count: number): void {
  if (failures.length < count) return;
  throw new PowmodError(
    'ERR_KERNEL_UNAVAILABLE',
    `no kernel works here: ${failures.map((error) => error.message).join('; ')}`,
  );
}

/** Loads a kernel. The tests are in the order of their cost: the engine's features, the bytes, the compiler, the self-test. */
export async function loadVariant(variant: Variant, provider?: WasmProvider): Promise<LoadedKernel> {
  checkEngine(variant, provider !== undefined);
  const { name, part, wasm } = variant;
  const module = await loadModule(`${name}${part}`, wasm, provider && (() => provider(name)));
  return startKernel(name, module, part);
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
