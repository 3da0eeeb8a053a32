/** The fastest kernel of the engine. `powmod/verify` loads this file after its first verdict. */
import { WasmInstance } from '../border/instance.js';
import { loadFirstKernel } from '../kernels/choose.js';

export async function loadFast() {
  const { name, module, session } = await loadFirstKernel();
  return { name, instance: new WasmInstance(module, session) };
}
