import { isProbablePrime } from './arithmetic.js';
import { ProofHandle } from './bindings.js';
import { bigintToBytes, bytesToBigint } from './bytes.js';
import { MalformedProofError } from './errors.js';
import { type GroupName, groups, isGroupName } from './groups.js';
import type { Instance, Ring } from './instance.js';
import { type Integer, type IntegerReader, magnitudeBytes } from './integers.js';
import { readChoice, readCount } from './options.js';
import { checkProofType, type Profile, type Proof, readProofFile, type Scheme } from './proof-file.js';
import { describe, readArray, readBytes, readObject, readOptional } from './reading.js';

/** What the caller wants to be proved. A proof of anything else is not valid, whatever it proves. */
export interface Expectation {
  /** The modulus: a number, or a built-in group's name. Whoever knows its factors can prove anything, so name one that you trust. */
  modulus?: Integer | GroupName;
  /** The input x. */
  input?: Integer;
  /** The seed that the input comes from: see `hashToGroup`. */
  seed?: Uint8Array;
  /** The number of squarings, 1 to 2^53 − 1. */
  iterations?: number;
  scheme?: Scheme;
  profile?: Profile;
}

export interface VerifyOptions {
  /** Without an expected modulus the answer holds for the modulus in the file. */
  expect?: Expectation;
  /**
   * Wesolowski's challenge prime l, from 2^127 to 2^1024, for a transcript that is not powmod's. It must be derived from
   * N, x, y and T after y is fixed: otherwise anyone forges, taking any π and y = π^l · x^r.
   */
  challenge?: { prime: Integer };
  /** The largest `delta` of a Pietrzak proof, 0 to 20; default 10. Each more doubles the verifier's squarings. */
  maxDelta?: number;
  /** For tests: take moduli that are shorter than the VDF functions' 1,000 bits. */
  allowWeakModulus?: boolean;
}

export interface BatchOptions extends VerifyOptions {
  /**
   * Checks the Wesolowski proofs of one modulus together, with random exponents from the platform's generator: faster,
   * and sound where the group has no element of low order but ±1, which is Pietrzak's assumption. Default `false`.
   */
  batch?: boolean;
}

/** Options that were checked, and can be sent to a worker. */
export interface CheckedOptions {
  expect: {
    modulus: bigint | undefined;
    input: bigint | undefined;
    seed: Uint8Array | undefined;
    iterations: number | undefined;
    scheme: Scheme | undefined;
    profile: Profile | undefined;
  };
  /** Of a size that is allowed; whether it is a prime is asked where the proof is verified. */
  prime: bigint | undefined;
  maxDelta: number | undefined;
  allowWeakModulus: boolean;
}

export interface CheckedBatchOptions extends CheckedOptions {
  batch: boolean;
}

const VERIFY_OPTIONS = ['expect', 'challenge', 'maxDelta', 'allowWeakModulus'] as const;
export const BATCH_OPTIONS = ['batch', ...VERIFY_OPTIONS] as const;

/** Verifies one proof: see `Powmod.verify`. */
export function verifyProof(instance: Instance, integers: IntegerReader, source: unknown, options: unknown): boolean {
  const checked = readVerifyOptions(options, integers);
  const proof = readProofFile(source);
  checkPrime(instance, checked);
  return verifyChecked(instance, integers, proof, checked);
}

/** Verifies many proofs: see `Powmod.verifyBatch`. */
export function verifyProofs(
  instance: Instance,
  integers: IntegerReader,
  sources: unknown,
  options: unknown,
): (boolean | MalformedProofError)[] {
  const checked = readBatchOptions(options, integers);
  const proofs = readProofs(sources).map(readOrRefuse);
  checkPrime(instance, checked);
  const proved = checked.batch ? provedTogether(instance, integers, proofs, checked) : new Set<unknown>();
  return proofs.map((proof) => proved.has(proof) || verifyOrRefuse(instance, integers, proof, checked));
}

/** More in one call are refused. */
const MOST_PROOFS = 2 ** 20;

/** The list of what may be proofs. */
export function readProofs(value: unknown): unknown[] {
  const proofs = readArray(value, 'proofs', 'proofs', MOST_PROOFS);
  for (const proof of proofs) checkProofType(proof);
  return proofs;
}

/** A proof, or why it is none. */
export function readOrRefuse(source: unknown): Proof | MalformedProofError {
  return orRefusal(() => readProofFile(source));
}

