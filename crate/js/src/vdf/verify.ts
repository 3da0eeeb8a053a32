import type { Instance } from '../border/instance.js';
import * as operations from '../border/powers-operations.generated.js';
import { publicVerdict } from '../border/refusal.js';
import type { Verdict } from '../border/wire.js';
import { bytesToBigint, secureBytes } from '../bytes.js';
import { MalformedProofError, orMalformed } from '../errors.js';
import { bitLength, type IntegerReader } from '../input/integers.js';
import { type EntryReader, readParts } from '../input/lists.js';
import { halved, type PowerTimes } from './claim.js';
import { RANDOM_BYTES } from './limits.generated.js';
import { type Halving, readBatchOptions, readOwnChallenge, readOwnOptions } from './options.js';
import { type Proof, readProofFields } from './proof-file.js';

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
  if (challenge && proof.scheme !== 'pietrzak')
    throw new TypeError('options.challenge: must be { prime } for a wesolowski proof');
  const holds = instance.call(operations.verify, { proof, options });
  if (!challenge || !holds) return holds; // with the caller's challenges all is checked but the equation
  const read = (halving: Halving) => readOwnChallenge(challenge(halving), integers);
  const { x, y, iterations: times, element } = halved(proof, read, powerTimes);
  const power = instance.call(operations.square, { modulus: proof.modulus, x, times });
  return element(bytesToBigint(power)) === y;
}

/** Verifies many proofs: see `Powmod.verifyBatch`. */
export function verifyProofs(
  instance: Instance,
  integers: IntegerReader,
  sources: unknown,
  given: unknown,
): (boolean | MalformedProofError)[] {
  const { batch, options } = readBatchOptions(given, integers);
  const verdicts: (boolean | MalformedProofError)[] = [];
  for (const { entries } of readParts(sources, proofReader(integers.maxBits))) {
    const found = verifyInCalls(instance, entries.filter(isWellFormed), options, batch);
    for (const verdict of mergeVerdicts(entries, found)) verdicts.push(verdict);
  }
  if (verdicts.length === 0) verifyInOneCall(instance, [], options, batch); // checks the options
  return verdicts;
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
  // Where no proof is well formed, a call checks the options.
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

/** The numbers of a proof that are not among its values, and the bytes of the rest and of a refusal, about. */
const OTHERS = 3;
const REST_BYTES = 256;

/** Reads the proofs of a list. A malformed one gives its error. */
export function proofReader(maxBits: number): EntryReader<Proof | MalformedProofError> {
  return {
    name: 'proofs',
    content: 'proofs',
    read(source, i) {
      return orMalformed(() => readProofFor(maxBits, source, `proofs[${i}]`));
    },
    size: (read) => REST_BYTES + (isWellFormed(read) ? read.values.length + OTHERS * read.modulus.length : 0),
  };
}

/** The fields of a proof. @throws MalformedProofError if the modulus has more than `maxBits` bits */
export function readProofFor(maxBits: number, source: unknown, name?: string): Proof {
  const proof = readProofFields(source, name);
  if (bitLength(proof.modulus) > maxBits)
    throw new MalformedProofError('modulus', `has more than ${maxBits} bits, this instance's maxBits`);
  return proof;
}
