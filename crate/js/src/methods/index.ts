/**
 * The methods of exponentiation that papers compare, each by its name, and the operations that each takes. `powmod` takes
 * the fastest by itself. This entry loads a module of its own, which other pages never load.
 *
 * @example
 * ```ts
 * import { init } from 'powmod/methods';
 *
 * const methods = await init();
 * methods.modPow(3n, 65537n, 1000003n, { method: 'sliding', window: 4 }); // 486750n
 * ```
 * @module powmod/methods
 */

import { WasmInstance } from '../border/instance.js';
import * as operations from '../border/methods-operations.generated.js';
import { DEFAULT_MAX_BITS, type Integer, IntegerReader, MAX_BITS } from '../input/integers.js';
import { nameOfTerm, readTerms } from '../input/lists.js';
import { present, type Result } from '../input/options.js';
import { isArray, readChoice, readCount, readObject } from '../input/reading.js';
import { loadWanted } from '../kernels/choose.js';
import type { KernelChoice, WasmKernel } from '../kernels/kernel.js';
import { variants } from '../kernels/methods.generated.js';
import { wasmKernels } from '../kernels/names.generated.js';
import { type MethodOptions, type PowOptions, readMethodOptions } from './options.js';

export { PowmodError, type PowmodErrorCode } from '../errors.js';
export type { Integer } from '../input/integers.js';
export type { Result, ResultOptions } from '../input/options.js';
export type { KernelChoice, WasmKernel } from '../kernels/kernel.js';
export type { MethodOptions, PowOptions } from './options.js';

export interface InitOptions {
  /** `'auto'` (default): the first kernel that passes its self-test here; or a kernel's name. */
  kernel?: 'auto' | WasmKernel;
  /** The most bits that a modulus or an exponent may have, 1 to 2^26. Default 65,536. */
  maxBits?: number;
}

/** The operations that a power takes. */
export interface Counts {
  squarings: number;
  products: number;
}

/**
 * Loads a kernel's module for methods, and makes an instance of it.
 *
 * @throws PowmodError `ERR_KERNEL_UNAVAILABLE` if the engine does not run the kernel correctly, or none of them;
 *   `ERR_LOAD` if it cannot be loaded. TypeError or RangeError for a wrong option.
 *
 * @example
 * ```ts
 * import { init } from 'powmod/methods';
 * const methods = await init();
 * methods.modPow(2n, 10n, 1000n, { method: 'mary', window: 2 }); // 24n
 * ```
 */
export async function init(options: InitOptions = {}): Promise<Methods> {
  const { kernel = 'auto', maxBits = DEFAULT_MAX_BITS } = readObject(options, 'options', ['kernel', 'maxBits']);
  const wanted = readChoice(kernel, 'options.kernel', ['auto', ...wasmKernels]);
  const integers = new IntegerReader(readCount(maxBits, 'options.maxBits', 1, MAX_BITS));
  const chosen = await loadWanted(variants, wanted);
  const { name, reason, module, session } = chosen;
  return new Methods({ kernel: name, reason }, new WasmInstance(module, session), integers);
}

/** An instance of a kernel's module for methods: `init()` makes it. Arguments and results are those of `Powmod`. */
export class Methods {
  /** The arithmetic kernel in use. */
  readonly kernel: WasmKernel;
  /** That kernel, and in words why it was chosen. */
  readonly choice: KernelChoice;
  readonly #instance: WasmInstance;
  readonly #integers: IntegerReader;

  /** @internal Use `init()`. */
  constructor(choice: KernelChoice & { kernel: WasmKernel }, instance: WasmInstance, integers: IntegerReader) {
    this.kernel = choice.kernel;
    this.choice = Object.freeze(choice);
    this.#instance = instance;
    this.#integers = integers;
  }

  /**
   * `base^exponent mod modulus` by a method. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if the exponent is negative and the base has no inverse, or the method does not have an option.
   *
   * @example
   * ```ts
   * methods.modPow(2n, 10n, 1000n, { method: 'binary', earlyExit: 'all' }); // 24n
   * ```
   */
  modPow<O extends PowOptions = Record<never, never>>(
    base: Integer,
    exponent: Integer,
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const { options: method, form } = readMethodOptions(options, operations.singleMethods);
    const given = { ...this.#power(base, exponent, modulus), options: method };
    return present(this.#instance.call(operations.pow, given), form);
  }

  /**
   * The product of `base^exponent` over 1 to 65,536 `[base, exponent]` pairs, modulo `modulus`, by a method. Time depends
   * on all arguments: not for secrets.
   *
   * @throws RangeError if an exponent is negative and its base has no inverse, the method does not have an option, or
   *   the window is too wide for the number of bases.
   *
   * @example
   * ```ts
   * methods.modMultiPow([[2n, 10n], [3n, 5n]], 1000n, { method: 'ary', window: 2 }); // 832n
   * ```
   */
  modMultiPow<O extends PowOptions = Record<never, never>>(
    terms: readonly (readonly [Integer, Integer])[],
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const { options: method, form } = readMethodOptions(options, operations.multiMethods);
    const given = { ...this.#product(terms, modulus), options: method };
    return present(this.#instance.call(operations.multiPow, given, nameOfTerm), form);
  }

  /**
   * The operations that `modPow` or `modMultiPow` takes with these arguments. The set-up of the modulus, inverses, and
   * the ways into and out of Montgomery form are not counted.
   *
   * @throws as they do.
   *
   * @example
   * ```ts
   * methods.count(2n, 10n, 1000n, { method: 'binary' }); // { squarings: 3, products: 1 }
   * methods.count([[2n, 10n], [3n, 5n]], 1000n, { method: 'separate' }); // { squarings: 5, products: 3 }
   * ```
   */
  count(base: Integer, exponent: Integer, modulus: Integer, options?: MethodOptions): Counts;
  count(terms: readonly (readonly [Integer, Integer])[], modulus: Integer, options?: MethodOptions): Counts;
  count(
    first: Integer | readonly (readonly [Integer, Integer])[],
    second: Integer,
    third?: Integer | MethodOptions,
    fourth?: MethodOptions,
  ): Counts {
    if (isArray(first)) {
      const { options } = readMethodOptions(third, operations.multiMethods, false);
      return this.#instance.call(operations.countMultiPow, { ...this.#product(first, second), options }, nameOfTerm);
    }
    const { options } = readMethodOptions(fourth, operations.singleMethods, false);
    return this.#instance.call(operations.countPow, { ...this.#power(first, second, third), options });
  }

  #power(base: unknown, exponent: unknown, modulus: unknown) {
    return {
      base: this.#integers.base(base, 'base'),
      exponent: this.#integers.exponent(exponent, 'exponent'),
      modulus: this.#integers.modulusBytes(modulus, 'modulus'),
    };
  }

  #product(terms: unknown, modulus: unknown) {
    return { terms: readTerms(terms, this.#integers), modulus: this.#integers.modulusBytes(modulus, 'modulus') };
  }
}
