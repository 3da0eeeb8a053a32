/// <reference lib="esnext.disposable" preserve="true" />
import { invert, multiply, pack } from './arithmetic.js';
import type { FixedBaseHandle, TablesHandle } from './bindings.js';
import type { Instance, Resource, Ring } from './instance.js';
import { bitLength, type Integer, type IntegerReader, isNegative, magnitudeBytes, residueBytes } from './integers.js';
import { freedByUsing, Kept } from './kept.js';
import { present, type Result, type ResultOptions, readChoice, readCount, readResultOptions } from './options.js';
import { readObject } from './reading.js';
import { readBases, readExponents } from './terms.js';

/** How a base's powers are kept. */
export interface FixedBaseOptions {
  /**
   * The most bits that an exponent may have. Default: the modulus's length. The table has at least `maxBits` residues
   * of the modulus's length, and no more than 2^28 bytes.
   */
  maxBits?: number;
  /**
   * `'windowed'` (default): every digit at every place, with the widest window, 1 to 6 bits, whose table has at most
   * 4 MiB. `'residues'`: the base's repeated squares alone, less memory and more products. Where they repeat
   * within `maxBits` squarings, only those that differ are kept, and they serve exponents of any length.
   */
  method?: 'windowed' | 'residues';
}

/** How the tables of several bases are made. */
export interface TablesOptions {
  /**
   * Window width in bits, 1 to 16: a base's table has 2^(window − 1) residues, all tables together no more than 2^28
   * bytes. Default: the widest up to 8 with which they have at most 4 MiB.
   */
  window?: number;
}

/** More is refused. */
const MOST_TABLE_BYTES = 2 ** 28;

/** What the tables of several bases take at most by themselves. */
const DEFAULT_TABLE_BYTES = 2 ** 22;

/** The widest window that they take by themselves: wider ones gain less than the caches lose. */
const DEFAULT_WINDOW = 8;

/** What every kept table needs: its own memory, and the modulus that it belongs to. */
interface Owner {
  instance: Instance;
  integers: IntegerReader;
  ring: Kept<Ring>;
}

interface FixedBaseTable extends Resource {
  readonly handle: FixedBaseHandle;
}

interface BasesTables extends Resource {
  readonly handle: TablesHandle;
}

/**
 * The powers of one base, kept for many exponents: `using g = m.fixedBase(base)`, or `g.free()`, or leave it to the
 * garbage collector. It is a `TypeError` to use it after it or its modulus was freed.
 */
export class FixedBase {
  readonly #owner: Owner;
  readonly #table: Kept<FixedBaseTable>;
  /** The most bits of an exponent; Infinity for residues, which may serve any. */
  readonly #maxBits: number;
  /** Frees the table; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  static {
    freedByUsing(FixedBase.prototype);
  }

  /** @internal Use `m.fixedBase(base)`. */
  constructor(owner: Owner, base: Integer, options: unknown = {}) {
    const { instance, integers } = owner;
    const { maxBits, method } = readObject(options, 'options', ['maxBits', 'method']);
    const value = integers.base(base, 'base');
    const ring = owner.ring.live;
    const bits = maxBits === undefined ? ring.bits : readCount(maxBits, 'options.maxBits', 1, integers.maxBits);
    const residues =
      method !== undefined && readChoice(method, 'options.method', ['windowed', 'residues']) === 'residues';
    const most = Math.floor(MOST_TABLE_BYTES / residueSize(ring));
    if (bits > most)
      throw new RangeError(`options.maxBits: must not be above ${most} for this modulus, lest the table be too large`);

    const bytes = residueBytes(value, ring.modulus);
    const handle = instance.run(() => ring.handle.fixed_base(bytes, bits, residues));
    this.#owner = owner;
    this.#maxBits = residues ? Infinity : bits;
    this.#table = new Kept(instance, 'fixedBase', 'fixedBase(base)', { handle, life: ring.life });
  }

