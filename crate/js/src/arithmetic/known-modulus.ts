/**
 * A modulus that comes again, in a call or kept by the caller. Each operation has one body here for both, which chooses
 * between BigInt and the kernel. Results are the same.
 *
 * Products of bigints are always faster in BigInt: in WebAssembly the conversion of the numbers takes longer. Of
 * inverses only those modulo short numbers are.
 */
import { shortPow } from '../bigint/arithmetic.js';
import { inverseOf, inversesOf } from '../bigint/inverse.js';
import { residue } from '../bigint/moduli.js';
import * as operations from '../border/powers-operations.generated.js';
import type { PublicName } from '../border/refusal.js';
import { KeptResource } from '../border/resource.js';
import type { Handle, ModulusArgument, Operation, Secret } from '../border/wire.js';
import { bitLength, copied, type Integer, isOdd, magnitudeBytes, toBigint } from '../input/integers.js';
import { type Factors, type ListPart, nameOfEntry } from '../input/lists.js';
import { type Form, present, presentNumber, type Result } from '../input/options.js';
import { isOne, type SecretPowers, secretOf, secretTerm } from '../input/secrets.js';
import { lengthOf, productsOf } from './crossover.js';
import type { Engine } from './engine.js';
import { MetModuli, recall } from './recall.js';

/** The products of a power that take as long as a product of bytes, which converts one number more. */
const PRODUCT_OF_BYTES = 1.5;

/**
 * Where BigInt is faster for powers that take more products than this, it multiplies any list of bigints faster too: in
 * WebAssembly the conversion of each factor takes longer than its product saves.
 */
const MOST_OF_BIGINTS = 10;

/**
 * The longest moduli, in bits, for which BigInt inverts faster: one that is kept, and one that would be set up first.
 */
const INVERTS_KEPT = 128;
const INVERTS_FRESH = 512;

/** Where BigInt is faster for powers that take more products than this, it inverts lists faster too, as measured. */
const INVERTS_LISTS = 8;

/** A residue, by BigInt or by the kernel. */
type Residue = bigint | Uint8Array<ArrayBuffer>;

export class KnownModulus {
  readonly engine: Engine;
  readonly #met: MetModuli;
  #bigint: bigint | undefined;
  #bytes: Uint8Array | undefined;
  /** Its bits, about: for the choice. */
  readonly #bits: number;
  readonly #kept: KeptResource<Handle<'KeptModulus'>> | undefined;

  /** Bytes that are kept must be a copy. */
  constructor(engine: Engine, met: MetModuli, modulus: Integer, isKept = false) {
    this.engine = engine;
    this.#met = met;
    if (typeof modulus === 'bigint') this.#bigint = modulus;
    else this.#bytes = modulus;
    this.#bits = lengthOf(modulus);
    if (!isKept) return;
    const { instance } = this.engine;
    const resource = instance.make(operations.keepModulus, { modulus: this.bytes }, operations.freeModulus);
    this.#kept = new KeptResource(instance, 'modulus', 'modulus(N)', resource);
  }

  get bigint(): bigint {
    this.#bigint ??= toBigint(this.#bytes as Uint8Array);
    return this.#bigint;
  }

  /** Its bytes, without leading zeros. */
  get bytes(): Uint8Array {
    this.#bytes ??= magnitudeBytes(this.#bigint as bigint);
    return this.#bytes;
  }

  /** How a call names it. @throws TypeError if it was freed, or lost */
  get argument(): ModulusArgument {
    return this.#kept ? this.#kept.handle : this.bytes;
  }

  free(): void {
    this.#kept?.free();
  }

  /** What the kernel computes with this modulus. @throws TypeError if it was freed, or lost */
  call<Given extends { modulus: ModulusArgument }, Answer>(
    operation: Operation<Given, Answer>,
    given: Omit<Given, 'modulus'>,
    nameOf?: PublicName,
  ): Answer {
    return this.engine.instance.call(operation, { modulus: this.argument, ...given } as Given, nameOf);
  }

  /** `base^exponent` */
  pow<O>(base: Integer, exponent: Integer, form: Form): Result<O> {
    this.refuseFreed();
    const power = this.powByBigint(base, exponent, form.asBytes) ?? this.call(operations.pow, { base, exponent });
    return this.present(power, form);
  }

