/**
 * The methods of exponentiation that papers compare: for benches, tests and the page's map. No user installs it. The
 * build bundles this file to dist/index.js, beside a module for each kernel.
 */
import '../../crate/js/src/here-in-node.js';
import { WasmInstance } from '../../crate/js/src/border/instance.js';
import * as operations from '../../crate/js/src/border/methods-operations.generated.js';
import { bigintToBytes, bytesToBigint } from '../../crate/js/src/bytes.js';
import { loadWanted } from '../../crate/js/src/kernels/choose.js';
import type { WasmKernel } from '../../crate/js/src/kernels/kernel.js';
import { variants } from './kernels.generated.js';

/** The method of a power, and what it has to choose. Without them, as `powmod` chooses by itself. */
type Single = operations.SingleOptions;
type Multi = operations.MultiOptions;
type Terms = readonly (readonly [base: bigint, exponent: bigint])[];

/** Loads the first kernel that works here, or the one of this name. @throws PowmodError */
export async function init({ kernel = 'auto' }: { kernel?: 'auto' | WasmKernel } = {}): Promise<Methods> {
  const { name, module, session } = await loadWanted(variants, kernel);
  return new Methods(name, new WasmInstance(module, session));
}

export class Methods {
  readonly kernel: WasmKernel;
  readonly #instance: WasmInstance;

  constructor(kernel: WasmKernel, instance: WasmInstance) {
    this.kernel = kernel;
    this.#instance = instance;
  }

  /** base^exponent mod modulus. @throws RangeError if there is no inverse */
  modPow(base: bigint, exponent: bigint, modulus: bigint, options: Single = {}): bigint {
    const given = { base, exponent, modulus: bigintToBytes(modulus), options };
    return bytesToBigint(this.#instance.call(operations.pow, given));
  }

  /** The product of base^exponent, modulo modulus. @throws RangeError as `modPow` */
  modMultiPow(terms: Terms, modulus: bigint, options: Multi = {}): bigint {
    const given = { terms: termsOf(terms), modulus: bigintToBytes(modulus), options };
    return bytesToBigint(this.#instance.call(operations.multiPow, given));
  }

  /** The squarings and products of `modPow`, without inverses and the ways into and out of Montgomery form. */
  count(base: bigint, exponent: bigint, modulus: bigint, options: Single = {}): operations.Counts {
    return this.#instance.call(operations.countPow, { base, exponent, modulus: bigintToBytes(modulus), options });
  }

  /** The same of `modMultiPow`. */
  countMulti(terms: Terms, modulus: bigint, options: Multi = {}): operations.Counts {
    const given = { terms: termsOf(terms), modulus: bigintToBytes(modulus), options };
    return this.#instance.call(operations.countMultiPow, given);
  }
}

const termsOf = (terms: Terms) => terms.map(([base, exponent]) => ({ base, exponent }));
