/// <reference lib="esnext.disposable" preserve="true" />
import type { Instance } from '../border/instance.js';
import * as operations from '../border/operations.generated.js';
import { freedByUsing, KeptResource } from '../border/resource.js';
import type { Handle } from '../border/wire.js';
import { bitLength, type Integer, type IntegerReader } from '../input/integers.js';
import { nameOfPair, nameOfTerm, readPair, readTerms } from '../input/lists.js';
import {
  type PowOptions,
  present,
  type Result,
  type ResultOptions,
  readMultiPowOptions,
  readPowOptions,
  readResultOptions,
} from '../input/options.js';
import { readCount } from '../input/reading.js';
import { FixedBase, type FixedBaseOptions, type TableOwner, Tables, type TablesOptions } from './tables.js';

/**
 * A modulus whose precomputation is kept: `using m = pm.modulus(N)`, or `m.free()`, or leave it to the garbage
 * collector. Every method is a `TypeError` after it was freed, or when its instance had to be rebuilt after a fault.
 */
export class Modulus {
  readonly #instance: Instance;
  readonly #integers: IntegerReader;
  /** The modulus's length. */
  readonly #bits: number;
  readonly #kept: KeptResource<Handle<'Modulus'>>;
  /** Frees the modulus; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  static {
    freedByUsing(Modulus.prototype);
  }

  /** @internal Use `pm.modulus(N)`. */
  constructor(instance: Instance, integers: IntegerReader, modulus: Uint8Array) {
    this.#instance = instance;
    this.#integers = integers;
    this.#bits = bitLength(modulus);
    const resource = instance.make(operations.keepModulus, { modulus }, operations.freeModulus);
    this.#kept = new KeptResource(instance, 'modulus', 'modulus(N)', resource);
  }

  /** `base^exponent mod N`: see `Powmod.modPow`. */
  pow<O extends PowOptions = Record<never, never>>(base: Integer, exponent: Integer, options?: O): Result<O> {
    const checked = readPowOptions(options);
    const given = {
      base: this.#integers.base(base, 'base'),
      exponent: this.#integers.exponent(exponent, 'exponent'),
      modulus: this.#kept.handle,
      options: checked.options,
    };
    return present(this.#instance.call(operations.pow, given), checked.asBytes);
  }

  /** `x^a · y^b mod N`: see `Powmod.modPow2`. */
  pow2<O extends PowOptions = Record<never, never>>(
    x: Integer,
    a: Integer,
    y: Integer,
    b: Integer,
    options?: O,
  ): Result<O> {
    const checked = readMultiPowOptions(options);
    const given = {
      terms: readPair(x, a, y, b, this.#integers),
      modulus: this.#kept.handle,
      options: checked.options,
    };
    return present(this.#instance.call(operations.multiPow, given, nameOfPair), checked.asBytes);
  }

  /** The product of the powers modulo N: see `Powmod.modMultiPow`. */
  multiPow<O extends PowOptions = Record<never, never>>(
    terms: readonly (readonly [Integer, Integer])[],
    options?: O,
  ): Result<O> {
    const checked = readMultiPowOptions(options);
    const given = {
      terms: readTerms(terms, this.#integers),
      modulus: this.#kept.handle,
      options: checked.options,
    };
    return present(this.#instance.call(operations.multiPow, given, nameOfTerm), checked.asBytes);
  }

  /** `a · b mod N`. */
  mul<O extends ResultOptions = Record<never, never>>(a: Integer, b: Integer, options?: O): Result<O> {
    const asBytes = readResultOptions(options);
    const given = {
      a: this.#integers.base(a, 'a'),
      b: this.#integers.base(b, 'b'),
      modulus: this.#kept.handle,
    };
    return present(this.#instance.call(operations.mul, given), asBytes);
  }

  /** The inverse of `a` modulo N. @throws RangeError when there is none. */
  inv<O extends ResultOptions = Record<never, never>>(a: Integer, options?: O): Result<O> {
    const asBytes = readResultOptions(options);
    const given = { a: this.#integers.base(a, 'a'), modulus: this.#kept.handle };
    return present(this.#instance.call(operations.inv, given), asBytes);
  }

  /** `x^(2^times) mod N`: `times` squarings, 0 to 2^53 − 1, one after the other, on the calling thread. */
  square<O extends ResultOptions = Record<never, never>>(x: Integer, times: number, options?: O): Result<O> {
    const asBytes = readResultOptions(options);
    const given = {
      x: this.#integers.base(x, 'x'),
      times: readCount(times, 'times', 0, Number.MAX_SAFE_INTEGER),
      modulus: this.#kept.handle,
    };
    return present(this.#instance.call(operations.square, given), asBytes);
  }

  /** Keeps the powers of one base: a power with an exponent of the modulus's length takes a few times less time. */
  fixedBase(base: Integer, options?: FixedBaseOptions): FixedBase {
    return new FixedBase(this.#owner, base, options);
  }

  /** Keeps tables of several bases, for products of their powers: no bases are a `RangeError`. */
  tables(bases: readonly Integer[], options?: TablesOptions): Tables {
    return new Tables(this.#owner, bases, options);
  }

  /** Gives the memory back. What `fixedBase` and `tables` gave can no longer be used. A second call does nothing. */
  free(): void {
    this.#kept.free();
  }

  get #owner(): TableOwner {
    return { instance: this.#instance, integers: this.#integers, modulus: this.#kept, bits: this.#bits };
  }
}
