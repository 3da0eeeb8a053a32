/**
 * Reads arguments. A getter, a proxy, or an array or bytes of the caller's own class may run code of the caller. That
 * code runs here only. Each part is read once, and the computation starts after all parts were read: so it uses the
 * same values that were checked.
 *
 * Where a getter or a proxy throws, the error names the argument, and has what was thrown as its cause. What an
 * iterator or a function of the caller throws is thrown as it is: the caller knows it, and may wait for it.
 */

import { has, partOf } from '../runtime.js';

/** Reads a value, which may run a getter of the caller. What that throws becomes the cause of a `TypeError`. */
export function tryReading<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

function unreadable(name: string, cause: unknown): TypeError {
  return new TypeError(`${name}: could not be read`, { cause });
}

/** The fields of an object. A name that is not in `allowed` is an error, so that no misspelling goes unnoticed. */
export function readObject<Name extends string>(
  value: unknown,
  name: string,
  allowed: readonly Name[],
  elsewhere?: Elsewhere,
): Partial<Record<Name, unknown>> {
  if (typeof value !== 'object' || value === null || isArray(value)) {
    throw new TypeError(`${name}: must be an object, not ${describe(value)}`);
  }
  let keys: string[];
  let isPlain: boolean;
  try {
    keys = Object.keys(value);
    isPlain = Object.getPrototypeOf(value) === Object.prototype;
  } catch (cause) {
    throw unreadable(name, cause);
  }
  for (const key of keys)
    if (!(allowed as readonly string[]).includes(key))
      throw new TypeError(
        elsewhere?.names.includes(key)
          ? `${name}.${key}: belongs into ${elsewhere.place}`
          : `${name}.${shorten(key)}: is not an option; there are ${allowed.join(', ')}`,
      );
  // Other objects may inherit fields.
  return readFields(value, `${name}.`, isPlain ? (keys as Name[]) : allowed);
}

/** Names that belong into another object of the call, and which. */
export interface Elsewhere {
  names: readonly string[];
  place: string;
}

/** Like {@link readObject}, but `undefined` gives no fields. `null` is an error. */
export function readOptional<Name extends string>(
  value: unknown,
  name: string,
  allowed: readonly Name[],
  elsewhere?: Elsewhere,
): Partial<Record<Name, unknown>> {
  if (value === undefined) return new Fields() as Partial<Record<Name, unknown>>;
  return readObject(value, name, allowed, elsewhere);
}

/**
 * What a reader gives. It inherits nothing: a field that the caller does not give is undefined, whatever others added
 * to `Object.prototype`. A rest, as in `{ signal, ...others }`, would inherit again.
 */
const Fields = /* @__PURE__ */ (() => {
  class Fields {
    [name: string]: unknown;
  }
  Object.setPrototypeOf(Fields.prototype, null);
  return Fields;
})();

/** The fields with these names, except undefined ones. Other fields are allowed. */
export function readFields<Name extends string>(
  value: object,
  prefix: string,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  const fields = new Fields() as Partial<Record<Name, unknown>>;
  let reading = '';
  // Not by `tryReading`: a function for each name takes longer than a short power.
  try {
    for (const name of names) {
      reading = name;
      const field = has(value, name) ? (value as Partial<Record<Name, unknown>>)[name] : undefined;
      if (field !== undefined) fields[name] = field;
    }
  } catch (cause) {
    throw unreadable(`${prefix}${reading}`, cause);
  }
  return fields;
}

/** The elements of an array, holes included, at most `most`. `content` names the elements in errors. */
export function readArray(value: unknown, name: string, content: string, most: number): unknown[] {
  if (!isArray(value)) throw new TypeError(`${name}: must be an array of ${content}, not ${describeList(value)}`);
  const length = readLength(value, name);
  if (length > most) throw new RangeError(`${name}: has more than ${most} ${content}`);
  return [...elementsOf(value, name, 0, length)];
}

/** The length of an array, which may be a proxy. */
export function readLength(array: readonly unknown[], name: string): number {
  return readCount(
    tryReading(name, () => Number(array.length)),
    `${name}.length`,
    0,
    MAX_LENGTH,
  );
}

/** The most elements of an array. */
const MAX_LENGTH = 2 ** 32 - 1;

/** An element of an array. A hole has none, whatever others added to a prototype. */
export function elementOf(array: readonly unknown[], i: number): unknown {
  return Object.hasOwn(array, i) ? array[i] : undefined;
}

/** The elements of an array from `start` to `end`, holes included. */
function* elementsOf(array: readonly unknown[], name: string, start: number, end: number): Generator<unknown, void> {
  for (let i = start; i < end; i++) {
    let element: unknown;
    try {
      element = elementOf(array, i);
    } catch (cause) {
      throw unreadable(`${name}[${i}]`, cause);
    }
    yield element;
  }
}