  /** The product of all factors, which are read part by part; 1 mod N if there are none. */
  multiPow<O>(parts: Iterable<Factors>, form: Form): Result<O> {
    this.refuseFreed(); // before a list is read
    const factors: Uint8Array<ArrayBuffer>[] = [];
    for (const { values, nameOf } of parts) {
      const { terms, tables } = values;
      factors.push(this.call(operations.multiPow, { terms, tables }, nameOf));
    }
    const [only] = factors;
    return present(factors.length === 1 && only ? only : this.call(operations.product, { factors }), form);
  }

  mul<O>(a: Integer, b: Integer, form: Form): Result<O> {
    this.refuseFreed();
    const isFaster = this.#multiplies(a, form.asBytes);
    const product = isFaster ? productOf(a, b, this.bigint) : undefined;
    return this.present(product ?? this.call(operations.mul, { a, b }), form);
  }

  inv<O>(a: Integer, form: Form): Result<O> {
    this.refuseFreed();
    const { crossover, isBigint } = this.engine;
    const isFaster = crossover && (isBigint || this.#bits <= (this.#kept ? INVERTS_KEPT : INVERTS_FRESH));
    const inverse = isFaster ? this.#inverseByBigint(a) : undefined;
    return this.present(inverse ?? this.call(operations.inv, { a }), form);
  }

  /** The powers of one base. */
  powers<O>(base: Integer, exponents: readonly Integer[], form: Form): Result<O>[] {
    const powers = this.#powersByBigint(base, exponents, form) ?? this.call(operations.powers, { base, exponents });
    return powers.map((power) => this.present(power, form));
  }

  /** The product of factors, to be continued or presented. The form of the first factor stands for all. */
  product(factors: readonly Integer[], form: Form): Residue {
    this.refuseFreed(); // the caller's iterable may have freed it
    return this.#productByBigint(factors, form) ?? this.call(operations.product, { factors });
  }

  /** The inverses of a part of a list, for three products each. */
  invAll<O>(part: ListPart<Integer>, form: Form): Result<O>[] {
    const { entries: list } = part;
    const inverses = this.#inversesByBigint(list, form) ?? this.call(operations.invAll, { list }, nameOfEntry(part));
    return inverses.map((inverse) => this.present(inverse, form));
  }

  /** The product of powers with secret exponents. */
  powSecret({ powers, bits }: SecretPowers): Uint8Array<ArrayBuffer> {
    this.refuseFreed();
    if (isOne(this.bytes)) return new Uint8Array(1);
    const terms = powers.map((power) => secretTerm(power, this.bytes));
    return this.call(operations.powSecret, { terms, bits });
  }

  /** A function of secret numbers, modulo any number. */
  ofSecrets<Name extends string>(
    operation: Operation<Record<Name, Secret> & { modulus: ModulusArgument }, Uint8Array<ArrayBuffer>>,
    numbers: readonly (readonly [Name, Uint8Array])[],
  ): Uint8Array<ArrayBuffer> {
    this.refuseFreed();
    if (this.bitLength === 1) return new Uint8Array(1); // the only residue
    const values: Record<string, Secret> = {};
    for (const [name, bytes] of numbers) values[name] = secretOf(bytes, this.bitLength);
    return this.call(operation, values as Omit<Record<Name, Secret> & { modulus: ModulusArgument }, 'modulus'>);
  }

  /** A residue in the form that the caller asked for. */
  present<O>(residue: Residue, form: Form): Result<O> {
    return typeof residue === 'bigint' ? presentNumber(residue, this, form) : present(residue, form);
  }

  /** Its length in bits. */
  get bitLength(): number {
    return bitLength(this.bytes);
  }

  get isOdd(): boolean {
    return isOdd(this.bytes);
  }

  /** The bytes of a result. */
  get byteLength(): number {
    return this.bytes.length;
  }

  /** @throws TypeError if it was freed, or lost: BigInt would not notice */
  refuseFreed(): void {
    if (this.#kept) this.#kept.handle;
  }

  /**
   * Undefined where the instance computes: because a kernel is faster, the exponent is long, the base has no inverse,
   * or the engine's BigInt holds no such number.
   */
  powByBigint(base: Integer, exponent: Integer, asBytes: boolean): bigint | undefined {
    const n = this.#ifFaster(productsOf(exponent), areBytes(base, asBytes));
    if (n === undefined) return undefined;
    const e = toBigint(exponent);
    try {
      const x = residue(toBigint(base), n);
      if (e >= 0n) return shortPow(x, e, n);
      const inverse = inverseOf(x, n);
      return inverse === undefined ? undefined : shortPow(inverse, -e, n);
    } catch (error) {
      return ifTooLong(error);
    }
  }

  #inverseByBigint(a: Integer): bigint | undefined {
    try {
      return inverseOf(residue(toBigint(a), this.bigint), this.bigint);
    } catch (error) {
      return ifTooLong(error);
    }
  }

  #powersByBigint(base: Integer, exponents: readonly Integer[], { asBytes }: Form): bigint[] | undefined {
    const powers: bigint[] = [];
    for (const exponent of exponents) {
      const power = this.powByBigint(base, exponent, asBytes);
      if (power === undefined) return undefined;
      powers.push(power);
    }
    return powers;
  }

