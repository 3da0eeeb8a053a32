import { bytesToBigint, hexToBytes } from './bytes.js';
import { MalformedProofError } from './errors.js';
import { type GroupName, groups, isGroupName } from './groups.js';
import { describe, isBytes } from './integers.js';

/** The two proof systems. */
export type Scheme = 'wesolowski' | 'pietrzak';

/** The transcripts: `tokamak` is that of Tokamak Network's EVM-VDF-Verifier, and of `pietrzak` only. */
export type Profile = 'powmod-v1' | 'tokamak';

interface ProofFileFields {
  /** `0x` and lower-case hex without leading zero bytes, or the name of a built-in group. */
  modulus: string;
  /** `0x` and lower-case hex, as wide as the modulus; so are `output` and each value of `proof`. */
  input: string;
  output: string;
  /** The number of squarings, 1 to 2^53 − 1. */
  iterations: number;
}

export interface WesolowskiProofFile extends ProofFileFields {
  scheme: 'wesolowski';
  profile: 'powmod-v1';
  /** π */
  proof: string;
}

export interface PietrzakProofFile extends ProofFileFields {
  scheme: 'pietrzak';
  profile: Profile;
  /** The v of each round. */
  proof: string[];
  /** How many rounds are left out, 0 to 20; where it is missing, 10 (`powmod-v1`) or 0 (`tokamak`). */
  delta?: number;
}

/** A proof as its JSON file holds it. */
export type ProofFile = WesolowskiProofFile | PietrzakProofFile;

/** A proof file whose form is right, its numbers as bytes. Whether its values are in range, the core finds out. */
export interface Proof {
  scheme: Scheme;
  profile: Profile;
  modulus: bigint;
  /** The group's name, where the file gives it and not the number. */
  group: GroupName | undefined;
  input: Uint8Array;
  output: Uint8Array;
  iterations: number;
  /** The values of `proof`, each as wide as the modulus, joined. */
  values: Uint8Array;
  delta: number | undefined;
}

/** The VDF functions take moduli of up to 16,384 bits. */
const MOST_MODULUS_BYTES = 2048;

/** Halving 2^53 ends after 53 rounds. */
const MOST_VALUES = 53;

/** An upper bound of `delta` in any verifier; the verifier's own, `maxDelta`, is applied later. */
const MOST_DELTA = 20;

/**
 * The longest file. Modulus, input, output and 53 values make 56 numbers; each takes 2 · 2048 digits, `0x`, quotes
 * and a comma: 56 · 4101 = 229,656 characters. The names and small fields are below 300. That leaves 32 KB of the
 * 256 KB for line ends and indentation.
 */
export const MOST_FILE_LENGTH = 2 ** 18;

/**
 * Reads a proof: the object, or the text of its file as a string or as UTF-8 bytes.
 *
 * @throws MalformedProofError with the field at fault; TypeError when `source` is something else altogether.
 */
export function readProofFile(source: unknown): Proof {
  checkProofType(source);
  return readFields(typeof source === 'string' || isBytes(source) ? parse(source) : source);
}

/** @throws TypeError when `source` is of a type that no proof comes in. */
export function checkProofType(source: unknown): void {
  if (typeof source !== 'string' && (typeof source !== 'object' || source === null))
    throw new TypeError(`proof: must be an object, a string or a Uint8Array, not ${describe(source)}`);
}

/** The JSON value in a file's text, whose length is checked first. */
function parse(text: string | Uint8Array): unknown {
  if (text.length === 0) throw new MalformedProofError('file', 'is empty');
  if (text.length > MOST_FILE_LENGTH) throw new MalformedProofError('file', `is longer than ${MOST_FILE_LENGTH} bytes`);
  try {
    return JSON.parse(typeof text === 'string' ? text : decodeUtf8(text));
  } catch (cause) {
    throw new MalformedProofError('file', 'is not JSON text in UTF-8', { cause });
  }
}