/**
 * The entries of a list: of an array by its indices, of another iterable by its iterator. `content` names them in
 * errors.
 */
export function* entriesOf(value: unknown, name: string, content: string): Generator<unknown, void> {
  if (isArray(value)) {
    yield* elementsOf(value, name, 0, readLength(value, name));
    return;
  }
  const steps = stepsOf(value, name, Symbol.iterator);
  if (!steps) throw new TypeError(`${name}: must be an array or an iterable of ${content}, not ${describeList(value)}`);
  let mustEnd = false; // an iterator whose `next` or result throws has ended
  try {
    for (;;) {
      const step = readStep(steps.next(), name);
      if (step.isDone) return;
      mustEnd = true;
      yield step.entry;
      mustEnd = false;
    }
  } finally {
    if (mustEnd) steps.end();
  }
}

/** As {@link entriesOf}, of an asynchronous iterable. */
export async function* entriesLater(value: unknown, name: string, content: string): AsyncGenerator<unknown, void> {
  const steps = stepsOf(value, name, Symbol.asyncIterator);
  if (!steps) throw new TypeError(`${name}: must be an iterable of ${content}, not ${describeList(value)}`);
  let mustEnd = false; // an iterator whose `next` or result throws has ended
  try {
    for (;;) {
      const step = readStep(await steps.next(), name);
      if (step.isDone) return;
      mustEnd = true;
      yield step.entry;
      mustEnd = false;
    }
  } finally {
    if (mustEnd) await steps.end();
  }
}

/** Whether a value is an asynchronous iterable. */
export function isAsyncIterable(value: unknown): boolean {
  return isIterable(value, Symbol.asyncIterator);
}

/** Whether a value has a method of iteration. Bytes iterate too, but are one number. */
function isIterable(value: unknown, symbol: symbol): value is Record<symbol, () => unknown> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  try {
    const begin = has(value, symbol) ? (value as Record<symbol, unknown>)[symbol] : undefined;
    return typeof begin === 'function' && begin !== Uint8Array.prototype.values; // that of a proxy of bytes
  } catch {
    return false; // a revoked proxy
  }
}

/** The calls of an iterator; undefined where the value is no iterable. What the caller's code throws is not caught. */
function stepsOf(value: unknown, name: string, symbol: symbol) {
  if (!isIterable(value, symbol)) return undefined;
  const iterator = value[symbol]?.() as Iterator<unknown>;
  if (typeof iterator !== 'object' || iterator === null) throw new TypeError(`${name}: its iterator is no object`);
  const next = partOf(iterator, 'next');
  if (typeof next !== 'function') throw new TypeError(`${name}: its iterator has no method \`next\``);
  return { next: (): unknown => next.call(iterator), end: (): unknown => partOf(iterator, 'return')?.call(iterator) };
}

function readStep(step: unknown, name: string): { isDone: boolean; entry: unknown } {
  if (typeof step !== 'object' || step === null) throw new TypeError(`${name}: its iterator gives no results`);
  const result = step as IteratorResult<unknown>;
  const isDone = Boolean(partOf(result, 'done'));
  return { isDone, entry: isDone ? undefined : partOf(result, 'value') };
}

export function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false; // A revoked proxy.
  }
}

/** The getters of all typed arrays. A subclass may redefine the properties, but not these. */
const { kindOf, bufferOf, offsetOf, lengthOf, bytesOf, isResizable } = (() => {
  const getter = <T>(prototype: object, name: string | symbol) =>
    Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: unknown) => T;
  const arrays = Object.getPrototypeOf(Uint8Array.prototype);
  return {
    kindOf: getter<string | undefined>(arrays, Symbol.toStringTag),
    bufferOf: getter<ArrayBufferLike>(arrays, 'buffer'),
    offsetOf: getter<number>(arrays, 'byteOffset'),
    lengthOf: getter<number>(arrays, 'length'),
    bytesOf: getter<number>(ArrayBuffer.prototype, 'byteLength'),
    isResizable: getter<boolean>(ArrayBuffer.prototype, 'resizable') as ((this: unknown) => boolean) | undefined,
  };
})();

/**
 * Whether a buffer's length never changes, and no other thread writes to it: `ArrayBuffer`'s getters refuse a shared
 * one.
 */
function isFixed(this: ArrayBufferLike): boolean {
  try {
    bytesOf.call(this);
    return !isResizable?.call(this);
  } catch {
    return false;
  }
}

/** Whether the value is an ArrayBuffer, of any realm. */
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  try {
    bytesOf.call(value);
    return true;
  } catch {
    return false;
  }
}

/** The copies of secrets that {@link wipingCopies} wipes. */
let copies: Uint8Array[] | undefined;

