/// <reference lib="esnext.disposable" preserve="true" />
import { jacobi } from '../bigint/jacobi.js';
import { residue } from '../bigint/moduli.js';
import { squareRoot } from '../bigint/square-root.js';
import * as operations from '../border/powers-operations.generated.js';
import { defineTag } from '../border/resource.js';
import type { ModulusArgument, Operation, Secret } from '../border/wire.js';
import { copied, type Integer, type IntegerReader, toBigint } from '../input/integers.js';
import {
  baseReader,
  type EntryReader,
  exponentReader,
  factorsOf,
  type ListPart,
  readPair,
  readParts,
} from '../input/lists.js';
import { type Result, type ResultOptions, readResultOptions } from '../input/options.js';
import { readCount, wipingCopies } from '../input/reading.js';
import { readSecretBytes, readSecretPowers, type SecretOptions, type SecretTerm } from '../input/secrets.js';
import type { KnownModulus, Moduli } from './known-modulus.js';
import { areMembers, isHalfOf, type Membership, memberReader, readOrder } from './members.js';
import { FixedBase, type FixedBaseOptions, readMixedTerms, Tables, type TablesOptions } from './tables.js';

/**
 * A modulus N with its precomputation: `using m = pm.modulus(N)`, or `m.free()`; otherwise the garbage collector frees
 * it. Arguments and results are those of `Powmod`. Every method but `free` throws a `TypeError` after the modulus was
 * freed, or after a fault of its instance.
 */
