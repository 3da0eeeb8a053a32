/** Reads a VDFInfo and its VDFProof, Chia's structures of a proof, from the JSON of a node. */
import { MalformedProofError } from '../errors.js';
import { describe, isArray, readFields, viewOf } from '../input/reading.js';
import { absentOr, checkNames, parse, readString, readWhole } from '../vdf/fields.js';
import { type ChiaProof, checkHex, MAX_BYTES, MAX_SEGMENTS, NAMES, readIterations } from './proof.js';

/** The longest JSON of one proof, in any layout. */
const MAX_VDF_LENGTH = 2 ** 16;

const INFO = ['challenge', 'number_of_iterations', 'output'] as const;
const PROOF = ['witness_type', 'witness', 'normalized_to_identity'] as const;

/**
 * The proof of a file, for `verifyVdf`. The file is JSON: `vdf_info` and `vdf_proof` with the fields of Chia's
 * structures VDFInfo and VDFProof, or all their fields in one object, or the fields of {@link ChiaProof} with hex.
 * Chia's structures have no input, so their proof starts from the generator. Nothing is computed here.
 *
 * @throws MalformedProofError with the wrong field of the file; TypeError if `file` is of another type.
 *
 * @example
 * ```ts
 * import { readVdf, verifyVdf } from 'powmod/chia';
 * import proof from 'powmod/examples/chia-mainnet.json' with { type: 'json' };
 * const { challenge, iterations, output, witness, witnessType } = proof;
 * const read = readVdf({
 *   vdf_info: { challenge, number_of_iterations: iterations, output: { data: output } },
 *   vdf_proof: { witness_type: witnessType, witness, normalized_to_identity: false },
 * });
 * await verifyVdf(read); // true
 * ```
 */
export function readVdf(file: object | string | Uint8Array): ChiaProof {
  const value = readJson(file, 'file', MAX_VDF_LENGTH);
  const names = ['vdf_info', 'vdf_proof', 'number_of_iterations', 'witness_type'] as const;
  const { vdf_info, vdf_proof, number_of_iterations, witness_type } = readRecord(value, 'file', '', names);
  if (vdf_info !== undefined || vdf_proof !== undefined)
    return readInfoAndProof(vdf_info, 'vdf_info', vdf_proof, 'vdf_proof').proof;
  if (number_of_iterations !== undefined || witness_type !== undefined)
    return readInfoAndProof(value, '', value, '').proof;
  return readOwnNames(value as object);
}

/** A proof in the names of `verifyVdf`. */
function readOwnNames(value: object): ChiaProof {
  checkNames(value, 'file', NAMES);
  const { challenge, iterations, input, output, witness, witnessType } = readFields(value, '', NAMES);
  return {
    challenge: readHex(challenge, 'challenge', MAX_BYTES.challenge),
    iterations: readIterations(iterations, 'iterations'),
    ...(input !== undefined && { input: readHex(input, 'input', MAX_BYTES.form) }),
    output: readHex(output, 'output', MAX_BYTES.form),
    witness: readHex(witness, 'witness', MAX_BYTES.witness),
    witnessType: readWhole(witnessType, 'witnessType', 0, MAX_SEGMENTS),
  };
}

/** A VDFInfo and a VDFProof, each with its path, which is empty for the file itself. */
export function readInfoAndProof(
  info: unknown,
  infoPath: string,
  proof: unknown,
  proofPath: string,
): { proof: ChiaProof; isNormalized: boolean } {
  const at = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
  const { challenge, number_of_iterations, output } = readRecord(info, infoPath, at(infoPath, ''), INFO);
  const outputPath = at(infoPath, 'output');
  const { data } = readRecord(output, outputPath, `${outputPath}.`, ['data']);
  const { witness_type, witness, normalized_to_identity } = readRecord(proof, proofPath, at(proofPath, ''), PROOF);
  return {
    proof: {
      challenge: readHex(challenge, at(infoPath, 'challenge'), MAX_BYTES.challenge),
      iterations: readIterations(number_of_iterations, at(infoPath, 'number_of_iterations')),
      output: readHex(data, `${outputPath}.data`, MAX_BYTES.form),
      witness: readHex(witness, at(proofPath, 'witness'), MAX_BYTES.witness),
      witnessType: readWhole(witness_type, at(proofPath, 'witness_type'), 0, MAX_SEGMENTS),
    },
    isNormalized: readBoolean(normalized_to_identity, at(proofPath, 'normalized_to_identity')),
  };
}

/** The value of an argument: an object as it is, or JSON as text or bytes, at most `most` of either. */
export function readJson(value: unknown, name: string, most: number): unknown {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null))
    throw new TypeError(`${name}: must be an object, a string or a Uint8Array, not ${describe(value)}`);
  const text = typeof value === 'string' ? value : viewOf(value, name);
  return text === undefined ? value : parse(text, most);
}

export function readRecord<Name extends string>(
  value: unknown,
  field: string,
  prefix: string,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  if (typeof value !== 'object' || value === null || isArray(value))
    throw new MalformedProofError(field, `must be an object, not ${absentOr(value)}`);
  return readFields(value, prefix, names);
}

function readBoolean(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean') throw new MalformedProofError(field, `must be true or false, not ${absentOr(value)}`);
  return value;
}

function readHex(value: unknown, field: string, most: number): string {
  return checkHex(readString(value, field), field, most);
}
