/// <reference lib="esnext.disposable" preserve="true" />
import type { Instance } from '../border/instance.js';
import * as operations from '../border/powers-operations.generated.js';
import { defineDispose, KeptResource } from '../border/resource.js';
import type { Handle } from '../border/wire.js';
import { bitLength, type Integer, type IntegerReader } from '../input/integers.js';
import { nameOfPair, nameOfTerm, readPair, readTerms } from '../input/lists.js';
import {
  present,
  presentNumber,
  type Result,
  type ResultOptions,
  readPowOptions,
  readResultOptions,
} from '../input/options.js';
import { readCount } from '../input/reading.js';
import { powerSecret, type SecretOptions } from './secret.js';
import type { ModulusShortcuts, Shortcuts } from './shortcuts.js';
import { FixedBase, type FixedBaseOptions, type TableOwner, Tables, type TablesOptions } from './tables.js';

/**
 * A modulus N with its precomputation: `using m = pm.modulus(N)`, or `m.free()`; otherwise the garbage collector frees
 * it. Arguments and results are those of `Powmod`. Every method but `free` throws a `TypeError` after the modulus was
 * freed, or after a fault of its instance.
 */
export class Modulus {
  readonly #instance: Instance;
  readonly #integers: IntegerReader;
  readonly #bytes: Uint8Array;
  readonly #kept: KeptResource<Handle<'KeptModulus'>>;
  /** BigInt for what it computes faster. */
  readonly #shortcuts: ModulusShortcuts | undefined;
  /** Frees the modulus; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  static {
    defineDispose(Modulus.prototype);
  }

  /** @internal Use `pm.modulus(N)`. */
  constructor(instance: Instance, integers: IntegerReader, given: Integer, shortcuts: Shortcuts | undefined) {
    const modulus = integers.bytesOf(given);
    this.#instance = instance;
    this.#integers = integers;
    this.#bytes = new Uint8Array(modulus); // given bytes are a view of the caller's memory
    this.#shortcuts = shortcuts?.keep(given);
    const resource = instance.make(operations.keepModulus, { modulus }, operations.freeModulus);
    this.#kept = new KeptResource(instance, 'modulus', 'modulus(N)', resource);
  }

