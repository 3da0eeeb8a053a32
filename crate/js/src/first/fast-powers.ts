/**
 * The fastest kernel of the engine for the functions, in a file of its own, which they load behind their answers. Only
 * plain data goes to and fro, so the two files share no module, and no file must be loaded for both.
 */
import type { Power } from '../bigint/arithmetic.js';
import { WasmInstance } from '../border/instance.js';
import { multiPow, pow } from '../border/powers-operations.generated.js';
import { bigintToBytes, bytesToBigint } from '../bytes.js';
import { setHere } from '../here.js';
import { type ChosenKernel, loadFirst } from '../kernels/choose.js';
import type { KernelChoice, WasmKernel } from '../kernels/kernel.js';
import { variants } from '../kernels/powers.generated.js';
import { nextTask } from '../runtime.js';

export interface FastPowers {
  choice: KernelChoice<WasmKernel>;
  /** The product of powers, whose bases and exponents are not negative; undefined if the kernel fails. */
  multiPow(terms: readonly Power[], modulus: bigint): bigint | undefined;
}

/** @param here where the package's files are: the script of the functions knows it, and this file does not */
export async function load(here: string | undefined): Promise<FastPowers> {
  setHere(here);
  return powersBy(await loadFirst(variants, nextTask));
}

export function powersBy({ name, reason, module, session }: ChosenKernel): FastPowers {
  const instance = new WasmInstance(module, session);
  return {
    choice: Object.freeze({ kernel: name, reason }),
    multiPow(given, n) {
      const modulus = bigintToBytes(n);
      const terms = given.map(([base, exponent]) => ({ base, exponent }));
      const [only] = terms;
      try {
        const power =
          terms.length === 1 && only
            ? instance.call(pow, { modulus, ...only })
            : instance.call(multiPow, { modulus, terms, tables: [] });
        return bytesToBigint(power);
      } catch {
        return undefined; // for want of memory: BigInt computes
      }
    },
  };
}
