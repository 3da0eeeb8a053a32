import type { TableTerm } from '../border/powers-operations.generated.js';
import type { PublicName } from '../border/refusal.js';
import type { Term } from '../border/types.generated.js';
import { copied, type Integer, type IntegerReader, MAX_BITS, sizeOf } from './integers.js';
import { elementOf, entriesLater, entriesOf, isArray, readArray, tryReading, viewOf, wipingCopies } from './reading.js';

/** The most bases of tables. */
const MAX_BASES = 65536;

/** The entries of a part, and their bytes, about: with more at once a call would save nothing. */
const PART_ENTRIES = 65536;
const PART_BYTES = 2 ** 24;

/** The values of a call for a product of powers, and the public names of its arguments. */
export interface Factors {
  values: { terms: readonly Term[]; tables: readonly TableTerm[] };
  nameOf: PublicName;
}

/** Entries of a list that follow each other. `first` is the place of the first in the list. */
export interface ListPart<T> {
  first: number;
  entries: readonly T[];
}

/**
 * How the entries of a list are read and checked. They are used after more code of the caller may have run: each is a
 * copy.
 */
export interface EntryReader<T> {
  /** The list's name in errors. */
  name: string;
  /** What the entries are, in errors. */
  content: string;
  read(entry: unknown, i: number): T;
  /** The bytes of an entry, about. */
  size(entry: T): number;
}

/** The parts of a list of any length. No entries give no parts. */
export function* readParts<T>(value: unknown, reader: EntryReader<T>): Generator<ListPart<T>, void> {
  const parts = new Parts(reader);
  for (const entry of entriesOf(value, reader.name, reader.content)) if (parts.add(entry)) yield parts.take();
  if (parts.hasMore) yield parts.take();
}

/** As {@link readParts}, of an asynchronous list. */
export async function* readPartsLater<T>(value: unknown, reader: EntryReader<T>): AsyncGenerator<ListPart<T>, void> {
  const parts = new Parts(reader);
  for await (const entry of entriesLater(value, reader.name, reader.content)) if (parts.add(entry)) yield parts.take();
  if (parts.hasMore) yield parts.take();
}

/** Collects checked entries until they make a part. */
class Parts<T> {
  readonly #reader: EntryReader<T>;
  #first = 0;
  #entries: T[] = [];
  #bytes = 0;

  constructor(reader: EntryReader<T>) {
    this.#reader = reader;
  }

  /** Checks an entry and adds it. Gives whether the part is full. */
  add(entry: unknown): boolean {
    const checked = this.#reader.read(entry, this.#first + this.#entries.length);
    this.#entries.push(checked);
    this.#bytes += this.#reader.size(checked);
    return this.#bytes >= PART_BYTES || this.#entries.length === PART_ENTRIES;
  }

  get hasMore(): boolean {
    return this.#entries.length > 0;
  }