/** Whether a proof is valid, or why it is none. */
export function verifyOrRefuse(
  instance: Instance,
  integers: IntegerReader,
  proof: Proof | MalformedProofError,
  checked: CheckedOptions,
): boolean | MalformedProofError {
  if (proof instanceof MalformedProofError) return proof;
  return orRefusal(() => verifyChecked(instance, integers, proof, checked));
}

function orRefusal<T>(work: () => T): T | MalformedProofError {
  try {
    return work();
  } catch (error) {
    if (error instanceof MalformedProofError) return error;
    throw error;
  }
}

/** The proofs that batches, one for each modulus, show to be valid. All others are asked by themselves. */
export function provedTogether(
  instance: Instance,
  integers: IntegerReader,
  proofs: readonly (Proof | MalformedProofError)[],
  checked: CheckedOptions,
): Set<unknown> {
  const groups = new Map<bigint, Proof[]>();
  // A challenge of the caller's own is for one proof, not for a batch.
  if (checked.prime !== undefined) return new Set();
  for (const proof of proofs) {
    if (proof instanceof MalformedProofError || proof.scheme !== 'wesolowski') continue;
    const ring = orRefusal(() => ringOf(instance, integers, proof, checked));
    if (!ring || ring instanceof MalformedProofError) continue;
    const group = groups.get(ring.modulus);
    if (group) group.push(proof);
    else groups.set(ring.modulus, [proof]);
  }
  const proved = new Set<unknown>();
  for (const [modulus, group] of groups) {
    const ring = instance.ring(modulus);
    const codes = instance.run(() => ring.handle.verify_batch(group.map(packed), checked.maxDelta));
    for (const [i, proof] of group.entries()) if (codes[i] === 1) proved.add(proof);
  }
  return proved;
}

/** A seed's element: see `Powmod.hashToGroup`. */
export function hashSeed(instance: Instance, seed: Uint8Array, modulus: bigint): bigint {
  const ring = instance.ring(modulus);
  const weakness = instance.run(() => ring.handle.check_group(false));
  if (weakness !== undefined) throw new RangeError(`modulus: ${weakness}`);
  return bytesToBigint(instance.run(() => ring.handle.hash_to_group(seed)));
}

const MOST_SEED_BYTES = 2 ** 20;

/** A copy of a seed. */
export function readSeed(value: unknown, name: string): Uint8Array {
  const seed = readBytes(value, name);
  if (seed.length > MOST_SEED_BYTES) throw new RangeError(`${name}: has more than ${MOST_SEED_BYTES} bytes`);
  return new Uint8Array(seed);
}

/** Whether a proof that was read is valid. */
export function verifyChecked(
  instance: Instance,
  integers: IntegerReader,
  proof: Proof,
  checked: CheckedOptions,
): boolean {
  const ring = ringOf(instance, integers, proof, checked);
  if (!ring) return false;
  const prime = checked.prime === undefined ? undefined : magnitudeBytes(checked.prime);
  return instance.run(() => ring.handle.verify(packed(proof), checked.maxDelta, prime));
}

/** A proof on its way into wasm. */
function packed({ scheme, profile, input, output, iterations, values, delta }: Proof): ProofHandle {
  return new ProofHandle(scheme, profile, input, output, iterations, values, delta);
}

/** The ring of a proof's modulus, if the proof is about what the caller expects. */
function ringOf(instance: Instance, integers: IntegerReader, proof: Proof, checked: CheckedOptions): Ring | undefined {
  const { expect } = checked;
  if (proof.modulus >> BigInt(integers.maxBits) !== 0n)
    throw new MalformedProofError('modulus', `has more than ${integers.maxBits} bits, this instance's maxBits`);
  if (checked.prime !== undefined && proof.scheme !== 'wesolowski')
    throw new RangeError('options.challenge: is for wesolowski proofs only');

  const { life } = instance;
  instance.run(() => life.check_form(bigintToBytes(proof.modulus), packed(proof), checked.maxDelta));
  if (!isExpected(proof, expect)) return undefined;
  const ring = instance.ring(proof.modulus);
  checkGroup(instance, ring, checked);
  if (expect.seed) {
    const { seed } = expect;
    const input = instance.run(() => ring.handle.hash_to_group(seed));
    if (bytesToBigint(input) !== bytesToBigint(proof.input)) return undefined;
  }
  return ring;
}