  /** `base^exponent mod N`. @throws RangeError for an exponent longer than the table serves. */
  pow<O extends ResultOptions = Record<never, never>>(exponent: Integer, options?: O): Result<O> {
    const { instance, integers } = this.#owner;
    const asBytes = readResultOptions(options);
    const value = integers.exponent(exponent, 'exponent');
    const { handle } = this.#table.live;
    const ring = this.#owner.ring.live;
    const bytes = magnitudeBytes(value);
    // The last window may reach further: which one was chosen must make no difference.
    if (bitLength(bytes) > this.#maxBits)
      throw new RangeError(`exponent: has more than ${this.#maxBits} bits, the table's maxBits`);
    const power = instance.run(() => ring.handle.pow_fixed(handle, bytes));
    return present(isNegative(value) ? invert(instance, ring, power, 'base') : power, asBytes);
  }

  /** Gives the memory back. A second call does nothing. */
  free(): void {
    this.#table.free();
  }
}

/**
 * Tables of several bases, kept for many products of their powers: `using t = m.tables([g, h])`, or `t.free()`, or
 * leave it to the garbage collector. It is a `TypeError` to use them after they or their modulus were freed.
 */
export class Tables {
  readonly #owner: Owner;
  readonly #tables: Kept<BasesTables>;
  readonly #count: number;
  /** Frees the tables; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  static {
    freedByUsing(Tables.prototype);
  }

  /** @internal Use `m.tables(bases)`. */
  constructor(owner: Owner, bases: readonly Integer[], options: unknown = {}) {
    const { instance, integers } = owner;
    const { window } = readObject(options, 'options', ['window']);
    const values = readBases(bases, integers);
    const ring = owner.ring.live;
    const size = (width: number) => values.length * 2 ** (width - 1) * residueSize(ring);
    let width = DEFAULT_WINDOW;
    if (window !== undefined) width = readCount(window, 'options.window', 1, 16);
    else while (width > 1 && size(width) > DEFAULT_TABLE_BYTES) width--;
    if (size(width) > MOST_TABLE_BYTES)
      throw new RangeError(`${window === undefined ? 'bases' : 'options.window'}: the tables would be too large`);

    function* parts() {
      for (const value of values) yield residueBytes(value, ring.modulus);
    }
    const packed = pack(parts(), 'bases');
    const handle = instance.run(() => ring.handle.tables(packed, width));
    this.#owner = owner;
    this.#tables = new Kept(instance, 'tables', 'tables(bases)', { handle, life: ring.life });
    this.#count = values.length;
  }

  /** The product of the bases' powers modulo N, one exponent a base. */
  multiPow<O extends ResultOptions = Record<never, never>>(exponents: readonly Integer[], options?: O): Result<O> {
    const { instance, integers } = this.#owner;
    const asBytes = readResultOptions(options);
    const values = readExponents(exponents, this.#count, integers);
    const { handle } = this.#tables.live;
    const ring = this.#owner.ring.live;

    /** Of the powers whose exponents have this sign, without the sign. */
    const product = (negative: boolean) => {
      function* parts() {
        for (const value of values) yield isNegative(value) === negative ? magnitudeBytes(value) : new Uint8Array();
      }
      const packed = pack(parts(), 'exponents');
      return instance.run(() => ring.handle.multi_pow_tables(handle, packed));
    };
    if (!values.some(isNegative)) return present(product(false), asBytes);
    const divided = product(true);
    const divisor = instance.run(() => ring.handle.inv(divided));
    if (!divisor) throw new RangeError('exponents: must not be negative where a base has no inverse');
    return present(multiply(instance, ring, product(false), divisor), asBytes);
  }

  /** Gives the memory back. A second call does nothing. */
  free(): void {
    this.#tables.free();
  }
}

/** About the bytes that a residue takes in wasm: crate/wasm/src/tables.rs counts it so. */
function residueSize(ring: Ring): number {
  return Math.floor(ring.bits / 8) + 64;
}