  take(): ListPart<T> {
    const part = { first: this.#first, entries: this.#entries };
    this.#first += part.entries.length;
    this.#entries = [];
    this.#bytes = 0;
    return part;
  }
}

/** Reads bases or factors. */
export function baseReader(name: 'factors' | 'list', integers: IntegerReader): EntryReader<Integer> {
  const read = (base: unknown, i: number) => copied(integers.base(base, `${name}[${i}]`));
  return { name, content: 'integers', read, size: sizeOf };
}

/** Reads exponents. */
export function exponentReader(integers: IntegerReader): EntryReader<Integer> {
  const read = (exponent: unknown, i: number) => copied(integers.exponent(exponent, `exponents[${i}]`));
  return { name: 'exponents', content: 'integers', read, size: sizeOf };
}

/** Reads `[base, exponent]` pairs. `read` checks the two, whose names it gets. */
export function pairReader<T extends { exponent: Integer }>(
  read: (base: unknown, exponent: unknown, names: readonly [ofBase: string, ofExponent: string]) => T,
): EntryReader<T> {
  return {
    name: 'terms',
    content: '[base, exponent] pairs',
    read(pair, i) {
      const [base, exponent] = readEntry(pair, `terms[${i}]`);
      return read(base, exponent, [`terms[${i}][0]`, `terms[${i}][1]`]);
    },
    size: ({ exponent }) => 2 * sizeOf(exponent),
  };
}

/** Reads the terms of a product of powers. */
export function termReader(integers: IntegerReader): EntryReader<Term> {
  const reader = pairReader(
    (base, exponent, [ofBase, ofExponent]): Term => ({
      base: copied(integers.base(base, ofBase)),
      exponent: copied(integers.exponent(exponent, ofExponent)),
    }),
  );
  return { ...reader, size: ({ base, exponent }) => sizeOf(base) + sizeOf(exponent) };
}

/** The public name of an entry of a part: wasm names it by its index in the part. */
export function nameOfEntry({ first }: ListPart<unknown>, behind = ''): PublicName {
  return (field, index) => (index === undefined ? field : `${field}[${first + index}]${behind}`);
}

/** The checked terms of `x^a · y^b`. */
export function readPair(x: unknown, a: unknown, y: unknown, b: unknown, integers: IntegerReader): Term[] {
  return [
    { base: integers.base(x, 'x'), exponent: integers.exponent(a, 'a') },
    { base: integers.base(y, 'y'), exponent: integers.exponent(b, 'b') },
  ];
}

/** The factors that are the terms of {@link readPair}. */
export const factorsOf = (terms: readonly Term[]): Factors => ({ values: { terms, tables: [] }, nameOf: nameOfPair });

/** The public name of a base of {@link readPair}. */
export const nameOfPair: PublicName = (field, index) => (index === undefined ? field : index === 0 ? 'x' : 'y');

/** The checked list of the bases of tables. */
export function readBases(value: unknown, integers: IntegerReader): Integer[] {
  const list = readArray(value, 'bases', 'integers', MAX_BASES);
  if (list.length === 0) throw new RangeError('bases: must not be empty');
  return list.map((base, i) => integers.base(base, `bases[${i}]`));
}

/** The checked exponents, one for each of `count` bases. */
export function readExponents(value: unknown, integers: IntegerReader, count: number): Integer[] {
  const list = readArray(value, 'exponents', 'integers', MAX_BASES);
  if (list.length !== count) throw new RangeError(`exponents: must be ${count}, as many as the bases`);
  return list.map((exponent, i) => integers.exponent(exponent, `exponents[${i}]`));
}

/**
 * The arguments of `modPowAll`. The list may be empty, and its entries are read later. Bases are followed by an
 * exponent, the modulus and the options; `[base, exponent]` pairs by the modulus and the options.
 */
export function splitPowers(list: unknown, rest: readonly unknown[]) {
  // Only an array tells at once which form it is. The second argument behind it does too: a modulus, or options.
  const [, second] = rest;
  const mayBeOptions = second === undefined || (typeof second === 'object' && !ArrayBuffer.isView(second));
  const likely = mayBeOptions ? 'terms' : 'bases';
  const first = isArray(list) ? tryReading(likely, () => (list.length > 0 ? [elementOf(list, 0)] : [])) : [];
  const isOfPairs = first.length > 0 ? isArray(first[0]) : mayBeOptions;
  const [exponent, modulus, options] = isOfPairs ? [undefined, ...rest] : rest;
  const [name, content] = isOfPairs ? ['terms', '[base, exponent] pairs'] : ['bases', 'integers'];
  let kept = exponent;
  const keep = () => {
    const copy = wipingCopies(() => copyOf(viewOf(exponent, 'exponent')));
    if (copy) kept = copy;
    return () => void copy?.fill(0);
  };
  const read = (entry: unknown, i: number): PowerParts => {
    if (!isOfPairs) return { parts: [entry, kept], names: [`bases[${i}]`, 'exponent'] };
    const [base, beside] = readEntry(entry, `terms[${i}]`);
    return { parts: [base, beside], names: [`terms[${i}][0]`, `terms[${i}][1]`] };
  };
  return { name, content, read, keep, modulus, options };
}

/** A copy of bytes, unless they are longer than any exponent, which is refused where it is read. */
function copyOf(bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (!bytes || 8 * bytes.length > MAX_BITS) return undefined;
  // An engine would keep short bytes among its objects, and copy them when it moves those.
  const copy = new Uint8Array(new ArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

/** A base and an exponent, not checked yet, and their names in errors. */
export interface PowerParts {
  parts: readonly [base: unknown, exponent: unknown];
  names: readonly [base: string, exponent: string];
}

function readEntry(pair: unknown, name: string): unknown[] {
  const values = isArray(pair) && tryReading(name, () => pair.length === 2 && [elementOf(pair, 0), elementOf(pair, 1)]);
  if (!values) throw new TypeError(`${name}: must be a [base, exponent] pair`);
  return values;
}