/** @throws RangeError when the caller's own challenge is no prime. */
export function checkPrime(instance: Instance, { prime }: CheckedOptions): void {
  if (prime !== undefined && !isProbablePrime(instance, prime))
    throw new RangeError('options.challenge.prime: must be a prime');
}

/** Whether the proof is about what the caller expects, so far as can be seen without arithmetic. */
function isExpected(proof: Proof, expect: CheckedOptions['expect']): boolean {
  return (
    (expect.modulus === undefined || expect.modulus === proof.modulus) &&
    (expect.input === undefined || expect.input === bytesToBigint(proof.input)) &&
    (expect.iterations === undefined || expect.iterations === proof.iterations) &&
    (expect.scheme === undefined || expect.scheme === proof.scheme) &&
    (expect.profile === undefined || expect.profile === proof.profile)
  );
}

/** A modulus that is unfit for a VDF is the file's fault, unless the caller gave it. */
function checkGroup(instance: Instance, ring: Ring, { expect, allowWeakModulus }: CheckedOptions): void {
  const weakness = instance.run(() => ring.handle.check_group(allowWeakModulus));
  if (weakness === undefined) return;
  if (expect.modulus !== undefined) throw new RangeError(`options.expect.modulus: ${weakness}`);
  throw new MalformedProofError('modulus', weakness);
}

/** The options of many proofs. */
export function readBatchOptions(options: unknown, integers: IntegerReader): CheckedBatchOptions {
  const { batch, ...others } = readOptional(options, 'options', BATCH_OPTIONS);
  if (batch !== undefined && typeof batch !== 'boolean')
    throw new TypeError(`options.batch: must be true or false, not ${describe(batch)}`);
  return { ...readVerifyOptions(others, integers), batch: batch ?? false };
}

/** The options of one proof. */
export function readVerifyOptions(options: unknown, integers: IntegerReader): CheckedOptions {
  const { expect, challenge, maxDelta, allowWeakModulus } = readOptional(options, 'options', VERIFY_OPTIONS);
  if (allowWeakModulus !== undefined && typeof allowWeakModulus !== 'boolean') {
    throw new TypeError(`options.allowWeakModulus: must be true or false, not ${describe(allowWeakModulus)}`);
  }
  return {
    expect: readExpectation(expect, integers),
    prime: challenge === undefined ? undefined : readPrime(challenge, integers),
    maxDelta: maxDelta === undefined ? undefined : readCount(maxDelta, 'options.maxDelta', 0, 20),
    allowWeakModulus: allowWeakModulus ?? false,
  };
}

function readExpectation(value: unknown, integers: IntegerReader): CheckedOptions['expect'] {
  const name = 'options.expect';
  const expect = readOptional(value, name, ['modulus', 'input', 'seed', 'iterations', 'scheme', 'profile']);
  const { modulus, input, seed, iterations, scheme, profile } = expect;
  return {
    modulus: modulus === undefined ? undefined : readExpectedModulus(modulus, integers),
    input: input === undefined ? undefined : integers.integer(input, `${name}.input`),
    seed: seed === undefined ? undefined : readSeed(seed, `${name}.seed`),
    iterations:
      iterations === undefined ? undefined : readCount(iterations, `${name}.iterations`, 1, Number.MAX_SAFE_INTEGER),
    scheme:
      scheme === undefined ? undefined : readChoice(scheme, `${name}.scheme`, ['wesolowski', 'pietrzak'] as const),
    profile:
      profile === undefined ? undefined : readChoice(profile, `${name}.profile`, ['powmod-v1', 'tokamak'] as const),
  };
}

function readExpectedModulus(value: unknown, integers: IntegerReader): bigint {
  if (typeof value !== 'string') return integers.modulus(value, 'options.expect.modulus');
  if (!isGroupName(value))
    throw new RangeError(
      `options.expect.modulus: is not a built-in group; there are ${Object.keys(groups).join(', ')}`,
    );
  return groups[value];
}

function readPrime(challenge: unknown, integers: IntegerReader): bigint {
  const { prime } = readObject(challenge, 'options.challenge', ['prime']);
  const value = integers.integer(prime, 'options.challenge.prime');
  if (value < 1n << 127n || value > 1n << 1024n) {
    throw new RangeError('options.challenge.prime: must be from 2^127 to 2^1024');
  }
  return value;
}
