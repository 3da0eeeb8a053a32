/// <reference lib="esnext.disposable" preserve="true" />
import type { TableTerm } from '../border/powers-operations.generated.js';
import * as operations from '../border/powers-operations.generated.js';
import type { PublicName } from '../border/refusal.js';
import { defineTag, KeptResource } from '../border/resource.js';
import type { Term } from '../border/types.generated.js';
import type { Handle } from '../border/wire.js';
import { areEqual } from '../bytes.js';
import { bitLength, copied, type Integer, type IntegerReader, magnitudeBytes } from '../input/integers.js';
import {
  type Factors,
  type ListPart,
  nameOfEntry,
  pairReader,
  readBases,
  readExponents,
  readParts,
  termReader,
} from '../input/lists.js';
import { present, type Result, type ResultOptions, readResultOptions } from '../input/options.js';
import { readBytes, readChoice, readCount, readOptional, wipingCopies } from '../input/reading.js';
import { isOne, readSecret } from '../input/secrets.js';
import type { KnownModulus } from './known-modulus.js';

/** How a fixed base's table is made. */
export interface FixedBaseOptions {
  /**
   * The most bits that an exponent may have, 1 to the instance's `maxBits`. Default: the modulus's length. State the
   * length that your exponents have: the time of a power grows with it, and the time of a secret power shows it.
   */
  exponentBits?: number | undefined;
  /**
   * `'comb'` (default): a table of at most 256 KiB, or two residues, which serves secret exponents too. `'residues'`:
   * the base's repeated squares, at most 2^28 bytes, as always for an even modulus. If the squares repeat within
   * `exponentBits` squarings, only the different ones are kept, and the exponent may have any length.
   */
  method?: 'comb' | 'residues' | undefined;
}

/** How the tables of several bases are made. */
export interface TablesOptions {
  /**
   * The window width in bits, 1 to 16. The table of a base has 2^(window − 1) residues, and all tables together at most
   * 2^28 bytes. Default: the widest window up to 8 with at most 4 MiB of tables.
   */
  window?: number | undefined;
}

/** The most bytes of all tables of one object. A comb is always smaller. */
const MAX_TABLE_BYTES = 2 ** 28;

/** The most bytes of the tables of several bases if the caller gives no window. */
const DEFAULT_TABLE_BYTES = 2 ** 22;

/** The widest window if the caller gives none: wider tables lose more in the caches than they gain. */
const DEFAULT_WINDOW = 8;

/** The names of a base and its exponent in errors. */
type Names = readonly [base: string, exponent: string];

/**
 * A table of the powers of one base, for many exponents: `using g = m.fixedBase(base)`, or `g.free()`; otherwise the
 * garbage collector frees it. A call throws a `TypeError` after the table or its modulus was freed, or after a fault
 * of its instance.
 */
export class FixedBase {
  readonly #owner: KnownModulus;
  readonly #table: KeptResource<Handle<'Tables'>>;
  /** The most bits of an exponent. Infinity for residues: wasm checks it. */
  readonly #exponentBits: number;
  /** Frees the table; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  /** @internal Use `m.fixedBase(base)`. */
  constructor(owner: KnownModulus, base: Integer, options: unknown) {
    defineTag(this, 'FixedBase', Symbol.dispose, this.free);
    const { engine } = owner;
    const { integers } = engine;
    const { exponentBits, method } = readOptional(options, 'options', ['exponentBits', 'method']);
    const value = integers.base(base, 'base');
    owner.refuseFreed();
    const bits =
      exponentBits === undefined
        ? owner.bitLength
        : readCount(exponentBits, 'options.exponentBits', 1, integers.maxBits);
    const residues = method !== undefined && readChoice(method, 'options.method', ['comb', 'residues']) === 'residues';
    const most = Math.floor(MAX_TABLE_BYTES / residueSize(owner));
    if ((residues || !owner.isOdd) && bits > most)
      throw new RangeError(
        `options.exponentBits: must not be above ${most} for this modulus: the table would be too large`,
      );

    this.#owner = owner;
    this.#exponentBits = residues ? Infinity : bits;
    const values = { base: value, exponentBits: bits, residues, modulus: owner.argument };
    const table = engine.instance.make(operations.fixedBase, values, operations.freeTables);
    this.#table = new KeptResource(engine.instance, 'fixedBase', 'fixedBase(base)', table);
  }

