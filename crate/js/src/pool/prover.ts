/** The module that evaluates and proves: fetched once a pool, when that is first asked of it. */
import { createBindings } from '../bindings.js';
import { type Kernel, loadModule, type WasmProvider } from '../kernels.js';
import { provers } from '../provers.generated.js';
import { startModule } from '../start-kernel.js';

/**
 * The kernel's prover, seen to compute rightly here.
 *
 * @throws PowmodError `ERR_LOAD` when it cannot be had, `ERR_KERNEL_UNAVAILABLE` when the engine cannot run it.
 */
export async function loadProver(kernel: Kernel, provider?: WasmProvider): Promise<WebAssembly.Module> {
  const name = `${kernel}-prover` as const;
  const given = provider && (await loadModule(name, provers[kernel], () => provider(kernel, 'prover')));
  const module = given && !isKernelItself(kernel, given) ? given : await loadModule(name, provers[kernel]);
  startModule(name, module);
  return module;
}

/** What a provider gives that knows one file a kernel. */
function isKernelItself(kernel: Kernel, module: WebAssembly.Module): boolean {
  try {
    return createBindings(module).kernel_name() === kernel;
  } catch {
    return false; // Whatever it is: `startModule` says what is wrong with it.
  }
}
