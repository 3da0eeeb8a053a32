/** Reads Chia's proofs: the lengths and the bytes of forms are checked by the verifier. */
import type { ChiaProof as Fields } from '../border/chia-operations.generated.js';
import { bigintToBytes, hexToBytes } from '../bytes.js';
import { MalformedProofError } from '../errors.js';
import { describe, isArray, readFields, viewOf } from '../input/reading.js';
import { absentOr, checkNames, readWhole } from '../vdf/fields.js';

/** A proof in the names of Chia's structures VDFInfo and VDFProof. Bytes may be hex, with or without `0x`. */
export interface ChiaProof {
  /** The bytes that give the discriminant: 32 on mainnet. */
  challenge: Uint8Array | string;
  /** The number of squarings, 0 to 2^64 − 1. From 2^53 on it must be a `bigint`. */
  iterations: bigint | number;
  /** The form that is squared, in 100 bytes. Default: the generator. */
  input?: Uint8Array | string | undefined;
  /** The result, in 100 bytes. */
  output: Uint8Array | string;
  /** 100 bytes, and 141 for each segment. */
  witness: Uint8Array | string;
  /** The number of segments, 0 to 63. */
  witnessType: number;
}

/** The length of a form, in bytes. */
const FORM_BYTES = 100;

/** The bytes of the generator; all others are 0. */
const GENERATOR = /* @__PURE__ */ Uint8Array.of(8, ...new Uint8Array(FORM_BYTES - 1));

/** The most segments of a proof. */
export const MAX_SEGMENTS = 63;

/** The most bytes of each field. The verifier checks the exact lengths. */
export const MAX_BYTES = { challenge: 1024, form: FORM_BYTES, witness: FORM_BYTES + 141 * MAX_SEGMENTS } as const;

const MAX_ITERATIONS = (1n << 64n) - 1n;

export const NAMES = ['challenge', 'iterations', 'input', 'output', 'witness', 'witnessType'] as const;

/** The fields of a proof, or why it is malformed. */
export type FieldsOrError = Fields | MalformedProofError;

/** The fields of a proof, copied. `name` is the proof's name in errors about its type. */
export function readChiaProof(value: unknown, name: string): Fields {
  checkChiaProofType(value, name);
  checkNames(value, name, NAMES);
  const { challenge, iterations, input, output, witness, witnessType } = readFields(value, `${name}.`, NAMES);
  return {
    challenge: readHexOrBytes(challenge, 'challenge', MAX_BYTES.challenge),
    iterations: bigintToBytes(readIterations(iterations, 'iterations'), 8),
    witnessType: readWhole(witnessType, 'witnessType', 0, MAX_SEGMENTS),
    input: input === undefined ? GENERATOR : readHexOrBytes(input, 'input', MAX_BYTES.form),
    output: readHexOrBytes(output, 'output', MAX_BYTES.form),
    witness: readHexOrBytes(witness, 'witness', MAX_BYTES.witness),
  };
}

/** @throws TypeError if a proof is not an object */
export function checkChiaProofType(value: unknown, name: string): asserts value is object {
  if (typeof value !== 'object' || value === null || isArray(value))
    throw new TypeError(`${name}: must be an object, not ${describe(value)}`);
}

/** A number of squarings. */
export function readIterations(value: unknown, field: string): bigint {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new MalformedProofError(field, 'must be a whole number from 0 to 2^53 − 1, or a bigint');
    return BigInt(value);
  }
  if (typeof value !== 'bigint')
    throw new MalformedProofError(field, `must be a bigint or a number, not ${absentOr(value)}`);
  if (value < 0n || value > MAX_ITERATIONS) throw new MalformedProofError(field, 'must be from 0 to 2^64 − 1');
  return value;
}

/** A copy of bytes, or the bytes of hex. */
function readHexOrBytes(value: unknown, field: string, most: number): Uint8Array {
  if (typeof value === 'string') return hexToBytes(checkHex(value, field, most));
  const bytes = viewOf(value, field);
  if (!bytes) throw new MalformedProofError(field, `must be a Uint8Array or hex, not ${absentOr(value)}`);
  if (bytes.length > most) throw tooLong(field, most);
  return new Uint8Array(bytes);
}

/** The lower-case digits of hex, whose `0x` may be missing. */
export function checkHex(text: string, field: string, most: number): string {
  const start = /^0x/i.test(text) ? 2 : 0;
  if (text.length > start + 2 * most) throw tooLong(field, most);
  const digits = text.slice(start).toLowerCase();
  if (digits.length % 2 !== 0 || !/^[0-9a-f]*$/.test(digits))
    throw new MalformedProofError(field, 'must be an even count of hex digits');
  return digits;
}

function tooLong(field: string, most: number): MalformedProofError {
  return new MalformedProofError(field, `must not have more than ${most} bytes`);
}