  /**
   * `base^exponent mod N`. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if the exponent has more than `exponentBits` bits, or is negative and the base has no inverse.
   *
   * @example
   * ```ts
   * const g = m.fixedBase(2n, { exponentBits: 8 });
   * g.pow(100n); // 253109n
   * g.pow(256n); // throws RangeError
   * ```
   */
  pow<O extends ResultOptions = {}>(exponent: Integer, options?: O & Readonly<ResultOptions>): Result<O> {
    const form = readResultOptions(options);
    const values = { terms: [], tables: [this.#read(exponent, 'exponent')] };
    return this.#owner.multiPow([{ values, nameOf: (field) => field }], form);
  }

  /**
   * `base^exponent mod N` for a secret exponent, as bytes of the modulus's length. The modulus must be odd. Time
   * depends on the modulus, on `exponentBits` and on the length of the array, not on the exponent. What powmod copies
   * is wiped, except the result and the table, which only holds powers of the base.
   *
   * @throws RangeError if the exponent has more than `exponentBits` bits, the modulus is even, or the table has the
   * method
   *   `'residues'`. PowmodError as for `pm.modPowSecret`.
   *
   * @example
   * ```ts
   * const g = m.fixedBase(2n, { exponentBits: 256 });
   * g.powSecret(new Uint8Array([10])); // Uint8Array(3) [ 0, 4, 0 ]
   * ```
   */
  powSecret(exponent: Uint8Array): Uint8Array<ArrayBuffer> {
    const bits = this.#exponentBits;
    if (bits === Infinity) throw new RangeError("options.method: must be 'comb' for secret exponents");
    return wipingCopies(() => {
      const bytes = readBytes(exponent, 'exponent');
      const secret = readSecret(bytes, 'exponent', bits, `has more than ${bits} bits, the table's exponentBits`);
      const { engine, argument: modulus, bytes: n } = this.#owner;
      const values = { modulus, table: this.#table.handle, exponent: secret };
      return isOne(n) ? new Uint8Array(1) : engine.instance.call(operations.fixedBasePowSecret, values);
    });
  }

  /**
   * @internal Whether a value is a table. `instanceof` could run code of the caller, and would take an empty object
   *   with this prototype.
   */
  static is(value: unknown): value is FixedBase {
    return typeof value === 'object' && value !== null && #table in value;
  }

  /** @internal The table and a checked exponent, if the table is of this modulus. */
  static term(table: FixedBase, exponent: unknown, [ofBase, ofExponent]: Names, owner: KnownModulus): TableTerm {
    const { engine, bytes } = table.#owner;
    const isOf = table.#owner === owner || (engine === owner.engine && areEqual(bytes, owner.bytes));
    if (!isOf) throw new RangeError(`${ofBase}: is a table of another modulus`);
    return table.#read(exponent, ofExponent);
  }

  /** The table and a checked exponent. */
  #read(exponent: unknown, name: string): TableTerm {
    const value = this.#owner.engine.integers.exponent(exponent, name);
    const table = this.#table.handle;
    // The last row of a comb may reach beyond `exponentBits`, but the limit must not depend on its shape.
    if (bitLength(magnitudeBytes(value)) > this.#exponentBits)
      throw new RangeError(`${name}: has more than ${this.#exponentBits} bits, the table's exponentBits`);
    return { table, exponent: value };
  }

  /** Frees the memory. A second call does nothing. */
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
  readonly #owner: KnownModulus;
  readonly #tables: KeptResource<Handle<'Tables'>>;
  readonly #count: number;
  /** Frees the tables; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  /** @internal Use `m.tables(bases)`. */
  constructor(owner: KnownModulus, bases: readonly Integer[], options: unknown) {
    defineTag(this, 'Tables', Symbol.dispose, this.free);
    const { engine } = owner;
    const { window } = readOptional(options, 'options', ['window']);
    const checked = readBases(bases, engine.integers);
    owner.refuseFreed();
    const size = (width: number) => checked.length * 2 ** (width - 1) * residueSize(owner);
    let width = DEFAULT_WINDOW;
    if (window !== undefined) width = readCount(window, 'options.window', 1, 16);
    else while (width > 1 && size(width) > DEFAULT_TABLE_BYTES) width--;
    if (size(width) > MAX_TABLE_BYTES)
      throw new RangeError(`${window === undefined ? 'bases' : 'options.window'}: the tables would be too large`);

    this.#owner = owner;
    const values = { bases: checked, window: width, modulus: owner.argument };
    const tables = engine.instance.make(operations.tables, values, operations.freeTables);
    this.#tables = new KeptResource(engine.instance, 'tables', 'tables(bases)', tables);
    this.#count = checked.length;
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
  multiPow<O extends ResultOptions = {}>(
    exponents: readonly Integer[],
    options?: O & Readonly<ResultOptions>,
  ): Result<O> {
    const { engine } = this.#owner;
    const form = readResultOptions(options);
    const checked = readExponents(exponents, engine.integers, this.#count);
    const tables = this.#tables.handle;
    const values = { modulus: this.#owner.argument, tables, exponents: checked };
    return present(engine.instance.call(operations.tablesPow, values), form);
  }

  /** Frees the memory. A second call does nothing. */
  free(): void {
    this.#tables.free();
  }
}

/** @internal Reads the factors of a product, part by part. */
export function* readTerms(value: unknown, integers: IntegerReader): Generator<Factors, void> {
  for (const part of readParts(value, termReader(integers)))
    yield { values: { terms: part.entries, tables: [] }, nameOf: nameOfEntry(part, '[0]') };
}

/** @internal As {@link readTerms}. Those whose base is a table are a list of their own. */
export function* readMixedTerms(value: unknown, owner: KnownModulus): Generator<Factors, void> {
  const { integers } = owner.engine;
  const reader = pairReader((base, exponent, [ofBase, ofExponent]) => ({
    base: FixedBase.is(base) ? base : copied(integers.base(base, ofBase)),
    exponent: copied(integers.exponent(exponent, ofExponent)),
  }));
  for (const part of readParts(value, reader)) yield splitTables(part, owner);
}

function splitTables(
  { first, entries }: ListPart<{ base: Integer | FixedBase; exponent: Integer }>,
  owner: KnownModulus,
): Factors {
  const values = { terms: [] as Term[], tables: [] as TableTerm[] };
  // The place of each factor in the caller's list, which errors name.
  const places = { terms: [] as number[], tables: [] as number[] };
  entries.forEach(({ base, exponent }, i) => {
    const place = first + i;
    if (FixedBase.is(base)) {
      const names: Names = [`terms[${place}][0]`, `terms[${place}][1]`];
      values.tables.push(FixedBase.term(base, exponent, names, owner));
      places.tables.push(place);
    } else {
      values.terms.push({ base, exponent });
      places.terms.push(place);
    }
  });
  const nameOf: PublicName = (field, index) => {
    if (index === undefined) return field;
    const place = places[field === 'terms' ? 'terms' : 'tables'][index];
    return `terms[${place}][${field === 'exponent' ? 1 : 0}]`;
  };
  return { values, nameOf };
}

/** The approximate bytes of a residue in wasm. */
function residueSize({ bitLength }: KnownModulus): number {
  return Math.floor(bitLength / 8) + 64;
}