  /**
   * `base^exponent mod N`. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if the exponent is negative and the base has no inverse.
   *
   * @example
   * ```ts
   * m.pow(2n, 10n); // 1024n
   * ```
   */
  pow<O extends ResultOptions = Record<never, never>>(base: Integer, exponent: Integer, options?: O): Result<O> {
    const form = readPowOptions(options);
    const given = {
      base: this.#integers.base(base, 'base'),
      exponent: this.#integers.exponent(exponent, 'exponent'),
      modulus: this.#kept.handle,
    };
    const power = this.#shortcuts?.pow(given.base, given.exponent, form.asBytes);
    if (power !== undefined) return presentNumber(power, this.#bytes, form);
    return present(this.#instance.call(operations.pow, given), form);
  }

  /**
   * `x^a · y^b mod N`, the double exponentiation. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if an exponent is negative and its base has no inverse.
   *
   * @example
   * ```ts
   * m.pow2(2n, 10n, 3n, 5n); // 248832n
   * ```
   */
  pow2<O extends ResultOptions = Record<never, never>>(
    x: Integer,
    a: Integer,
    y: Integer,
    b: Integer,
    options?: O,
  ): Result<O> {
    const form = readPowOptions(options);
    const given = {
      terms: readPair(x, a, y, b, this.#integers),
      modulus: this.#kept.handle,
    };
    return present(this.#instance.call(operations.multiPow, given, nameOfPair), form);
  }

  /**
   * The product of `base^exponent` over 1 to 65,536 `[base, exponent]` pairs, modulo N. Time depends on all arguments:
   * not for secrets.
   *
   * @throws RangeError if an exponent is negative and its base has no inverse.
   *
   * @example
   * ```ts
   * m.multiPow([[2n, 10n], [3n, 5n], [5n, 2n]]); // 220782n
   * ```
   */
  multiPow<O extends ResultOptions = Record<never, never>>(
    terms: readonly (readonly [Integer, Integer])[],
    options?: O,
  ): Result<O> {
    const form = readPowOptions(options);
    const given = {
      terms: readTerms(terms, this.#integers),
      modulus: this.#kept.handle,
    };
    return present(this.#instance.call(operations.multiPow, given, nameOfTerm), form);
  }

  /**
   * `a · b mod N`. Time depends on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * m.mul(1000n, 2000n); // 999997n
   * ```
   */
  mul<O extends ResultOptions = Record<never, never>>(a: Integer, b: Integer, options?: O): Result<O> {
    const form = readResultOptions(options);
    const given = {
      a: this.#integers.base(a, 'a'),
      b: this.#integers.base(b, 'b'),
      modulus: this.#kept.handle,
    };
    const product = this.#shortcuts?.mul(given.a, given.b, form.asBytes);
    if (product !== undefined) return presentNumber(product, this.#bytes, form);
    return present(this.#instance.call(operations.mul, given), form);
  }

  /**
   * The inverse of `a` modulo N. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if `a` has no inverse.
   *
   * @example
   * ```ts
   * m.inv(2n); // 500002n
   * ```
   */
  inv<O extends ResultOptions = Record<never, never>>(a: Integer, options?: O): Result<O> {
    const form = readResultOptions(options);
    const given = { a: this.#integers.base(a, 'a'), modulus: this.#kept.handle };
    const inverse = this.#shortcuts?.inv(given.a);
    if (inverse !== undefined) return presentNumber(inverse, this.#bytes, form);
    return present(this.#instance.call(operations.inv, given), form);
  }

  /**
   * `x^(2^times) mod N`: `times` squarings, 0 to 2^53 − 1, one after the other on the calling thread. Time depends on
   * all arguments: not for secrets.
   *
   * @example
   * ```ts
   * m.square(3n, 5); // 807954n
   * ```
   */
  square<O extends ResultOptions = Record<never, never>>(x: Integer, times: number, options?: O): Result<O> {
    const form = readResultOptions(options);
    const given = {
      x: this.#integers.base(x, 'x'),
      times: readCount(times, 'times', 0, Number.MAX_SAFE_INTEGER),
      modulus: this.#kept.handle,
    };
    return present(this.#instance.call(operations.square, given), form);
  }

  /**
   * `base^exponent mod N` for a secret exponent, as bytes of the modulus's length. The modulus must be odd. Time depends
   * on the same things as for `pm.modPowSecret`.
   *
   * @throws RangeError if the exponent has more than `exponentBits` bits or the modulus is even. PowmodError as for
   *   `pm.modPowSecret`.
   *
   * @example
   * ```ts
   * m.powSecret(2n, new Uint8Array([10]), { exponentBits: 8 }); // Uint8Array(3) [ 0, 4, 0 ]
   * ```
   */
  powSecret(base: Integer, exponent: Integer, options: SecretOptions): Uint8Array<ArrayBuffer> {
    const terms = [[base, exponent, 'base', 'exponent']] as const;
    const modulus = () => ({ bytes: this.#bytes, argument: this.#kept.handle });
    return powerSecret(this.#instance, this.#integers, terms, options, modulus);
  }

  /**
   * Keeps a table of the powers of one base. A power of this base then takes a fraction of the time. Time depends on
   * all arguments: not for secrets.
   *
   * @throws RangeError if the table would have more than 2^28 bytes.
   *
   * @example
   * ```ts
   * const g = m.fixedBase(2n);
   * g.pow(100n); // 253109n
   * ```
   */
  fixedBase(base: Integer, options?: FixedBaseOptions): FixedBase {
    return new FixedBase(this.#owner, base, options);
  }

  /**
   * Keeps the tables of 1 to 65,536 bases, for products of their powers. Time depends on all arguments: not for
   * secrets.
   *
   * @throws RangeError if the tables would have more than 2^28 bytes together.
   *
   * @example
   * ```ts
   * const t = m.tables([2n, 3n]);
   * t.multiPow([10n, 5n]); // 248832n
   * ```
   */
  tables(bases: readonly Integer[], options?: TablesOptions): Tables {
    return new Tables(this.#owner, bases, options);
  }

  /**
   * Frees the memory. The objects from `fixedBase` and `tables` can no longer be used. A second call does nothing.
   *
   * @example
   * ```ts
   * m.free();
   * m.pow(2n, 10n); // throws TypeError: modulus: was freed
   * ```
   */
  free(): void {
    this.#kept.free();
  }

  get #owner(): TableOwner {
    return { instance: this.#instance, integers: this.#integers, modulus: this.#kept, bits: bitLength(this.#bytes) };
  }
}
