import type { Instance } from '../border/instance.js';
import * as operations from '../border/operations.generated.js';
import type { Verdict } from '../border/wire.js';
import { MalformedProofError } from '../errors.js';
import { bitLength, type IntegerReader } from '../input/integers.js';
import { readArray } from '../input/reading.js';
import { readBatchOptions } from './options.js';
import { checkProofType, type Proof, readProofFields } from './proof-file.js';

/** Verifies many proofs: see `Powmod.verifyBatch`. */
export function verifyProofs(
  instance: Instance,
  integers: IntegerReader,
  sources: unknown,
  given: unknown,
): (boolean | MalformedProofError)[] {
  const { batch, options } = readBatchOptions(given, integers);
  const proofs = readProofs(sources).map((source) => readOrRefuse(integers.maxBits, source));
  const wellFormed = proofs.filter(isWellFormed);
  const verdicts: Verdict[] = [];
  // Nearly always one crossing: more proofs at once would take too much memory.
  for (let at = 0; at === 0 || at < wellFormed.length; at += PROOFS_A_CALL)
    verdicts.push(...verifyTogether(instance, wellFormed.slice(at, at + PROOFS_A_CALL), options, batch));
  return withRefused(proofs, verdicts);
}

/** The most proofs that go over in one call. */
const PROOFS_A_CALL = 1024;

/** The verdicts on proofs that were read, in one crossing. */
export function verifyTogether(
  instance: Instance,
  proofs: readonly Proof[],
  options: operations.VerifyOptions,
  batch: boolean,
): Verdict[] {
  const random = new Uint8Array(batch ? RANDOM_BYTES * proofs.length : 0);
  // The platform gives no more than this in a call.
  for (let at = 0; at < random.length; at += 65536) crypto.getRandomValues(random.subarray(at, at + 65536));
  return instance.call(operations.verifyBatch, { proofs, options, batch, random });
}

/** For each proof of a batch: the length of its random exponent. */
const RANDOM_BYTES = 16;

export function isWellFormed(proof: Proof | MalformedProofError): proof is Proof {
  return !(proof instanceof MalformedProofError);
}

/** The verdicts on the well-formed proofs, and the errors of the others, each in its place. */
export function withRefused(
  proofs: readonly (Proof | MalformedProofError)[],
  verdicts: readonly Verdict[],
): (boolean | MalformedProofError)[] {
  let next = 0;
  return proofs.map((proof) => {
    if (!isWellFormed(proof)) return proof;
    const verdict = verdicts[next++] as Verdict;
    return typeof verdict === 'boolean' ? verdict : new MalformedProofError(verdict.field, verdict.reason);
  });
}

/** More proofs in one call are refused. */
const MOST_PROOFS = 2 ** 20;

/** The list of what may be proofs. */
export function readProofs(value: unknown): unknown[] {
  const proofs = readArray(value, 'proofs', 'proofs', MOST_PROOFS);
  for (const proof of proofs) checkProofType(proof);
  return proofs;
}

/** A proof for an instance that takes moduli of so many bits. */
export function readProofFor(maxBits: number, source: unknown): Proof {
  const proof = readProofFields(source);
  if (bitLength(proof.modulus) > maxBits)
    throw new MalformedProofError('modulus', `has more than ${maxBits} bits, this instance's maxBits`);
  return proof;
}

/** The same, or why it is no proof. */
export function readOrRefuse(maxBits: number, source: unknown): Proof | MalformedProofError {
  try {
    return readProofFor(maxBits, source);
  } catch (error) {
    if (error instanceof MalformedProofError) return error;
    throw error;
  }
}
