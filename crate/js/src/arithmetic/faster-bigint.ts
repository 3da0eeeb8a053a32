/**
 * BigInt in place of WebAssembly, where BigInt is faster. Results are the same.
 *
 * Products of bigints are always faster in BigInt: in WebAssembly the conversion of the numbers takes longer. Of inverses only
 * those modulo short numbers are.
 */
import { pow } from '../bigint/arithmetic.js';
import { inverseOf, inversesOf } from '../bigint/inverse.js';
import { residue } from '../bigint/moduli.js';
import { bitLength, type Integer, isNegative, toBigint } from '../input/integers.js';
import type { Kernel } from '../kernels/kernel.js';
import { listOf } from '../runtime.js';
import { type Crossover, crossoverOf } from './crossover.js';

/** How many moduli are remembered, as many as in crate/wasm/src/shared/moduli.rs. */
const MAX_RECENT = 8;

/** The products of a power that take as long as a product of bytes, which converts one number more. */
const PRODUCT_OF_BYTES = 1.5;

/**
 * Where BigInt is faster for powers that take more products than this, it multiplies any list of bigints faster too: in
 * WebAssembly the conversion of each factor takes longer than its product saves.
 */
const MOST_OF_BIGINTS = 10;

/** The longest moduli, in bits, for which BigInt inverts faster: one that is kept, and one that would be set up first. */
const INVERTS_KEPT = 128;
const INVERTS_FRESH = 512;

/** Where BigInt is faster for powers that take more products than this, it inverts lists faster too, as measured. */
const INVERTS_LISTS = 8;

/** What BigInt computes in place of a kernel. */
export class FasterBigint {
  /** Whether there is no kernel of WebAssembly. */
  readonly isAlone: boolean;
  /** The most products of a power for which BigInt is faster. */
  readonly most: Crossover;
  /** The last moduli, the most recent last. WebAssembly has most of them set up. */
  readonly #recent: bigint[] = [];

  constructor(kernel: Kernel) {
    this.isAlone = kernel === 'bigint';
    this.most = kernel === 'bigint' ? () => Infinity : crossoverOf(kernel);
  }

  /** `base^exponent mod modulus`; undefined where {@link FasterBigint.mul} would be, or if the base has no inverse. */
  pow(base: Integer, exponent: Integer, modulus: Integer, asBytes: boolean): bigint | undefined {
    const products = productsOf(exponent);
    const bits = lengthOf(modulus);
    const bytes = areBytes(base, asBytes);
    const ifKept = products <= this.most(bits, bytes, false);
    const ifFresh = products <= this.most(bits, bytes, true);
    if (ifKept && ifFresh) return power(base, exponent, toBigint(modulus));
    if (!ifKept && !ifFresh && typeof modulus !== 'bigint') return undefined;
    const n = toBigint(modulus);
    const known = this.#remember(n);
    return (known ? ifKept : ifFresh) ? power(base, exponent, known ?? n) : undefined;
  }

  /** `a · b mod modulus`; undefined if WebAssembly is faster, or if the engine's BigInt holds no such number. */
  mul(a: Integer, b: Integer, modulus: Integer, asBytes: boolean): bigint | undefined {
    return this.multiplies(a, lengthOf(modulus), asBytes) ? product(a, b, toBigint(modulus)) : undefined;
  }

  /** As {@link FasterBigintModulus.inv}. */
  inv(a: Integer, modulus: Integer): bigint | undefined {
    return this.isAlone || lengthOf(modulus) <= INVERTS_FRESH ? inverse(a, toBigint(modulus)) : undefined;
  }

  /** Whether BigInt multiplies numbers in the form of `a` faster, for a modulus of this length. */
  multiplies(a: Integer, bits: number, asBytes: boolean): boolean {
    return !areBytes(a, asBytes) || PRODUCT_OF_BYTES <= this.most(bits, true, false);
  }

  /**
   * Remembers a modulus. Returns the earlier bigint of the same value, if it is one of the last. New engines keep the
   * inverse of a divisor with its bigint, so the earlier bigint divides faster than an equal one.
   */
  #remember(n: bigint): bigint | undefined {
    const recent = this.#recent;
    if (recent.at(-1) === n) return recent.at(-1);
    const place = recent.indexOf(n);
    const known = place < 0 ? undefined : recent[place];
    if (known) recent.splice(place, 1);
    else if (recent.length === MAX_RECENT) recent.shift();
    recent.push(known ?? n);
    return known;
  }
}

/** BigInt in place of WebAssembly for a kept modulus. */
export class FasterBigintModulus {
  readonly #n: bigint;
  readonly #bigint: FasterBigint;
  readonly #bits: number;

  constructor(bigint: FasterBigint, modulus: Integer) {
    this.#bigint = bigint;
    this.#n = toBigint(modulus);
    this.#bits = lengthOf(this.#n);
  }

