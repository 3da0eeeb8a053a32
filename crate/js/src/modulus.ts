/// <reference lib="esnext.disposable" preserve="true" />
import { invert, multiply, power, product, squareTimes } from './arithmetic.js';
import type { Instance, Ring } from './instance.js';
import type { Integer, IntegerReader } from './integers.js';
import { freedByUsing, Kept } from './kept.js';
import {
  type PowOptions,
  present,
  type Result,
  type ResultOptions,
  readCount,
  readPowOptions,
  readResultOptions,
} from './options.js';
import { FixedBase, type FixedBaseOptions, Tables, type TablesOptions } from './tables.js';
import { readTerms } from './terms.js';

/**
 * A modulus whose precomputation is kept: `using m = pm.modulus(N)`, or `m.free()`, or leave it to the garbage
 * collector. Every method is a `TypeError` after it was freed, or when its instance had to be rebuilt after a fault.
 */
export class Modulus {
  readonly #instance: Instance;
  readonly #integers: IntegerReader;
  readonly #ring: Kept<Ring>;
  /** Frees the modulus; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  static {
    freedByUsing(Modulus.prototype);
  }

  /** @internal Use `pm.modulus(N)`. */
  constructor(instance: Instance, integers: IntegerReader, modulus: bigint) {
    this.#instance = instance;
    this.#integers = integers;
    this.#ring = new Kept(instance, 'modulus', 'modulus(N)', instance.open(modulus));
  }

  /** `base^exponent mod N`: see `Powmod.modPow`. */
  pow<O extends PowOptions = Record<never, never>>(base: Integer, exponent: Integer, options?: O): Result<O> {
    const { words, asBytes } = readPowOptions(options);
    const term = this.#integers.term(base, exponent, 'base', 'exponent');
    return present(power(this.#instance, this.#ring.live, term, words), asBytes);
  }

  /** `x^a · y^b mod N`: see `Powmod.modPow2`. */
  pow2<O extends PowOptions = Record<never, never>>(
    x: Integer,
    a: Integer,
    y: Integer,
    b: Integer,
    options?: O,
  ): Result<O> {
    const { words, asBytes } = readPowOptions(options);
    const terms = [this.#integers.term(x, a, 'x', 'a'), this.#integers.term(y, b, 'y', 'b')];
    return present(product(this.#instance, this.#ring.live, terms, words), asBytes);
  }

  /** The product of the powers modulo N: see `Powmod.modMultiPow`. */
  multiPow<O extends PowOptions = Record<never, never>>(
    terms: readonly (readonly [Integer, Integer])[],
    options?: O,
  ): Result<O> {
    const { words, asBytes } = readPowOptions(options);
    const checked = readTerms(terms, this.#integers);
    return present(product(this.#instance, this.#ring.live, checked, words), asBytes);
  }

  /** `a · b mod N`. */
  mul<O extends ResultOptions = Record<never, never>>(a: Integer, b: Integer, options?: O): Result<O> {
    const asBytes = readResultOptions(options);
    const [left, right] = [this.#integers.base(a, 'a'), this.#integers.base(b, 'b')];
    return present(multiply(this.#instance, this.#ring.live, left, right), asBytes);
  }

  /** The inverse of `a` modulo N. @throws RangeError when there is none. */
  inv<O extends ResultOptions = Record<never, never>>(a: Integer, options?: O): Result<O> {
    const asBytes = readResultOptions(options);
    const value = this.#integers.base(a, 'a');
    return present(invert(this.#instance, this.#ring.live, value, 'a'), asBytes);
  }

  /** `x^(2^times) mod N`: `times` squarings, 0 to 2^53 − 1, one after the other, on the calling thread. */
  square<O extends ResultOptions = Record<never, never>>(x: Integer, times: number, options?: O): Result<O> {
    const asBytes = readResultOptions(options);
    const value = this.#integers.base(x, 'x');
    const count = readCount(times, 'times', 0, Number.MAX_SAFE_INTEGER);
    return present(squareTimes(this.#instance, this.#ring.live, value, count), asBytes);
  }

  /** Keeps the powers of one base: a power with an exponent of the modulus's length takes a few times less time. */
  fixedBase(base: Integer, options?: FixedBaseOptions): FixedBase {
    return new FixedBase({ instance: this.#instance, integers: this.#integers, ring: this.#ring }, base, options);
  }

  /** Keeps tables of several bases, for products of their powers: no bases are a `RangeError`. */
  tables(bases: readonly Integer[], options?: TablesOptions): Tables {
    return new Tables({ instance: this.#instance, integers: this.#integers, ring: this.#ring }, bases, options);
  }

  /** Gives the memory back; what `fixedBase` and `tables` gave can no longer be used. A second call does nothing. */
  free(): void {
    this.#ring.free();
  }
}