/** Does work on secrets, which is not asynchronous, and wipes the copies that were made for it. */
export function wipingCopies<T>(work: () => T): T {
  const outer = copies;
  const made: Uint8Array[] = [];
  copies = made;
  try {
    return work();
  } finally {
    copies = outer;
    for (const copy of made) copy.fill(0);
  }
}

/** Hands bytes that were made from a secret to the {@link wipingCopies} that runs. */
export function wipeLater(bytes: Uint8Array): void {
  copies?.push(bytes);
}

/**
 * A plain view, of fixed length, of the memory of a Uint8Array or of a subclass such as Node's Buffer, from any realm.
 * `undefined` for any other value. Memory that is shared or resizable is copied, once: what was checked there may
 * change.
 */
export function viewOf(value: unknown, name: string): Uint8Array | undefined {
  if (kindOf.call(value) !== 'Uint8Array') return undefined;
  try {
    const length = lengthOf.call(value);
    // A detached array has length 0, and `at` throws.
    if (length === 0) Uint8Array.prototype.at.call(value as Uint8Array, 0);
    const buffer = bufferOf.call(value);
    const view = new Uint8Array(buffer, offsetOf.call(value), length);
    if (isFixed.call(buffer)) return view;
    const copy = new Uint8Array(new ArrayBuffer(length));
    copy.set(view);
    wipeLater(copy);
    return copy;
  } catch (cause) {
    throw new TypeError(`${name}: its buffer was detached, or is shorter than the view of it`, { cause });
  }
}

/** The bytes of an argument that must be a Uint8Array: see {@link viewOf}. */
export function readBytes(value: unknown, name: string): Uint8Array {
  const bytes = viewOf(value, name);
  if (!bytes) throw new TypeError(`${name}: must be a Uint8Array, not ${describeBytes(value)}`);
  return bytes;
}

/** As {@link describe}; of an array, a buffer or another view of one it says how to make bytes of it. */
export function describeBytes(value: unknown): string {
  if (isArrayBuffer(value)) return 'an ArrayBuffer: wrap it, new Uint8Array(buffer)';
  if (isArray(value)) return 'an array: write Uint8Array.from(array), if it has the bytes';
  if (!ArrayBuffer.isView(value)) return describe(value);
  const kind = kindOf.call(value);
  const hasBytes = kind === undefined || kind === 'Uint8ClampedArray' || kind === 'Int8Array'; // undefined: a DataView
  return hasBytes
    ? 'another view: wrap its bytes, new Uint8Array(view.buffer, view.byteOffset, view.byteLength)'
    : `a ${kind}, whose elements are no bytes: make a bigint of them`;
}

/** The kind of a value of a wrong type, for an error: `a number`, `null`, `an array`. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (isArray(value)) return 'an array';
  if (!ArrayBuffer.isView(value)) return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  const kind = kindOf.call(value) ?? 'DataView';
  return kind === 'Uint8Array' ? 'bytes' : kind;
}

/** As {@link describe}; of a view that has a list of bigints it says how to make that list. */
function describeList(value: unknown): string {
  const hasBigints = ArrayBuffer.isView(value) && /^Big/.test(kindOf.call(value) ?? '');
  return `${describe(value)}${hasBigints ? ': write [...array]' : ''}`;
}

/** A whole number from `least` to `most`. */
export function readCount(value: unknown, name: string, least: number, most: number): number {
  if (typeof value !== 'number') throw new TypeError(`${name}: must be a number, not ${describe(value)}`);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${name}: must be a whole number from ${least} to ${most}`);
  return value;
}

/** `true` or `false`; `false` where it is not given. */
export function readFlag(value: unknown, name: string): boolean {
  if (value !== undefined && typeof value !== 'boolean')
    throw new TypeError(`${name}: must be true or false, not ${describe(value)}`);
  return value ?? false;
}

/** A function that need not be given. */
export function readFunction<F>(value: unknown, name: string): F | undefined {
  if (value !== undefined && typeof value !== 'function')
    throw new TypeError(`${name}: must be a function, not ${describe(value)}`);
  return value as F | undefined;
}

/** One of a few strings. */
export function readChoice<Choice extends string>(value: unknown, name: string, choices: readonly Choice[]): Choice {
  if (typeof value !== 'string') throw new TypeError(`${name}: must be a string, not ${describe(value)}`);
  if (!(choices as readonly string[]).includes(value))
    throw new RangeError(`${name}: must be one of ${choices.join(', ')}`);
  return value as Choice;
}

/** The start of a name from the caller, without control characters, for an error. */
export function shorten(name: string): string {
  const printable = name.slice(0, 41).replace(/[^\x20-\x7e]/g, '?');
  return printable.length > 40 ? `${printable.slice(0, 40)}…` : printable;
}
