/**
 * The fastest kernel of the engine, in a file of its own: `powmod/verify` loads it after the first verdict. Only plain
 * data goes to and fro, so the two files share no module, and no file must be loaded for both.
 */
import { WasmInstance } from '../border/instance.js';
import { type CheckedOptions, verify } from '../border/powers-operations.generated.js';
import { plainVerdict } from '../border/refusal.js';
import type { Verdict } from '../border/wire.js';
import { setHere } from '../here.js';
import { loadFirst } from '../kernels/choose.js';
import type { WasmKernel } from '../kernels/kernel.js';
import { needCompiler } from '../kernels/load.js';
import { variants } from '../kernels/verifiers.generated.js';
import type { Proof } from '../vdf/proof-file.js';
import { verifyInCalls } from '../vdf/verify.js';

export interface Fast {
  name: WasmKernel;
  verdict(proof: Proof, options: CheckedOptions): Verdict;
  /** The verdict on each proof of a list. */
  verdicts(proofs: readonly Proof[], options: CheckedOptions, batch: boolean): Verdict[];
}

/**
 * @param isForbidden whether an earlier call found that no WebAssembly can run here: a page reports each further
 *   attempt
 * @param here where the package's files are, as the other file knows it
 */
export async function loadFast(isForbidden: boolean, here: string | undefined): Promise<Fast> {
  setHere(here);
  if (isForbidden && needCompiler(variants)) throw new Error();
  const { name, module, session } = await loadFirst(variants);
  const instance = new WasmInstance(module, session);
  return {
    name,
    verdict: (proof, options) => plainVerdict(() => instance.call(verify, { proof, options })),
    verdicts: (proofs, options, batch) => verifyInCalls(instance, proofs, options, batch),
  };
}
