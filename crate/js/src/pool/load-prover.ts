/** The prover module, which a pool fetches once, when it first evaluates or proves. */
import type { Kernel, WasmProvider } from '../kernels/kernel.js';
import { loadModule } from '../kernels/load.js';
import { provers } from '../kernels/provers.generated.js';
import { nameOfModule, startModule } from '../kernels/start.js';

/**
 * The kernel's prover, seen to compute rightly here.
 *
 * @throws PowmodError `ERR_LOAD` when it cannot be had, `ERR_KERNEL_UNAVAILABLE` when the engine cannot run it.
 */
export async function loadProver(kernel: Kernel, provider?: WasmProvider): Promise<WebAssembly.Module> {
  const name = `${kernel}-prover` as const;
  const given = provider && (await loadModule(name, provers[kernel], () => provider(kernel, 'prover')));
  // A provider that knows one file a kernel gives the verifier.
  const module = given && nameOfModule(given) !== kernel ? given : await loadModule(name, provers[kernel]);
  startModule(name, module);
  return module;
}
