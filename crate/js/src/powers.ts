import type { Moduli } from './arithmetic/known-modulus.js';
import { type ModexpOptions, readModexp } from './arithmetic/modexp.js';
import { Modulus } from './arithmetic/modulus.js';
import { readTerms } from './arithmetic/tables.js';
import { bindMethods, defineTag } from './border/resource.js';
import { randomBelow } from './bytes.js';
import { copied, type Integer, type IntegerReader } from './input/integers.js';
import { factorsOf, readPair } from './input/lists.js';
import { type Result, type ResultOptions, readResultOptions } from './input/options.js';
import { wipingCopies } from './input/reading.js';
import { readSecretPowers, type SecretOptions, type SecretTerm } from './input/secrets.js';
import type { Kernel, KernelChoice } from './kernels/kernel.js';

/**
 * Powers, products and inverses by one instance of a kernel: `init()` of `powmod/powers` makes it.
 *
 * An integer is a `bigint` or an unsigned big-endian `Uint8Array`. A modulus must be positive. A modulus or an exponent
 * may have `maxBits` bits: 65,536, unless `init` was given another limit. A base may have four times as many. A base is
 * reduced first, a negative base to [0, N). A negative exponent gives the power of the inverse. x^0 is 1 mod N, and so
 * is 0^0.
 *
 * Every method throws a `TypeError` for an argument of a wrong type and a `RangeError` for a value out of its range.
 * The message begins with the name of the argument. When WebAssembly fails, the method throws a `PowmodError`,
 * `ERR_OUT_OF_MEMORY` or `ERR_FAULT`, and the next call starts a new WebAssembly instance.
 *
 * The instance remembers the last few moduli, so that repeated calls cost no set-up.
 */
export class Powers {
  readonly #moduli: Moduli;
  readonly #integers: IntegerReader;

  /** @internal Use `init()`. */
  constructor(moduli: Moduli, tag = 'Powers') {
    defineTag(this, tag);
    this.#moduli = moduli;
    this.#integers = moduli.engine.integers;
    bindMethods(this);
  }

  /** The arithmetic kernel in use. */
  get kernel(): Kernel {
    return this.#moduli.engine.choice.kernel;
  }

  /** That kernel, and in words why it was chosen. */
  get choice(): KernelChoice {
    return this.#moduli.engine.choice;
  }

  /**
   * `base^exponent mod modulus`. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if the exponent is negative and the base has no inverse.
   *
   * @example
   * ```ts
   * pm.modPow(2n, 10n, 1000n); // 24n
   * pm.modPow(2n, 10n, 1000n, { as: 'bytes' }); // Uint8Array(2) [ 0, 24 ]
   * pm.modPow(3n, -1n, 7n); // 5n
   * ```
   */
  modPow<O extends ResultOptions = {}>(
    base: Integer,
    exponent: Integer,
    modulus: Integer,
    options?: O & Readonly<ResultOptions>,
  ): Result<O> {
    const form = readResultOptions(options);
    const x = this.#integers.base(base, 'base');
    const e = this.#integers.exponent(exponent, 'exponent');
    return this.#moduli.read(modulus).pow(x, e, form);
  }

