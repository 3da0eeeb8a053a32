/**
 * The fastest kernel of the engine, in a file of its own: `powmod/verify` loads it after the first verdict. Only plain
 * data goes to and fro, so the two files share no module, and no file must be loaded for both.
 */
import { WasmInstance } from '../border/instance.js';
import type { VerifyOptions } from '../border/operations.generated.js';
import type { Verdict } from '../border/wire.js';
import { loadFirstKernel } from '../kernels/choose.js';
import type { WasmKernel } from '../kernels/kernel.js';
import type { Proof } from '../vdf/proof-file.js';
import { verifyInCalls } from '../vdf/verify.js';

export interface Fast {
  name: WasmKernel;
  /** The verdict on each proof. */
  verdicts(proofs: readonly Proof[], options: VerifyOptions, batch: boolean): Verdict[];
}

export async function loadFast(): Promise<Fast> {
  const { name, module, session } = await loadFirstKernel();
  const instance = new WasmInstance(module, session);
  return { name, verdicts: (proofs, options, batch) => verifyInCalls(instance, proofs, options, batch) };
}
