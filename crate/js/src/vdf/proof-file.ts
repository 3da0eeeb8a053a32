import type { Proof } from '../border/powers-operations.generated.js';
import { type Profile, profiles, type Scheme, schemes } from '../border/types.generated.js';
import { bigintToBytes, bytesToBigint, hexToBytes, joinBytes } from '../bytes.js';
import { MalformedProofError } from '../errors.js';
import { bitLength } from '../input/integers.js';
import { describe, isArray, readChoice, readFields, viewOf } from '../input/reading.js';
import { bare, listOf } from '../runtime.js';
import { absentOr, checkNames, parse, readEntries, readField, readString, readWhole, withJson } from './fields.js';
import { type GroupName, groupBytes, groups, isGroupName, nameOfGroup } from './groups.js';
import { MAX_DELTA, MAX_ITERATIONS } from './limits.generated.js';
import { DELTA_OF_WESOLOWSKI } from './reasons.generated.js';

export type { Profile, Proof, Scheme };

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
  /** The rounds that are left out, 0 to 20. Default 10 (`powmod-v1`) or 0 (`tokamak`). */
  delta?: number;
}

/** The object in a proof's JSON file. */
export type ProofFile = WesolowskiProofFile | PietrzakProofFile;

/**
 * The claim of a proof, as plain data: `structuredClone` and `postMessage` copy it, `JSON.stringify` makes the proof's
 * file of it, and `verify` takes it, a copy, or that file. `readProof` does not check whether the claim is true;
 * `verify` does. */
export interface ProofClaim {
  readonly scheme: Scheme;
  readonly profile: Profile;
  readonly modulus: bigint;
  /** The name of the modulus, if it is a built-in group. */
  readonly modulusName?: GroupName;
  /** The modulus's length in bits. */
  readonly bits: number;
  /** x, an element of the group. */
  readonly input: bigint;
  /**
   * y, the claimed x^(2^T): of the profile `tokamak` either y or N − y, for both have proofs. Take
   * `pm.element(output, modulus)` there, min(y, N − y), which is the same for both.
   */
  readonly output: bigint;
  /** T, the number of squarings. */
  readonly iterations: number;
  /** The numbers of the proof: π of Wesolowski's, or the v of each round of Pietrzak's. */
  readonly values: readonly bigint[];
  /** The rounds that a Pietrzak proof leaves out, if the file has the field. */
  readonly delta?: number;
  /** The proof's file: what `JSON.stringify` writes. */
  toJSON(): ProofFile;
}

/** The proof that each claim was read from. */
const proofs = new WeakMap<object, Proof>();

/** A modulus of at most 2048 bytes: the VDF functions allow 16,384 bits. */
const MODULUS = /^0x(?!00)((?:[0-9a-f]{2}){1,2048})$/;

/** The most values of a proof: each round halves T, which is below 2^53. */
const MAX_VALUES = 53;

/**
 * The longest file. Modulus, input, output and 53 values make 56 numbers; each takes 2 · 2048 digits, `0x`, quotes
 * and a comma: 56 · 4101 = 229,656 characters. The names and small fields are below 300. That leaves 32 KB of the
 * 256 KB for line ends and indentation.
 */
export const MAX_FILE_LENGTH = 2 ** 18;

/**
 * The claim of a proof file: the object, or its JSON as a string or as UTF-8 bytes. Every field is checked to be in its
 * range, but nothing is computed. `verify` accepts the claim in place of the file and does not read the file again.
 * Time depends on all arguments: not for secrets.
 *
 * @throws MalformedProofError with the wrong field; TypeError if `source` is of another type.
 *
 * @example
 * ```ts
 * import { readProof } from 'powmod';
 * const claim = readProof(proof);
 * claim.scheme; // 'wesolowski'
 * claim.iterations; // 1048576
 * readProof('{}'); // throws MalformedProofError
 * ```
 */
export function readProof(source: ProofFile | ProofClaim | string | Uint8Array): ProofClaim {
  const proof = readProofFields(source);
  const { scheme, profile, modulus, input, output, iterations, values, delta } = proof;
  const width = modulus.length;
  const n = bytesToBigint(modulus);
  const modulusName = nameOfGroup(n);
  const fields = {
    scheme,
    profile,
    modulus: n,
    ...(modulusName && { modulusName }),
    bits: bitLength(modulus),
    input: bytesToBigint(input),
    output: bytesToBigint(output),
    iterations,
    values: listOf(values.length / width, (i) => bytesToBigint(values.subarray(i * width, (i + 1) * width))),
    ...(delta !== undefined && { delta }),
  };
  const claim: ProofClaim = withJson(fields, () => fileOf(fields));
  proofs.set(claim, proof);
  return Object.freeze(claim);
}

/** The file of a claim, whose fields may be anything. */
function fileOf(given: Partial<Record<keyof ProofClaim, unknown>>): ProofFile {
  const claim = bare(given);
  const width = typeof claim.modulus === 'bigint' ? bigintToBytes(claim.modulus).length : 0;
  const number = (value: unknown) =>
    typeof value === 'bigint' ? `0x${value.toString(16).padStart(2 * width, '0')}` : value;
  const numbers = isArray(claim.values) ? claim.values.map(number) : claim.values;
  return {
    scheme: claim.scheme,
    profile: claim.profile,
    modulus: claim.modulusName ?? number(claim.modulus),
    input: number(claim.input),
    output: number(claim.output),
    iterations: claim.iterations,
    proof: claim.scheme === 'wesolowski' && isArray(numbers) && numbers.length === 1 ? numbers[0] : numbers,
    ...(claim.delta !== undefined && { delta: claim.delta }),
  } as ProofFile;
}