  /**
   * `x^a · y^b mod modulus`, the double exponentiation: it takes little more time than the longer power alone. Time
   * depends on all arguments: not for secrets.
   *
   * @throws RangeError if an exponent is negative and its base has no inverse.
   *
   * @example
   * ```ts
   * pm.modPow2(2n, 10n, 3n, 5n, 1000n); // 832n
   * ```
   */
  modPow2<O extends ResultOptions = {}>(
    x: Integer,
    a: Integer,
    y: Integer,
    b: Integer,
    modulus: Integer,
    options?: O & Readonly<ResultOptions>,
  ): Result<O> {
    const form = readResultOptions(options);
    const factors = factorsOf(readPair(x, a, y, b, this.#integers));
    return this.#moduli.read(modulus).multiPow([factors], form);
  }

  /**
   * The product of `base^exponent` over `[base, exponent]` pairs, modulo `modulus`; 1 modulo it if there are none. The
   * pairs are an array or another iterable, and are read in parts. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if an exponent is negative and its base has no inverse.
   *
   * @example
   * ```ts
   * pm.modMultiPow([[2n, 10n], [3n, 5n], [5n, 2n]], 1000n); // 800n
   * ```
   */
  modMultiPow<O extends ResultOptions = {}>(
    terms: Iterable<readonly [Integer, Integer]>,
    modulus: Integer,
    options?: O & Readonly<ResultOptions>,
  ): Result<O> {
    const form = readResultOptions(options);
    const n = this.#moduli.read(modulus, copied); // the list runs code of the caller
    return n.multiPow(readTerms(terms, this.#integers), form);
  }

  /**
   * `a · b mod modulus`. Time depends on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * pm.modMul(123n, 456n, 1000n); // 88n
   * ```
   */
  modMul<O extends ResultOptions = {}>(
    a: Integer,
    b: Integer,
    modulus: Integer,
    options?: O & Readonly<ResultOptions>,
  ): Result<O> {
    const form = readResultOptions(options);
    const [x, y] = [this.#integers.base(a, 'a'), this.#integers.base(b, 'b')];
    return this.#moduli.read(modulus).mul(x, y, form);
  }

  /**
   * The inverse of `a` modulo `modulus`. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if `a` has no inverse.
   *
   * @example
   * ```ts
   * pm.modInv(3n, 7n); // 5n
   * pm.modInv(2n, 4n); // throws RangeError: a: has no inverse modulo the modulus
   * ```
   */
  modInv<O extends ResultOptions = {}>(a: Integer, modulus: Integer, options?: O & Readonly<ResultOptions>): Result<O> {
    const form = readResultOptions(options);
    const x = this.#integers.base(a, 'a');
    return this.#moduli.read(modulus).inv(x, form);
  }

  /**
   * `base^exponent mod modulus` for a secret exponent, as bytes of the modulus's length. The modulus must be odd.
   *
   * Time depends on the modulus, on `exponentBits`, on the lengths of the arrays, and on a base or an exponent that is
   * a `bigint`: the engine converts it in a time that shows its length, and leaves copies in memory. Time does not
   * depend on the value of bytes. What powmod copies is wiped, except the result. SECURITY.md says how far this
   * protects a secret in a WebAssembly engine.
   *
   * @throws RangeError if the exponent has more than `exponentBits` bits or the modulus is even. PowmodError
   *   `ERR_KERNEL_UNAVAILABLE` on the kernel `bigint`, whose time would tell the exponent.
   *
   * @example
   * ```ts
   * const exponent = new Uint8Array([10]);
   * pm.modPowSecret(2n, exponent, 1000003n, { exponentBits: 8 }); // Uint8Array(3) [ 0, 4, 0 ]
   * ```
   */
  modPowSecret(base: Integer, exponent: Integer, modulus: Integer, options: SecretOptions): Uint8Array<ArrayBuffer> {
    return this.#powSecret([[base, exponent, 'base', 'exponent']], modulus, options);
  }

  /**
   * `x^a · y^b mod modulus` for secret exponents of at most `exponentBits` bits each, as bytes of the modulus's length.
   * Time depends on the same things as for `modPowSecret`.
   *
   * @throws RangeError if an exponent has more than `exponentBits` bits or the modulus is even. PowmodError as for
   *   `modPowSecret`.
   *
   * @example
   * ```ts
   * const [a, b] = [new Uint8Array([10]), new Uint8Array([5])];
   * pm.modPow2Secret(2n, a, 3n, b, 1000003n, { exponentBits: 8 }); // Uint8Array(3) [ 3, 204, 0 ]
   * ```
   */
  modPow2Secret(
    x: Integer,
    a: Integer,
    y: Integer,
    b: Integer,
    modulus: Integer,
    options: SecretOptions,
  ): Uint8Array<ArrayBuffer> {
    const terms = [
      [x, a, 'x', 'a'],
      [y, b, 'y', 'b'],
    ] as const;
    return this.#powSecret(terms, modulus, options);
  }

  /**
   * Ethereum's precompiled contract 0x05, `modexp`, on its bytes (EIP-198): three lengths of 32 bytes, then base,
   * exponent and modulus. A short input goes on with zeros. The result is as long as the modulus in the input; for a
   * modulus of 0 it is all zeros. Numbers of 1024 bytes block the thread for up to a second: `Pool.modexp` does not.
   * Time depends on the input: not for secrets.
   *
   * @throws RangeError if an exponent or a modulus has more than `maxBits` bits, or a base four times as many, or one
   *   of them has more than 1024 bytes and `options.eip7823` is true.
   *
   * @example
   * ```ts
   * const input = new Uint8Array(99);
   * input[31] = input[63] = input[95] = 1;
   * input.set([3, 5, 100], 96);
   * pm.modexp(input); // Uint8Array(1) [ 43 ]
   * ```
   */
  modexp(input: Uint8Array, options?: ModexpOptions): Uint8Array<ArrayBuffer> {
    const { base, exponent, modulus, length } = readModexp(input, options, this.#integers.maxBits);
    if (modulus.length === 0) return new Uint8Array(length);
    return this.modPow(base, exponent, modulus, { as: 'bytes', length });
  }

  /**
   * Keeps a modulus and its precomputation, for many calls. Time depends on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * const m = pm.modulus(1000003n);
   * m.pow(2n, 10n); // 1024n
   * ```
   */
  modulus(modulus: Integer): Modulus {
    return new Modulus(this.#moduli, this.#integers.modulus(modulus, 'modulus'));
  }

  /**
   * A uniformly random number from 0 to n − 1, as bytes as long as n: random bytes of the platform's secure generator
   * are drawn until they are below n. Time depends on n, and on how many draws were too large, which tells nothing
   * about the result.
   *
   * @example
   * ```ts
   * pm.randomBelow(1000n).length; // 2
   * ```
   */
  randomBelow(n: Integer): Uint8Array<ArrayBuffer> {
    return randomBelow(this.#integers.modulusBytes(n, 'n'));
  }

  #powSecret(terms: readonly SecretTerm[], modulus: unknown, options: unknown): Uint8Array<ArrayBuffer> {
    return wipingCopies(() => {
      const powers = readSecretPowers(terms, options, this.#integers);
      return this.#moduli.read(modulus).powSecret(powers);
    });
  }
}