  #productByBigint(factors: readonly Integer[], { asBytes }: Form): bigint | undefined {
    const [first = 0n] = factors;
    const bytes = areBytes(first, asBytes);
    const most = this.#mostProducts(bytes);
    if (factors.length >= 2 * most && (bytes || most <= MOST_OF_BIGINTS)) return undefined;
    let product: bigint | undefined = 1n % this.bigint;
    for (const factor of factors) if (product !== undefined) product = productOf(product, factor, this.bigint);
    return product;
  }

  #inversesByBigint(list: readonly Integer[], { asBytes }: Form): bigint[] | undefined {
    const [first = 0n] = list;
    if (this.#mostProducts(areBytes(first, asBytes)) < INVERTS_LISTS) return undefined;
    try {
      const residues = list.map((a) => residue(toBigint(a), this.bigint));
      return inversesOf(residues, this.bigint);
    } catch (error) {
      return ifTooLong(error);
    }
  }

  /** Whether BigInt multiplies numbers in the form of `a` faster. */
  #multiplies(a: Integer, asBytes: boolean): boolean {
    if (!this.engine.crossover) return false;
    return !areBytes(a, asBytes) || PRODUCT_OF_BYTES <= this.#mostProducts(true);
  }

  /** The most products of a power for which BigInt is faster, once the kernel has this modulus set up. */
  #mostProducts(bytes: boolean): number {
    return this.engine.crossover?.(this.#bits, bytes, false) ?? -1;
  }

  /** The modulus for a power of so many products, if BigInt is faster. */
  #ifFaster(products: number, bytes: boolean): bigint | undefined {
    const { crossover } = this.engine;
    if (!crossover) return undefined;
    const ifKept = products <= crossover(this.#bits, bytes, false);
    if (this.#kept) return ifKept ? this.bigint : undefined;
    const ifFresh = products <= crossover(this.#bits, bytes, true);
    if (ifKept === ifFresh) return ifKept ? this.bigint : undefined;
    // Of bytes there is no memory: only here the kernel's own is asked for.
    const met = this.#met.of(this.bigint);
    return (met.isMetBy(this.engine.instance) ? ifKept : ifFresh) ? met.bigint : undefined;
  }
}

/** The moduli of an engine: the last ones that came as a bigint, since a conversion takes longer than a short power. */
export class Moduli {
  readonly engine: Engine;
  /** The most recent last. */
  readonly #recent: KnownModulus[] = [];
  readonly #met = new MetModuli();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * The modulus of a call, read after its other arguments. Bytes are not remembered, and are a view of the caller's
   * memory unless `copy` copies them.
   */
  read(value: unknown, copy = (bytes: Uint8Array) => bytes): KnownModulus {
    const modulus = this.engine.integers.modulus(value, 'modulus');
    if (typeof modulus !== 'bigint') return new KnownModulus(this.engine, this.#met, copy(modulus));
    return recall(this.#recent, modulus, () => new KnownModulus(this.engine, this.#met, modulus));
  }

  /** A checked modulus that the caller keeps and frees. */
  keep(modulus: Integer): KnownModulus {
    return new KnownModulus(this.engine, this.#met, copied(modulus), true);
  }
}

/** Whether arguments and results are bytes. One argument stands for all. */
function areBytes(one: Integer, asBytes: boolean): boolean {
  return asBytes && typeof one !== 'bigint';
}

function productOf(a: Integer, b: Integer, n: bigint): bigint | undefined {
  try {
    return residue(toBigint(a) * toBigint(b), n);
  } catch (error) {
    return ifTooLong(error);
  }
}

/** Undefined for the error of an engine whose BigInt does not hold a product: then the instance answers. */
function ifTooLong(error: unknown): undefined {
  if (!(error instanceof RangeError)) throw error;
}
