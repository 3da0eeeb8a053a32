/** Loads the prover module. A pool does so once, at its first `evaluate` or `prove`. */
import type { Kernel, WasmProvider } from '../kernels/kernel.js';
import { loadModule } from '../kernels/load.js';
import { provers } from '../kernels/provers.generated.js';
import { nameOfModule, startModule } from '../kernels/start.js';

/**
 * The kernel's prover module, which has passed its self-test here.
 *
 * @throws PowmodError `ERR_LOAD` if it cannot be loaded, `ERR_KERNEL_UNAVAILABLE` if the engine runs it wrongly.
 */
export async function loadProver(kernel: Kernel, provider?: WasmProvider): Promise<WebAssembly.Module> {
  const name = `${kernel}-prover` as const;
  const given = provider && (await loadModule(name, provers[kernel], () => provider(kernel, 'prover')));
  // A provider that knows only one file per kernel gives the verifier module.
  const module = given && nameOfModule(given) !== kernel ? given : await loadModule(name, provers[kernel]);
  startModule(name, module);
  return module;
}