/** @throws TypeError where the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

const FIELDS = ['scheme', 'profile', 'modulus', 'input', 'output', 'iterations', 'proof', 'delta'] as const;
type Fields = Partial<Record<(typeof FIELDS)[number], unknown>>;

function readFields(file: unknown): Proof {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) {
    throw new MalformedProofError('file', `must hold an object, not ${describe(file)}`);
  }
  for (const name of Object.keys(file)) {
    if (!(FIELDS as readonly string[]).includes(name))
      throw new MalformedProofError(shorten(name), 'is not a field of a proof');
  }
  const fields: Fields = file;

  const scheme = readChoice(fields.scheme, 'scheme', ['wesolowski', 'pietrzak'] as const);
  const profile = readChoice(fields.profile, 'profile', ['powmod-v1', 'tokamak'] as const);
  if (scheme === 'wesolowski' && profile === 'tokamak')
    throw new MalformedProofError('profile', 'tokamak is a profile of pietrzak only');

  const group = isGroupName(fields.modulus) ? fields.modulus : undefined;
  const modulusBytes = group === undefined ? readModulus(fields.modulus) : undefined;
  const modulus = modulusBytes ? bytesToBigint(modulusBytes) : groups[group as GroupName];
  const width = modulusBytes ? modulusBytes.length : modulus.toString(16).length / 2;

  return {
    scheme,
    profile,
    modulus,
    group,
    input: readNumber(fields.input, 'input', width),
    output: readNumber(fields.output, 'output', width),
    iterations: readWhole(fields.iterations, 'iterations', 1, Number.MAX_SAFE_INTEGER),
    values:
      scheme === 'wesolowski' ? readNumber(fields.proof, 'proof', width) : readNumbers(fields.proof, 'proof', width),
    delta: readDelta(fields.delta, scheme),
  };
}

function readModulus(value: unknown): Uint8Array {
  const text = readString(value, 'modulus');
  if (text.length > 2 + 2 * MOST_MODULUS_BYTES) {
    throw new MalformedProofError(
      'modulus',
      `is neither a built-in group nor a number of at most ${8 * MOST_MODULUS_BYTES} bits`,
    );
  }
  if (!/^0x([0-9a-f]{2})+$/.test(text)) {
    throw new MalformedProofError(
      'modulus',
      'must be 0x and an even count of lower-case hex digits, or the name of a built-in group',
    );
  }
  if (text.startsWith('0x00')) throw new MalformedProofError('modulus', 'must not begin with a zero byte');
  return hexToBytes(text.slice(2));
}

function readNumber(value: unknown, field: string, width: number): Uint8Array {
  const text = readString(value, field);
  if (text.length !== 2 + 2 * width || !/^0x[0-9a-f]+$/.test(text)) {
    throw new MalformedProofError(
      field,
      `must be 0x and exactly ${2 * width} lower-case hex digits, as wide as the modulus`,
    );
  }
  return hexToBytes(text.slice(2));
}

function readNumbers(value: unknown, field: string, width: number): Uint8Array {
  if (!Array.isArray(value)) throw new MalformedProofError(field, `must be an array, not ${absentOr(value)}`);
  if (value.length > MOST_VALUES) throw new MalformedProofError(field, `must not hold more than ${MOST_VALUES} values`);
  const joined = new Uint8Array(value.length * width);
  for (let i = 0; i < value.length; i++) joined.set(readNumber(value[i], `${field}[${i}]`, width), i * width);
  return joined;
}

function readDelta(value: unknown, scheme: Scheme): number | undefined {
  if (value === undefined) return undefined;
  if (scheme !== 'pietrzak') throw new MalformedProofError('delta', 'is a field of pietrzak proofs only');
  return readWhole(value, 'delta', 0, MOST_DELTA);
}

function readWhole(value: unknown, field: string, least: number, most: number): number {
  if (typeof value !== 'number') throw new MalformedProofError(field, `must be a number, not ${absentOr(value)}`);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new MalformedProofError(field, `must be a whole number from ${least} to ${most}`);
  }
  return value;
}

function readChoice<Choice extends string>(value: unknown, field: string, choices: readonly Choice[]): Choice {
  const text = readString(value, field);
  if (!(choices as readonly string[]).includes(text))
    throw new MalformedProofError(field, `must be ${choices.join(' or ')}`);
  return text as Choice;
}

function readString(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new MalformedProofError(field, `must be a string, not ${absentOr(value)}`);
  return value;
}

function absentOr(value: unknown): string {
  return value === undefined ? 'absent' : describe(value);
}

/** An unknown field's name may be anything: show enough of it, and nothing that a terminal would obey. */
function shorten(name: string): string {
  const printable = name.replace(/[^\x20-\x7e]/g, '?');
  return printable.length > 40 ? `${printable.slice(0, 40)}…` : printable;
}
