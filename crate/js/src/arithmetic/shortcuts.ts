/**
 * BigInt in place of WebAssembly, where BigInt is faster. Results are the same. `bench/crossover/run.mjs` measures where
 * that is, and writes `crossover-table.ts`.
 *
 * Inverses are always faster in BigInt, and so are products of bigints: in WebAssembly the conversion of the numbers takes
 * longer.
 */
import { pow } from '../bigint/arithmetic.js';
import { inverseOf } from '../bigint/inverse.js';
import { residue } from '../bigint/moduli.js';
import { bitLength, type Integer, isNegative, toBigint } from '../input/integers.js';
import type { Kernel, WasmKernel } from '../kernels/kernel.js';
import { engineName } from '../runtime.js';

export { LENGTHS } from './crossover.js';

import { type Crossover, type Crossovers, type Family, LENGTHS, type Row } from './crossover.js';
import { crossovers } from './crossover-table.js';

/** How many moduli are remembered, as many as in crate/wasm/src/shared/moduli.rs. */
const MAX_RECENT = 8;

/** The first number above each length of {@link LENGTHS}. */
const LIMITS = LENGTHS.map((bits) => 1n << BigInt(bits));

/**
 * Where BigInt is faster for powers that take more products than this, it multiplies any list of bigints faster too: in
 * WebAssembly the conversion of each factor takes longer than its product saves.
 */
const MOST_OF_BIGINTS = 5;

const INFINITE = Array<number>(LENGTHS.length + 1).fill(Infinity);
const ALWAYS: Row = { kept: INFINITE, fresh: INFINITE };

/** The crossover of the kernel `bigint`. */
const BIGINT: Crossover = { bigint: ALWAYS, bytes: ALWAYS, mul: Infinity };

/** What BigInt computes in place of a kernel. */
export class Shortcuts {
  readonly #crossover: Crossover;
  /** The last moduli, the most recent last. WebAssembly has most of them set up. */
  readonly #recent: bigint[] = [];

  constructor(kernel: Kernel) {
    this.#crossover = kernel === 'bigint' ? BIGINT : crossoverOf(kernel);
  }

  /** `base^exponent mod modulus`; undefined if WebAssembly is faster, or if an inverse is missing. */
  pow(base: Integer, exponent: Integer, modulus: Integer, asBytes: boolean): bigint | undefined {
    const products = productsOf(exponent);
    const { kept, fresh } = this.row(base, asBytes);
    const place = placeOf(modulus);
    const [ifKept, ifFresh] = [products <= (kept[place] as number), products <= (fresh[place] as number)];
    if (ifKept && ifFresh) return power(base, exponent, toBigint(modulus));
    if (!ifKept && !ifFresh && typeof modulus !== 'bigint') return undefined;
    const n = toBigint(modulus);
    const known = this.#remember(n);
    return (known ? ifKept : ifFresh) ? power(base, exponent, known ?? n) : undefined;
  }

  /** `a · b mod modulus`; undefined if WebAssembly is faster. */
  mul(a: Integer, b: Integer, modulus: Integer, asBytes: boolean): bigint | undefined {
    return this.multiplies(a, placeOf(modulus), asBytes) ? product(a, b, toBigint(modulus)) : undefined;
  }

  /** A modulus that the caller keeps. */
  keep(modulus: Integer): ModulusShortcuts {
    return new ModulusShortcuts(this, modulus);
  }

  /** The part of the table for arguments of this form. */
  row(base: Integer, asBytes: boolean): Row {
    return areBytes(base, asBytes) ? this.#crossover.bytes : this.#crossover.bigint;
  }

  /** Whether BigInt multiplies numbers in the form of `a` faster, for a modulus at this place of a row. */
  multiplies(a: Integer, place: number, asBytes: boolean): boolean {
    return !areBytes(a, asBytes) || place < this.#crossover.mul;
  }

