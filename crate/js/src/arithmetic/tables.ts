/// <reference lib="esnext.disposable" preserve="true" />
import type { Instance } from '../border/instance.js';
import * as operations from '../border/powers-operations.generated.js';
import { defineDispose, KeptResource } from '../border/resource.js';
import type { Handle } from '../border/wire.js';
import { bitLength, type Integer, type IntegerReader, magnitudeBytes } from '../input/integers.js';
import { readBases, readExponents } from '../input/lists.js';
import { present, type Result, type ResultOptions, readResultOptions } from '../input/options.js';
import { readChoice, readCount, readOptional } from '../input/reading.js';

/** How a fixed base's table is made. */
export interface FixedBaseOptions {
  /**
   * The most bits that an exponent may have, 1 to the instance's `maxBits`. Default: the modulus's length. The table
   * has at least `maxBits` residues of the modulus's length, and at most 2^28 bytes.
   */
  maxBits?: number;
  /**
   * `'windowed'` (default): the powers for every digit at every place, with the widest window, 1 to 6 bits, whose table
   * has at most 4 MiB. `'residues'`: only the base's repeated squares, with less memory and more products. If the
   * squares repeat within `maxBits` squarings, only the different ones are kept, and the exponent may have any length.
   */
  method?: 'windowed' | 'residues';
}

/** How the tables of several bases are made. */
export interface TablesOptions {
  /**
   * The window width in bits, 1 to 16. The table of a base has 2^(window − 1) residues, and all tables together at most
   * 2^28 bytes. Default: the widest window up to 8 with at most 4 MiB of tables.
   */
  window?: number;
}

/** The most bytes of all tables of an object. */
const MAX_TABLE_BYTES = 2 ** 28;

/** The most bytes of the tables of several bases if the caller gives no window. */
const DEFAULT_TABLE_BYTES = 2 ** 22;

/** The widest window if the caller gives none: wider tables lose more in the caches than they gain. */
const DEFAULT_WINDOW = 8;

/** @internal The modulus that a table belongs to. */
export interface TableOwner {
  instance: Instance;
  integers: IntegerReader;
  modulus: KeptResource<Handle<'KeptModulus'>>;
  /** The modulus's length in bits. */
  bits: number;
}

/**
 * A table of the powers of one base, for many exponents: `using g = m.fixedBase(base)`, or `g.free()`; otherwise the
 * garbage collector frees it. `pow` throws a `TypeError` after the table or its modulus was freed, or after a fault of
 * its instance.
 */
export class FixedBase {
  readonly #owner: TableOwner;
  readonly #table: KeptResource<Handle<'Tables'>>;
  /** The most bits of an exponent. Infinity for residues: wasm checks it. */
  readonly #maxBits: number;
  /** Frees the table; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  static {
    defineDispose(FixedBase.prototype);
  }

  /** @internal Use `m.fixedBase(base)`. */
  constructor(owner: TableOwner, base: Integer, options: unknown) {
    const { instance, integers } = owner;
    const { maxBits, method } = readOptional(options, 'options', ['maxBits', 'method']);
    const value = integers.base(base, 'base');
    const modulus = owner.modulus.handle;
    const bits = maxBits === undefined ? owner.bits : readCount(maxBits, 'options.maxBits', 1, integers.maxBits);
    const residues =
      method !== undefined && readChoice(method, 'options.method', ['windowed', 'residues']) === 'residues';
    const most = Math.floor(MAX_TABLE_BYTES / residueSize(owner.bits));
    if (bits > most)
      throw new RangeError(`options.maxBits: must not be above ${most} for this modulus: the table would be too large`);

    const given = { modulus, base: value, maxBits: bits, residues };
    const table = instance.make(operations.fixedBase, given, operations.freeTables);
    this.#owner = owner;
    this.#maxBits = residues ? Infinity : bits;
    this.#table = new KeptResource(instance, 'fixedBase', 'fixedBase(base)', table);
  }

