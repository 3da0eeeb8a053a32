/**
 * How arguments are read. A getter, a proxy, an array or bytes of a class of the caller's own may run the caller's code.
 * It runs here and nowhere else, each part is read once, and nothing is used before everything has been read: so what
 * was checked is what is computed with.
 */

/** Reads what may run the caller's code. What that throws is the cause of an error that names the argument. */
export function reading<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new TypeError(`${name}: could not be read`, { cause });
  }
}

/** An object of options: one with a name that is not among `allowed` is refused, for a typing error must not pass in silence. */
export function readObject<Name extends string>(
  value: unknown,
  name: string,
  allowed: readonly Name[],
): Partial<Record<Name, unknown>> {
  if (typeof value !== 'object' || value === null || isArray(value)) {
    throw new TypeError(`${name}: must be an object, not ${describe(value)}`);
  }
  const unknown = reading(name, () => Object.keys(value)).find((key) => !(allowed as readonly string[]).includes(key));
  if (unknown !== undefined)
    throw new TypeError(`${name}.${shorten(unknown)}: is not an option; there are ${allowed.join(', ')}`);
  return readFields(value, `${name}.`, allowed);
}

/** The same, where nothing is as good as none; but not `null`, by which a caller may have meant something. */
export function readOptional<Name extends string>(
  value: unknown,
  name: string,
  allowed: readonly Name[],
): Partial<Record<Name, unknown>> {
  return value === undefined ? {} : readObject(value, name, allowed);
}

/** The fields of these names that an object has. */
export function readFields<Name extends string>(
  value: object,
  prefix: string,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  const fields: Partial<Record<Name, unknown>> = {};
  for (const name of names) {
    const field = reading(`${prefix}${name}`, () => (value as Partial<Record<Name, unknown>>)[name]);
    if (field !== undefined) fields[name] = field;
  }
  return fields;
}

/** An array's elements, holes too. `content` says in errors what they should be; there may be `most`. */
export function readArray(value: unknown, name: string, content: string, most: number): unknown[] {
  if (!isArray(value)) throw new TypeError(`${name}: must be an array of ${content}, not ${describe(value)}`);
  const length = reading(name, () => Number(value.length));
  if (!(length <= most)) throw new RangeError(`${name}: has more than ${most} ${content}`);
  return Array.from({ length }, (_, i) => reading(`${name}[${i}]`, () => value[i]));
}

export function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false; // a proxy that was revoked
  }
}

/** What any array of bytes is asked through, whatever its class makes of these names. */
const { kindOf, bufferOf, offsetOf, lengthOf } = (() => {
  const prototype = Object.getPrototypeOf(Uint8Array.prototype);
  const getter = <T>(name: string | symbol) =>
    Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: unknown) => T;
  return {
    kindOf: getter<string | undefined>(Symbol.toStringTag),
    bufferOf: getter<ArrayBufferLike>('buffer'),
    offsetOf: getter<number>('byteOffset'),
    lengthOf: getter<number>('length'),
  };
})();

/**
 * The bytes of a Uint8Array, or of a subclass such as Node's Buffer, of this realm or of another: a plain view of the same
 * memory, whose length stays. `undefined` for anything else.
 */
export function viewOf(value: unknown, name: string): Uint8Array | undefined {
  if (kindOf.call(value) !== 'Uint8Array') return undefined;
  try {
    const length = lengthOf.call(value);
    // Where its memory is gone the length is 0, but nothing can be asked of it.
    if (length === 0) Uint8Array.prototype.at.call(value as Uint8Array, 0);
    return new Uint8Array(bufferOf.call(value), offsetOf.call(value), length);
  } catch (cause) {
    throw new TypeError(`${name}: its buffer was detached, or is shorter than the view of it`, { cause });
  }
}

/** The bytes of what must be a Uint8Array: see {@link viewOf}. */
export function readBytes(value: unknown, name: string): Uint8Array {
  const bytes = viewOf(value, name);
  if (!bytes) throw new TypeError(`${name}: must be a Uint8Array, not ${describe(value)}`);
  return bytes;
}

/** What a value of the wrong type is, for the end of an error message: `a number`, `null`, `an array`. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A whole number from `least` to `most`. */
export function readCount(value: unknown, name: string, least: number, most: number): number {
  if (typeof value !== 'number') throw new TypeError(`${name}: must be a number, not ${describe(value)}`);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${name}: must be a whole number from ${least} to ${most}`);
  return value;
}

/** One of a few strings. */
export function readChoice<Choice extends string>(value: unknown, name: string, choices: readonly Choice[]): Choice {
  if (typeof value !== 'string') throw new TypeError(`${name}: must be a string, not ${describe(value)}`);
  if (!(choices as readonly string[]).includes(value))
    throw new RangeError(`${name}: must be one of ${choices.join(', ')}`);
  return value as Choice;
}

/** A name that the caller chose may be anything: show enough of it, and nothing that a terminal would obey. */
export function shorten(name: string): string {
  const printable = name.slice(0, 41).replace(/[^\x20-\x7e]/g, '?');
  return printable.length > 40 ? `${printable.slice(0, 40)}…` : printable;
}