  /**
   * Remembers a modulus. Returns the earlier bigint of the same value, if it is one of the last. New engines keep the
   * inverse of a divisor with its bigint, so the earlier bigint divides faster than an equal one.
   */
  #remember(n: bigint): bigint | undefined {
    const recent = this.#recent;
    if (recent.at(-1) === n) return recent.at(-1);
    const place = recent.indexOf(n);
    const known = recent[place];
    if (known) recent.splice(place, 1);
    else if (recent.length === MAX_RECENT) recent.shift();
    recent.push(known ?? n);
    return known;
  }
}

/** The shortcuts of a kept modulus. */
export class ModulusShortcuts {
  readonly #n: bigint;
  readonly #shortcuts: Shortcuts;
  readonly #place: number;

  constructor(shortcuts: Shortcuts, modulus: Integer) {
    this.#shortcuts = shortcuts;
    this.#n = toBigint(modulus);
    this.#place = placeOf(this.#n);
  }

  /** As {@link Shortcuts.pow}. */
  pow(base: Integer, exponent: Integer, asBytes: boolean): bigint | undefined {
    const { kept } = this.#shortcuts.row(base, asBytes);
    return productsOf(exponent) <= (kept[this.#place] as number) ? power(base, exponent, this.#n) : undefined;
  }

  /** As {@link Shortcuts.mul}. */
  mul(a: Integer, b: Integer, asBytes: boolean): bigint | undefined {
    return this.#shortcuts.multiplies(a, this.#place, asBytes) ? product(a, b, this.#n) : undefined;
  }

  /** The powers of one base, if each exponent is short enough for {@link Shortcuts.pow}. */
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
    const least = this.#shortcuts.row(first, asBytes).kept[this.#place] as number;
    if (factors.length >= 3 * least && (areBytes(first, asBytes) || least <= MOST_OF_BIGINTS)) return undefined;
    let all = 1n % this.#n;
    for (const factor of factors) all = product(all, factor, this.#n);
    return all;
  }

  inv(a: Integer): bigint | undefined {
    return inv(a, this.#n);
  }
}

/** Whether arguments and results are bytes. One argument stands for all. */
function areBytes(one: Integer, asBytes: boolean): boolean {
  return asBytes && typeof one !== 'bigint';
}

function product(a: Integer, b: Integer, n: bigint): bigint {
  return residue(toBigint(a) * toBigint(b), n);
}

/** The inverse of `a`; undefined if there is none. */
export function inv(a: Integer, modulus: Integer): bigint | undefined {
  const n = toBigint(modulus);
  return inverseOf(residue(toBigint(a), n), n);
}

function power(base: Integer, exponent: Integer, n: bigint): bigint | undefined {
  const x = residue(toBigint(base), n);
  const e = toBigint(exponent);
  if (e >= 0n) return pow(x, e, n);
  const inverse = inverseOf(x, n);
  return inverse === undefined ? undefined : pow(inverse, -e, n);
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

/** The place of a modulus in a table: that of the first length in which it has room. */
function placeOf(modulus: Integer): number {
  let place = 0;
  if (typeof modulus === 'bigint') while (place < LIMITS.length && modulus >= (LIMITS[place] as bigint)) place++;
  else {
    const bits = bitLength(modulus);
    while (place < LENGTHS.length && bits > (LENGTHS[place] as number)) place++;
  }
  return place;
}

function crossoverOf(kernel: WasmKernel): Crossover {
  const { [family()]: own, V8: usual, 'V8 with inverses': complete }: Crossovers = crossovers;
  return own[kernel] ?? usual[kernel] ?? complete[kernel];
}

/** The engine, and what only newer or other builds of it have. */
function family(): Family {
  const engine = engineName();
  if (engine === 'JavaScriptCore') return 'Bun' in globalThis ? 'Bun' : engine;
  return engine === 'V8' && 'sumPrecise' in Math ? 'V8 with inverses' : engine; // V8 14.6 has neither, 15.0 has both
}
