import type { Instance } from '../border/instance.js';
import * as operations from '../border/powers-operations.generated.js';
import { publicVerdict } from '../border/refusal.js';
import type { Verdict } from '../border/wire.js';
import { secureBytes } from '../bytes.js';
import { MalformedProofError, orMalformed } from '../errors.js';
import { bitLength, type IntegerReader } from '../input/integers.js';
import { readArray } from '../input/reading.js';
import { halved, type PowerTimes } from './claim.js';
import { RANDOM_BYTES } from './limits.generated.js';
import { type Halving, readBatchOptions, readOwnChallenge, readOwnOptions, readVerifyOptions } from './options.js';
import { checkProofType, deltaOf, type Proof, readProofFields } from './proof-file.js';

/** Verifies a proof: see `Powmod.verify`. */
export function verifyProof(
  instance: Instance,
  integers: IntegerReader,
  powerTimes: PowerTimes,
  source: unknown,
  given: unknown,
): boolean {
  const { options, challenge } = readOwnOptions(given, integers);
  const proof = readProofFor(integers.maxBits, source);
  const verify = (proof: Proof, options: operations.CheckedOptions) =>
    instance.call(operations.verify, { proof, options });
  if (!challenge) return verify(proof, options);
  if (proof.scheme !== 'pietrzak') throw new TypeError('options.challenge: must be { prime } for a wesolowski proof');
  if (!verify(proof, options)) return false;
  const read = (halving: Halving) => readOwnChallenge(challenge(halving), integers);
  const { input, output, iterations } = halved(proof, read, powerTimes);
  // The first call compared the proof with what the caller expects. For the claim that is left, only the equation
  // matters.
  const left = { ...proof, input, output, iterations, values: new Uint8Array(), delta: deltaOf(proof) };
  const { maxDelta, allowWeakModulus } = options;
  return verify(left, readVerifyOptions({ maxDelta, allowWeakModulus }, integers));
}

/** Verifies many proofs: see `Powmod.verifyBatch`. */
export function verifyProofs(
  instance: Instance,
  integers: IntegerReader,
  sources: unknown,
  given: unknown,
): (boolean | MalformedProofError)[] {
  const { batch, options } = readBatchOptions(given, integers);
  const proofs = readProofList(sources).map((source) => readProofOrError(integers.maxBits, source));
  return mergeVerdicts(proofs, verifyInCalls(instance, proofs.filter(isWellFormed), options, batch));
}

/** The most proofs in one wasm call: more at once would take too much memory. */
const PROOFS_A_CALL = 1024;

/** The verdicts on any number of well-formed proofs. */
export function verifyInCalls(
  instance: Instance,
  proofs: readonly Proof[],
  options: operations.CheckedOptions,
  batch: boolean,
): Verdict[] {
  const verdicts: Verdict[] = [];
  // An empty list takes a call too, which checks the options.
  for (let at = 0; at === 0 || at < proofs.length; at += PROOFS_A_CALL)
    verdicts.push(...verifyInOneCall(instance, proofs.slice(at, at + PROOFS_A_CALL), options, batch));
  return verdicts;
}

/** The verdicts on well-formed proofs, by one wasm call. */
export function verifyInOneCall(
  instance: Instance,
  proofs: readonly Proof[],
  options: operations.CheckedOptions,
  batch: boolean,
): Verdict[] {
  const random = secureBytes(batch ? RANDOM_BYTES * proofs.length : 0);
  return instance.call(operations.verifyBatch, { proofs, options, batch, random });
}

export function isWellFormed(proof: Proof | MalformedProofError): proof is Proof {
  return !(proof instanceof MalformedProofError);
}

/** The verdicts on the well-formed proofs and the errors of the malformed ones, in the order of the proofs. */
export function mergeVerdicts(
  proofs: readonly (Proof | MalformedProofError)[],
  verdicts: readonly Verdict[],
): (boolean | MalformedProofError)[] {
  let next = 0;
  return proofs.map((proof) => (isWellFormed(proof) ? publicVerdict(verdicts[next++] as Verdict) : proof));
}

/** The most proofs in one public call. */
const MAX_PROOFS = 2 ** 20;

/** The list of proofs, whose types are checked and whose fields are not. */
export function readProofList(value: unknown): unknown[] {
  const proofs = readArray(value, 'proofs', 'proofs', MAX_PROOFS);
  proofs.forEach((proof, i) => {
    checkProofType(proof, `proofs[${i}]`);
  });
  return proofs;
}

/** The fields of a proof. @throws MalformedProofError if the modulus has more than `maxBits` bits */
export function readProofFor(maxBits: number, source: unknown): Proof {
  const proof = readProofFields(source);
  if (bitLength(proof.modulus) > maxBits)
    throw new MalformedProofError('modulus', `has more than ${maxBits} bits, this instance's maxBits`);
  return proof;
}

/** The fields of a proof, or the `MalformedProofError` as the result. */
export function readProofOrError(maxBits: number, source: unknown): Proof | MalformedProofError {
  return orMalformed(() => readProofFor(maxBits, source));
}
