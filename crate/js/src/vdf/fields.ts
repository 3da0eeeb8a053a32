/** Reads the fields of files. Each error names its field. */
import { decodeUtf8 } from '../bytes.js';
import { MalformedProofError } from '../errors.js';
import { describe, isArray, readArray, readCount, shorten, tryReading } from '../input/reading.js';
import { defineHidden } from '../runtime.js';

/** Some editors begin a text with it, and a reader of JSON may ignore it (RFC 8259, section 8.1). */
const BYTE_ORDER_MARK = /^\uFEFF/;

/**
 * Gives an object what `JSON.stringify` writes of it. The method is not enumerable: `structuredClone` copies no
 * function.
 */
export function withJson<T extends object, Json>(value: T, toJSON: () => Json): T & { toJSON(): Json } {
  defineHidden(value, 'toJSON', toJSON);
  return value as T & { toJSON(): Json };
}

/** The JSON value in a file's text, whose length is checked first. */
export function parse(text: string | Uint8Array, most: number): unknown {
  if (text.length === 0) throw new MalformedProofError('file', 'is empty');
  if (text.length > most) throw new MalformedProofError('file', `is longer than ${most} bytes`);
  let value: unknown;
  let repeated: string | undefined;
  try {
    // A copy, because a decoder need not accept memory that is shared with other threads.
    const json = (typeof text === 'string' ? text : decodeUtf8(new Uint8Array(text))).replace(BYTE_ORDER_MARK, '');
    value = JSON.parse(json);
    repeated = repeatedName(json);
  } catch (cause) {
    throw new MalformedProofError('file', 'is not JSON text in UTF-8', { cause });
  }
  if (repeated !== undefined) throw new MalformedProofError(shorten(repeated), 'stands twice in one object');
  return value;
}

/** A name that an object in valid JSON has twice: readers differ in which value they take. */
function repeatedName(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*:?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (token.endsWith(':')) {
      const name = JSON.parse(token.slice(0, -1)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/** A field, read as an argument is. */
export function readField<T>(field: string, read: (name: string) => T): T {
  try {
    return read(field);
  } catch (error) {
    const reason = (error as Error).message.slice(field.length + 2);
    throw new MalformedProofError(field, reason.replace('undefined', 'absent'));
  }
}

/** A whole number from `least` to `most`. */
export function readWhole(value: unknown, field: string, least: number, most: number): number {
  return readField(field, (name) => readCount(value, name, least, most));
}

export function readString(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new MalformedProofError(field, `must be a string, not ${absentOr(value)}`);
  return value;
}

/** @throws MalformedProofError if an object has a field that no proof has. `name` is the object's in errors. */
export function checkNames(value: object, name: string, allowed: readonly string[]): void {
  for (const key of tryReading(name, () => Object.keys(value)))
    if (!allowed.includes(key)) throw new MalformedProofError(shorten(key), 'is not a field of a proof');
}

/** A list of at most `most` entries. `content` names them in errors. */
export function readEntries(value: unknown, field: string, content: string, most: number): unknown[] {
  if (!isArray(value)) throw new MalformedProofError(field, `must be an array, not ${absentOr(value)}`);
  if (tryReading(field, () => value.length) > most)
    throw new MalformedProofError(field, `must not hold more than ${most} ${content}`);
  return readArray(value, field, content, most);
}

/** The kind of a value of a wrong type; `absent` where there is none. */
export function absentOr(value: unknown): string {
  return value === undefined ? 'absent' : describe(value);
}