  /** As {@link FasterBigint.pow}. */
  pow(base: Integer, exponent: Integer, asBytes: boolean): bigint | undefined {
    const most = this.#bigint.most(this.#bits, areBytes(base, asBytes), false);
    return productsOf(exponent) <= most ? power(base, exponent, this.#n) : undefined;
  }

  /** As {@link FasterBigint.mul}. */
  mul(a: Integer, b: Integer, asBytes: boolean): bigint | undefined {
    return this.#bigint.multiplies(a, this.#bits, asBytes) ? product(a, b, this.#n) : undefined;
  }

  /** The powers of one base, if each exponent is short enough for {@link FasterBigint.pow}. */
  powers(base: Integer, exponents: readonly Integer[], asBytes: boolean): bigint[] | undefined {
    const powers: bigint[] = [];
    for (const exponent of exponents) {
      const one = this.pow(base, exponent, asBytes);
      if (one === undefined) return undefined;
      powers.push(one);
    }
    return powers;
  }

  /** The product of factors; undefined if WebAssembly is faster. The form of the first factor stands for all. */
  product(factors: readonly Integer[], asBytes: boolean): bigint | undefined {
    const [first = 0n] = factors;
    const bytes = areBytes(first, asBytes);
    const most = this.#bigint.most(this.#bits, bytes, false);
    if (factors.length >= 2 * most && (bytes || most <= MOST_OF_BIGINTS)) return undefined;
    let all: bigint | undefined = 1n % this.#n;
    for (const factor of factors) if (all !== undefined) all = product(all, factor, this.#n);
    return all;
  }

  /** The inverse; undefined if WebAssembly is faster, or if there is none. */
  inv(a: Integer): bigint | undefined {
    return this.#bits <= INVERTS_KEPT || this.#bigint.isAlone ? inverse(a, this.#n) : undefined;
  }

  /** The inverses of a list, for three products each; undefined if WebAssembly is faster, or if one is missing. */
  invAll(list: readonly Integer[], asBytes: boolean): bigint[] | undefined {
    const [first = 0n] = list;
    if (this.#bigint.most(this.#bits, areBytes(first, asBytes), false) < INVERTS_LISTS) return undefined;
    try {
      const residues = list.map((a) => residue(toBigint(a), this.#n));
      const inverses = inversesOf(residues, this.#n);
      return typeof inverses === 'number' ? undefined : inverses;
    } catch (error) {
      return ifTooLong(error);
    }
  }
}

/** Whether arguments and results are bytes. One argument stands for all. */
function areBytes(one: Integer, asBytes: boolean): boolean {
  return asBytes && typeof one !== 'bigint';
}

/** Undefined for the error of an engine whose BigInt does not hold a product: then the instance answers. */
function ifTooLong(error: unknown): undefined {
  if (!(error instanceof RangeError)) throw error;
}

function product(a: Integer, b: Integer, n: bigint): bigint | undefined {
  try {
    return residue(toBigint(a) * toBigint(b), n);
  } catch (error) {
    return ifTooLong(error);
  }
}

function inverse(a: Integer, n: bigint): bigint | undefined {
  return inverseOf(residue(toBigint(a), n), n);
}

function power(base: Integer, exponent: Integer, n: bigint): bigint | undefined {
  const e = toBigint(exponent);
  try {
    const x = residue(toBigint(base), n);
    if (e >= 0n) return pow(x, e, n);
    const inverse = inverseOf(x, n);
    return inverse === undefined ? undefined : pow(inverse, -e, n);
  } catch (error) {
    return ifTooLong(error);
  }
}

/** The products of a power with this exponent, about; those of an inverse do not count. */
export function productsOf(exponent: Integer): number {
  if (typeof exponent !== 'bigint') {
    if (exponent.length > 4) return productsOfLength(bitLength(exponent));
    let word = 0;
    for (let i = 0; i < exponent.length; i++) word = (word << 8) | (exponent[i] as number);
    return productsOfWord(word >>> 0);
  }
  const magnitude = isNegative(exponent) ? -exponent : exponent;
  if (magnitude <= 0xffff_ffffn) return productsOfWord(Number(magnitude));
  // The logarithm of a number above 2^1024 is infinite here.
  return productsOfLength(Math.log2(Number(magnitude)));
}

/** Squarings, and a product for each set bit, except for the first bit. */
function productsOfWord(exponent: number): number {
  let products = exponent === 0 ? 0 : 30 - Math.clz32(exponent);
  for (let rest = exponent; rest !== 0; rest &= rest - 1) products++;
  return products;
}

/** With windows of four bits. */
function productsOfLength(bits: number): number {
  return 1.25 * bits + 14;
}

const LIMITS = /* @__PURE__ */ listOf(9, (i) => 1n << BigInt(64 << i));

/** The bits of a modulus; for a bigint, the next of 64, 128, …, 32768. */
function lengthOf(modulus: Integer): number {
  if (typeof modulus !== 'bigint') return bitLength(modulus);
  let i = 0;
  while (i < LIMITS.length && modulus >= (LIMITS[i] as bigint)) i++;
  return 64 << i;
}
