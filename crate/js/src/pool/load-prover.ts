/** Loads the prover module. A pool does so once, at its first `evaluate` or `prove`. */
import { sha256 } from '../bigint/load.js';
import { PowmodError } from '../errors.js';
import type { PartModule, WasmKernel, WasmProvider } from '../kernels/kernel.js';
import { loadModule } from '../kernels/load.js';
import { provers } from '../kernels/provers.generated.js';
import { nameOfModule, startModule } from '../kernels/start.js';

/**
 * The kernel's prover module, which has passed its self-test here. No kernel is the kernel `bigint`.
 *
 * @throws PowmodError `ERR_LOAD` if it cannot be loaded, `ERR_KERNEL_UNAVAILABLE` if the engine runs it wrongly or the
 *   kernel has none.
 */
export async function loadProver(kernel: WasmKernel | undefined, provider?: WasmProvider): Promise<PartModule> {
  if (!kernel) {
    const reason = 'does not evaluate or prove: the engine and its policy must allow WebAssembly for that';
    throw new PowmodError('ERR_KERNEL_UNAVAILABLE', `kernel bigint: ${reason}`);
  }
  const name = `${kernel}-prover` as const;
  const provided = provider && { give: () => provider(kernel, 'prover'), sha256 };
  const given = provided && (await loadModule(name, provers[kernel], provided));
  // A provider that knows only one file per kernel gives the verifier module.
  const module = given && nameOfModule(given) !== kernel ? given : await loadModule(name, provers[kernel]);
  startModule(name, module);
  return { name, module };
}