/** The fields of a proof, from anything that `verify` accepts. Errors call it `name`. @throws as {@link readProof} */
export function readProofFields(source: unknown, name = 'proof'): Proof {
  checkProofType(source, name);
  const known = typeof source === 'object' && proofs.get(source as object);
  if (known) return known;
  const text = typeof source === 'string' ? source : viewOf(source, name);
  if (text !== undefined) return readFile(parse(text, MAX_FILE_LENGTH), name);
  return readFile(isClaim(source, name) ? readClaim(source, name) : source, name);
}

const CLAIM = [
  'scheme',
  'profile',
  'modulus',
  'modulusName',
  'bits',
  'input',
  'output',
  'iterations',
  'values',
  'delta',
] as const;

/** Whether an object is a copy of a claim: no file has its numbers. */
function isClaim(file: unknown, name: string): file is object {
  return typeof file === 'object' && file !== null && isArray(readFields(file, `${name}.`, ['values']).values);
}

/** The file of a copy of a claim. What it says twice must agree. */
function readClaim(claim: object, name: string): ProofFile {
  checkNames(claim, name, CLAIM);
  const fields = readFields(claim, `${name}.`, CLAIM);
  const { modulus, modulusName, bits } = fields;
  for (const name of ['modulus', 'input', 'output'] as const)
    if (typeof fields[name] !== 'bigint')
      throw new MalformedProofError(name, `must be a bigint, as in a claim, not ${absentOr(fields[name])}`);
  const n = modulus as bigint;
  if (modulusName !== undefined && (!isGroupName(modulusName) || groups[modulusName] !== n))
    throw new MalformedProofError('modulusName', 'is not the name of the modulus');
  if (bits !== undefined && bits !== n.toString(2).length)
    throw new MalformedProofError('bits', 'is not the length of the modulus');
  return fileOf(fields);
}

/** @throws TypeError whose message begins with `name` if `source` has a type that no proof has. */
export function checkProofType(source: unknown, name: string): void {
  if (typeof source !== 'string' && (typeof source !== 'object' || source === null))
    throw new TypeError(`${name}: must be an object, a string or a Uint8Array, not ${describe(source)}`);
}

const FIELDS = ['scheme', 'profile', 'modulus', 'input', 'output', 'iterations', 'proof', 'delta'] as const;

function readFile(file: unknown, name: string): Proof {
  if (typeof file !== 'object' || file === null || isArray(file)) {
    throw new MalformedProofError('file', `must hold an object, not ${describe(file)}`);
  }
  checkNames(file, name, FIELDS);
  const fields = readFields(file, `${name}.`, FIELDS);

  const scheme = readField('scheme', (name) => readChoice(fields.scheme, name, schemes));
  const profile = readField('profile', (name) => readChoice(fields.profile, name, profiles));
  if (scheme === 'wesolowski' && profile === 'tokamak')
    throw new MalformedProofError('profile', 'tokamak is for pietrzak only');

  const modulus = isGroupName(fields.modulus) ? groupBytes(fields.modulus) : readModulus(fields.modulus);
  const width = modulus.length;
  const number = (name: 'input' | 'output' | 'proof') => readNumber(fields[name], name, width);
  const proof = {
    scheme,
    profile,
    modulus,
    input: number('input'),
    output: number('output'),
    iterations: readWhole(fields.iterations, 'iterations', 1, MAX_ITERATIONS),
    values: scheme === 'wesolowski' ? number('proof') : readNumbers(fields.proof, 'proof', width),
    delta: readDelta(fields.delta, scheme),
  };
  if (scheme === 'pietrzak') checkCount(proof);
  return proof;
}

/** δ of a Pietrzak proof, which each profile has where the file has none. */
export function deltaOf({ profile, delta }: Pick<Proof, 'profile' | 'delta'>): number {
  return delta ?? (profile === 'tokamak' ? 0 : 10);
}

/** A Pietrzak proof has a value for each halving of T, but for the last δ. */
function checkCount(proof: Proof): void {
  const { iterations, values, modulus } = proof;
  const delta = deltaOf(proof);
  const halvings = iterations === 1 ? 0 : (iterations - 1).toString(2).length;
  const [right, found] = [Math.max(0, halvings - delta), values.length / modulus.length];
  if (found === right) return;
  const rule = `⌈log2 T⌉ − δ with T = ${iterations} and δ = ${delta}`;
  throw new MalformedProofError('proof', `must have ${right} values (${rule}), not ${found}`);
}

function readModulus(value: unknown): Uint8Array {
  const hex = MODULUS.exec(readString(value, 'modulus'))?.[1];
  if (!hex)
    throw new MalformedProofError(
      'modulus',
      "must be a built-in group's name, or 0x and 1 to 2048 bytes in lower-case hex without leading zeros",
    );
  return hexToBytes(hex);
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
  const list = readEntries(value, field, 'values', MAX_VALUES);
  return joinBytes(list.map((number, i) => readNumber(number, `${field}[${i}]`, width)));
}

function readDelta(value: unknown, scheme: Scheme): number | undefined {
  if (value === undefined) return undefined;
  if (scheme !== 'pietrzak') throw new MalformedProofError('delta', DELTA_OF_WESOLOWSKI);
  return readWhole(value, 'delta', 0, MAX_DELTA); // The limit of this verifier, `maxDelta`, is checked later.
}