export class Modulus {
  readonly #known: KnownModulus;
  readonly #integers: IntegerReader;
  /** Whether N is a probable prime, once that was asked. */
  #prime: boolean | undefined;
  /** Frees the modulus; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  /** @internal Use `pm.modulus(N)`. */
  constructor(moduli: Moduli, modulus: Integer) {
    defineTag(this, 'Modulus', Symbol.dispose, this.free);
    this.#known = moduli.keep(modulus);
    this.#integers = moduli.engine.integers;
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
  pow<O extends ResultOptions = {}>(
    base: Integer,
    exponent: Integer,
    options?: O & Readonly<ResultOptions>,
  ): Result<O> {
    const form = readResultOptions(options, this.#known.bytes);
    const x = this.#integers.base(base, 'base');
    const e = this.#integers.exponent(exponent, 'exponent');
    return this.#known.pow(x, e, form);
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
  pow2<O extends ResultOptions = {}>(
    x: Integer,
    a: Integer,
    y: Integer,
    b: Integer,
    options?: O & Readonly<ResultOptions>,
  ): Result<O> {
    const form = readResultOptions(options, this.#known.bytes);
    return this.#known.multiPow([factorsOf(readPair(x, a, y, b, this.#integers))], form);
  }

  /**
   * The product of `base^exponent` over `[base, exponent]` pairs, modulo N; 1 mod N if there are none. The pairs are an
   * array or another iterable, and are read in parts. A base may be a table from `fixedBase`, of this modulus or of
   * another one of the same number. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if an exponent is negative and its base has no inverse, or is longer than its table allows.
   *
   * @example
   * ```ts
   * m.multiPow([[2n, 10n], [3n, 5n], [5n, 2n]]); // 220782n
   * const g = m.fixedBase(2n);
   * m.multiPow([[g, 10n], [3n, 5n]]); // 248832n
   * ```
   */
  multiPow<O extends ResultOptions = {}>(
    terms: Iterable<readonly [Integer | FixedBase, Integer]>,
    options?: O & Readonly<ResultOptions>,
  ): Result<O> {
    const form = readResultOptions(options, this.#known.bytes);
    return this.#known.multiPow(readMixedTerms(terms, this.#known), form);
  }

  /**
   * The powers of one base for any number of exponents, an array or another iterable, in their order. They share their
   * squarings: three powers take about half the time of three calls. For more powers of the same base, and over several
   * calls, take `fixedBase`. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if an exponent is negative and the base has no inverse.
   *
   * @example
   * ```ts
   * m.powers(2n, [10n, 100n]); // [ 1024n, 253109n ]
   * ```
   */
  powers<O extends ResultOptions = {}>(
    base: Integer,
    exponents: Iterable<Integer>,
    options?: O & Readonly<ResultOptions>,
  ): Result<O>[] {
    const form = readResultOptions(options, this.#known.bytes);
    const x = copied(this.#integers.base(base, 'base'));
    return this.#inParts(exponents, exponentReader(this.#integers), ({ entries }) =>
      this.#known.powers<O>(x, entries, form),
    );
  }

  /**
   * The product of any number of factors, modulo N; 1 mod N if there are none. The factors are an array or another
   * iterable, of which a part at a time takes memory. Time depends on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * m.product([1000n, 2000n, 3n]); // 999985n
   * m.product(new Set([1000n, 2000n])); // 999997n
   * m.product([]); // 1n
   * ```
   */
  product<O extends ResultOptions = {}>(factors: Iterable<Integer>, options?: O & Readonly<ResultOptions>): Result<O> {
    const form = readResultOptions(options, this.#known.bytes);
    this.#known.refuseFreed(); // before the list is read
    let product: bigint | Uint8Array<ArrayBuffer> | undefined;
    for (const { entries } of readParts(factors, baseReader('factors', this.#integers)))
      product = this.#known.product(product === undefined ? entries : [...entries, product], form);
    return this.#known.present(product ?? this.#known.product([], form), form);
  }

  /**
   * The Jacobi symbol (a/N): 0 if a and N have a common factor. For a prime N it is 1 for squares and −1 for all
   * others. The modulus must be odd. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if the modulus is even.
   *
   * @example
   * ```ts
   * m.jacobi(2n); // -1
   * ```
   */
  jacobi(a: Integer): -1 | 0 | 1 {
    const value = toBigint(this.#integers.base(a, 'a'));
    this.#known.refuseFreed();
    if (!this.#known.isOdd) throw new RangeError('modulus: must be odd');
    const n = this.#known.bigint;
    return jacobi(residue(value, n), n);
  }

  /**
   * `a · b mod N`. Time depends on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * m.mul(1000n, 2000n); // 999997n
   * ```
   */
  mul<O extends ResultOptions = {}>(a: Integer, b: Integer, options?: O & Readonly<ResultOptions>): Result<O> {
    const form = readResultOptions(options, this.#known.bytes);
    const [x, y] = [this.#integers.base(a, 'a'), this.#integers.base(b, 'b')];
    return this.#known.mul(x, y, form);
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
  inv<O extends ResultOptions = {}>(a: Integer, options?: O & Readonly<ResultOptions>): Result<O> {
    const form = readResultOptions(options, this.#known.bytes);
    return this.#known.inv(this.#integers.base(a, 'a'), form);
  }

  /**
   * The inverses modulo N of any number of numbers, an array or another iterable, in their order: one inverse for all
   * of a part, and three products for each. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if one has no inverse. It names the first.
   *
   * @example
   * ```ts
   * m.invAll([2n, 3n]); // [ 500002n, 666669n ]
   * ```
   */
  invAll<O extends ResultOptions = {}>(list: Iterable<Integer>, options?: O & Readonly<ResultOptions>): Result<O>[] {
    const form = readResultOptions(options, this.#known.bytes);
    return this.#inParts(list, baseReader('list', this.#integers), (part) => this.#known.invAll<O>(part, form));
  }

  /**
   * Whether each number of a list, an array or another iterable, is a member of the subgroup of order q: 0 < x < N and
   * x^q = 1 mod N. The verdicts are in order; a number out of that range, of any length, is no member. Modulo a prime
   * N = 2q + 1 the Jacobi symbol decides, in a small part of the time of a power; else it takes a power each. Time
   * depends on all arguments: not for secrets.
   *
   * @throws RangeError if q is not positive.
   *
   * @example
   * ```ts
   * const group = pm.modulus(23n);
   * group.inSubgroup([2n, 5n, 23n], 11n); // [ true, false, false ]
   * ```
   */
  inSubgroup(list: Iterable<Integer>, q: Integer): boolean[] {
    const order = readOrder(q, this.#integers);
    const known = this.#known;
    const { bigint: n } = known;
    const bySymbol = isHalfOf(order, n) && this.#isPrime();
    const powerOf = (x: bigint) => known.powByBigint(x, order, false);
    const byBigint = !bySymbol && powerOf(1n) !== undefined;
    const areRootsOfUnity: Membership['areRootsOfUnity'] = (list, exponent) =>
      known.call(operations.areRootsOfUnity, { list, exponent });
    return this.#inParts(list, memberReader(n), ({ entries }) => {
      const powers = byBigint && entries.map((x) => (x === 0n ? 0n : powerOf(x)));
      if (powers && !powers.includes(undefined)) return powers.map((power) => power === 1n);
      return areMembers(entries, { n, order, bySymbol, areRootsOfUnity });
    });
  }

  /**
   * A square root of `a` modulo N, which must be an odd prime or 2: the smaller one of r and N − r, or undefined if `a`
   * is not a square. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if the computation shows that N is not a prime. For some numbers `a` it does not show that: N is
   *   not tested. PowmodError as for `pm.modPow`.
   *
   * @example
   * ```ts
   * m.sqrt(4n); // 2n
   * m.sqrt(2n); // undefined
   * ```
   */
  sqrt<O extends ResultOptions = {}>(a: Integer, options?: O & Readonly<ResultOptions>): Result<O> | undefined {
    const form = readResultOptions(options, this.#known.bytes);
    const value = toBigint(this.#integers.base(a, 'a'));
    this.#known.refuseFreed();
    const n = this.#known.bigint;
    const root = squareRoot(residue(value, n), n, {
      pow: (x, e) => this.pow(x, e),
      isPrime: () => this.#isPrime(),
    });
    return root === undefined ? undefined : this.#known.present<O>(root, form);
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
  square<O extends ResultOptions = {}>(x: Integer, times: number, options?: O & Readonly<ResultOptions>): Result<O> {
    const form = readResultOptions(options, this.#known.bytes);
    const given = { x: this.#integers.base(x, 'x'), times: readCount(times, 'times', 0, Number.MAX_SAFE_INTEGER) };
    return this.#known.present(this.#known.call(operations.square, given), form);
  }

  /**
   * `base^exponent mod N` for a secret exponent, as bytes of the modulus's length. The modulus must be odd. Time
   * depends on the same things as for `pm.modPowSecret`.
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
    return this.#powSecret([[base, exponent, 'base', 'exponent']], options);
  }

  /**
   * `x^a · y^b mod N` for secret exponents of at most `exponentBits` bits each, as bytes of the modulus's length. The
   * modulus must be odd. Time depends on the same things as for `pm.modPowSecret`.
   *
   * @throws RangeError if an exponent has more than `exponentBits` bits or the modulus is even. PowmodError as for
   *   `pm.modPowSecret`.
   *
   * @example
   * ```ts
   * const [a, b] = [new Uint8Array([10]), new Uint8Array([5])];
   * m.pow2Secret(2n, a, 3n, b, { exponentBits: 8 }); // Uint8Array(3) [ 3, 204, 0 ]
   * ```
   */
  pow2Secret(x: Integer, a: Integer, y: Integer, b: Integer, options: SecretOptions): Uint8Array<ArrayBuffer> {
    const terms = [
      [x, a, 'x', 'a'],
      [y, b, 'y', 'b'],
    ] as const;
    return this.#powSecret(terms, options);
  }

  /**
   * `a · b + c mod N` for secret numbers, as bytes of the modulus's length: with the order of a group for N, the answer
   * of a proof of knowledge; with p − 1, the exponent of SRP. Time depends on the modulus and on the lengths of the
   * arrays, not on their values. What powmod copies is wiped, except the result.
   *
   * @throws PowmodError as for `pm.modPowSecret`.
   *
   * @example
   * ```ts
   * const [a, b, c] = [new Uint8Array([100]), new Uint8Array([200]), new Uint8Array([7])];
   * m.mulAddSecret(a, b, c); // Uint8Array(3) [ 0, 78, 39 ]
   * ```
   */
  mulAddSecret(a: Uint8Array, b: Uint8Array, c: Uint8Array): Uint8Array<ArrayBuffer> {
    return this.#ofSecrets(operations.mulAddSecret, { a, b, c });
  }

  /**
   * The inverse of a secret `a` modulo N, as bytes of the modulus's length. Time depends on the same things as for
   * `mulAddSecret`. It also shows whether there is an inverse.
   *
   * @throws RangeError if `a` has no inverse. PowmodError as for `pm.modPowSecret`.
   *
   * @example
   * ```ts
   * m.invSecret(new Uint8Array([2])); // Uint8Array(3) [ 7, 161, 34 ]
   * ```
   */
  invSecret(a: Uint8Array): Uint8Array<ArrayBuffer> {
    return this.#ofSecrets(operations.invSecret, { a });
  }

  /**
   * Keeps a table of the powers of one base. A power of this base then takes a fraction of the time, with a public
   * exponent by `pow` or with a secret one by `powSecret`. The base is public, and the time to make the table depends
   * on it.
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
    return new FixedBase(this.#known, base, options);
  }

  /**
   * Keeps the tables of 1 to 65,536 bases, an array, for products of their powers. Time depends on all arguments: not
   * for secrets.
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
    return new Tables(this.#known, bases, options);
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
    this.#known.free();
  }

  /** Whether N is a probable prime. It is tested once. */
  #isPrime(): boolean {
    this.#prime ??= this.#known.engine.isPrime(this.#known.bytes);
    return this.#prime;
  }

  /** The results for the entries of a list, part by part. */
  #inParts<T, R>(list: unknown, reader: EntryReader<T>, work: (part: ListPart<T>) => readonly R[]): R[] {
    this.#known.refuseFreed(); // before the list is read
    const results: R[] = [];
    for (const part of readParts(list, reader)) {
      this.#known.refuseFreed(); // the caller's iterable may have freed it
      for (const one of work(part)) results.push(one);
    }
    return results;
  }

  #powSecret(terms: readonly SecretTerm[], options: unknown): Uint8Array<ArrayBuffer> {
    return wipingCopies(() => this.#known.powSecret(readSecretPowers(terms, options, this.#integers)));
  }

  #ofSecrets<Name extends string>(
    operation: Operation<Record<Name, Secret> & { modulus: ModulusArgument }, Uint8Array<ArrayBuffer>>,
    values: Record<Name, unknown>,
  ): Uint8Array<ArrayBuffer> {
    return wipingCopies(() => this.#known.ofSecrets(operation, readSecretBytes(values, this.#integers)));
  }
}
