/** Chooses a kernel as choose.ts does, and loads it at once. */
import { fastest, variantOf } from './choose.js';
import { BY_NAME, type ModuleName, notLoaded, type Variant, type WasmKernel } from './kernel.js';
import { compileSync, fileInPackage } from './load.js';
import { type LoadedKernel, startKernel } from './start.js';
import { variants } from './verifiers.generated.js';
import { type ChosenKernel, checkEngine, checkSome, expectedOrder, unavailableOrThrow } from './working.js';

/** Gives the WebAssembly of a kernel, checked. Its errors are for the caller of `initSync`. */
export type ProvideSync = (kernel: WasmKernel) => BufferSource | WebAssembly.Module;

export function loadWantedSync(wanted: 'auto' | 'measure' | WasmKernel, provide?: ProvideSync): ChosenKernel {
  if (wanted === 'measure') return fastest([...workingKernels(variants, provide)]);
  if (wanted !== 'auto') return { ...loadVariant(variantOf(wanted), provide), reason: BY_NAME };
  const { order, reason } = expectedOrder(variants);
  for (const kernel of workingKernels(order, provide)) return { ...kernel, reason };
  throw new Error('unreachable: workingKernels throws where there is none');
}

function* workingKernels(order: readonly Variant[], provide?: ProvideSync): Generator<LoadedKernel, void, undefined> {
  const failures = [];
  for (const variant of order) {
    try {
      yield loadVariant(variant, provide);
    } catch (error) {
      failures.push(unavailableOrThrow(error));
    }
  }
  checkSome(failures, order.length);
}

function loadVariant(variant: Variant, provide?: ProvideSync): LoadedKernel {
  checkEngine(variant, provide !== undefined);
  const { name, wasm } = variant;
  return startKernel(name, compileSync(name, provide ? provide(name) : wasmAtHand(name, wasm)));
}

/** The wasm of the package where the platform has compiled it, or where it is a file that can be read at once. */
function wasmAtHand(name: ModuleName, packed: Variant['wasm']): BufferSource | WebAssembly.Module {
  if (typeof packed !== 'function') return packed;
  const file = fileInPackage(name);
  if (file) return file;
  throw notLoaded(name, `initSync finds no file kernels/${name}.wasm here: give options.wasm, or use init`);
}