  /**
   * `base^exponent mod N`. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if the exponent has more than `maxBits` bits, or is negative and the base has no inverse.
   *
   * @example
   * ```ts
   * const g = m.fixedBase(2n, { maxBits: 8 });
   * g.pow(100n); // 253109n
   * g.pow(256n); // throws RangeError
   * ```
   */
  pow<O extends ResultOptions = Record<never, never>>(exponent: Integer, options?: O): Result<O> {
    const { instance, integers } = this.#owner;
    const form = readResultOptions(options);
    const value = integers.exponent(exponent, 'exponent');
    const table = this.#table.handle;
    const modulus = this.#owner.modulus.handle;
    // The last window may reach beyond `maxBits`, but the limit must not depend on the window.
    if (bitLength(magnitudeBytes(value)) > this.#maxBits)
      throw new RangeError(`exponent: has more than ${this.#maxBits} bits, the table's maxBits`);
    return present(instance.call(operations.fixedBasePow, { modulus, table, exponent: value }), form);
  }

  /**
   * Frees the memory. A second call does nothing.
   *
   * @example
   * ```ts
   * const g = m.fixedBase(2n);
   * g.free();
   * g.pow(100n); // throws TypeError: fixedBase: was freed
   * ```
   */
  free(): void {
    this.#table.free();
  }
}

/**
 * The tables of several bases, for many products of their powers: `using t = m.tables([g, h])`, or `t.free()`;
 * otherwise the garbage collector frees them. `multiPow` throws a `TypeError` after the tables or their modulus were
 * freed, or after a fault of their instance.
 */
export class Tables {
  readonly #owner: TableOwner;
  readonly #tables: KeptResource<Handle<'Tables'>>;
  readonly #count: number;
  /** Frees the tables; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  static {
    defineDispose(Tables.prototype);
  }

  /** @internal Use `m.tables(bases)`. */
  constructor(owner: TableOwner, bases: readonly Integer[], options: unknown) {
    const { instance, integers } = owner;
    const { window } = readOptional(options, 'options', ['window']);
    const values = readBases(bases, integers);
    const modulus = owner.modulus.handle;
    const size = (width: number) => values.length * 2 ** (width - 1) * residueSize(owner.bits);
    let width = DEFAULT_WINDOW;
    if (window !== undefined) width = readCount(window, 'options.window', 1, 16);
    else while (width > 1 && size(width) > DEFAULT_TABLE_BYTES) width--;
    if (size(width) > MAX_TABLE_BYTES)
      throw new RangeError(`${window === undefined ? 'bases' : 'options.window'}: the tables would be too large`);

    const given = { modulus, bases: values, window: width };
    const tables = instance.make(operations.tables, given, operations.freeTables);
    this.#owner = owner;
    this.#tables = new KeptResource(instance, 'tables', 'tables(bases)', tables);
    this.#count = values.length;
  }

  /**
   * The product of the powers of the bases modulo N, with one exponent for each base in its order. Time depends on all
   * arguments: not for secrets.
   *
   * @throws RangeError if there are more or fewer exponents than bases, or if an exponent is negative and its base has
   *   no inverse.
   *
   * @example
   * ```ts
   * const t = m.tables([2n, 3n]);
   * t.multiPow([10n, 5n]); // 248832n
   * ```
   */
  multiPow<O extends ResultOptions = Record<never, never>>(exponents: readonly Integer[], options?: O): Result<O> {
    const { instance, integers } = this.#owner;
    const form = readResultOptions(options);
    const values = readExponents(exponents, this.#count, integers);
    const tables = this.#tables.handle;
    const modulus = this.#owner.modulus.handle;
    return present(instance.call(operations.tablesPow, { modulus, tables, exponents: values }), form);
  }

  /**
   * Frees the memory. A second call does nothing.
   *
   * @example
   * ```ts
   * const t = m.tables([2n, 3n]);
   * t.free();
   * t.multiPow([10n, 5n]); // throws TypeError: tables: was freed
   * ```
   */
  free(): void {
    this.#tables.free();
  }
}

/** The approximate bytes of a residue in wasm, for a modulus of this many bits, as in crate/wasm/src/tables.rs. */
function residueSize(bits: number): number {
  return Math.floor(bits / 8) + 64;
}
