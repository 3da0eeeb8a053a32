import type { CheckedOptions, Expectation as ExpectationFields } from '../border/powers-operations.generated.js';
import { type Profile, profiles, type Scheme, schemes } from '../border/types.generated.js';
import { type Integer, type IntegerReader, magnitudeBytes } from '../input/integers.js';
import {
  type Elsewhere,
  readBytes,
  readChoice,
  readCount,
  readFlag,
  readObject,
  readOptional,
} from '../input/reading.js';
import { bare } from '../runtime.js';
import { type GroupName, groupBytes, groups, isGroupName } from './groups.js';
import { MAX_DELTA, MAX_ITERATIONS, MIN_CHALLENGE_BITS } from './limits.generated.js';

/** The statement that a proof must show. A proof of any other statement is not valid. */
export interface Expectation {
  /** The modulus: a number, or the name of a built-in group. Whoever knows its factors can prove anything. */
  modulus?: Integer | GroupName | undefined;
  /** The input x. */
  input?: Integer | undefined;
  /** The seed of the input, at most 2^20 bytes: see `hashToGroup`. */
  seed?: Uint8Array | undefined;
  /** The number of squarings, 1 to 2^53 − 1. */
  iterations?: number | undefined;
  scheme?: Scheme | undefined;
  /**
   * Default `powmod-v1`: a proof of another profile is not valid. Name `tokamak` only where the sign of the output does
   * not matter: both y and N − y have proofs in it.
   */
  profile?: Profile | undefined;
}

export interface VerifyOptions {
  /** Without an expected modulus, the verdict holds for the modulus in the file. */
  expect?: Expectation | undefined;
  /**
   * Wesolowski's challenge prime l, from 2^127 to 2^1024, for a transcript of another protocol. Derive l from N, x, y
   * and T after y is fixed. Otherwise anyone can forge a proof, by any π and y = π^l · x^r.
   */
  challenge?: { prime: Integer } | undefined;
  /** The largest `delta` of a Pietrzak proof, 0 to 20. Default 10. Each step doubles the verifier's squarings. */
  maxDelta?: number | undefined;
  /** For tests: accept moduli of fewer than 1,000 bits. */
  allowWeakModulus?: boolean | undefined;
}

/** What a Pietrzak proof claims before one of its halvings. Each number has as many big-endian bytes as the modulus. */
export interface Halving {
  /** N. */
  modulus: Uint8Array;
  /** x. */
  input: Uint8Array;
  /** y = x^(2^T). */
  output: Uint8Array;
  /** v = x^(2^(T/2)), as the proof has it. */
  midpoint: Uint8Array;
  /** T, an even number: an odd one became T + 1, and y its square. */
  iterations: number;
  /** How many halvings came before. */
  index: number;
}

/** The options of a Pietrzak proof whose transcript is that of another protocol. */
export interface HalvingOptions extends Omit<VerifyOptions, 'challenge'> {
  /**
   * The challenge r of a halving, from 0 to 2^1024. Hash N, x, y, v and T, each whole, to at least 128 bits. Otherwise
   * anyone can forge a proof.
   */
  challenge: (halving: Halving) => Integer;
}

export interface BatchOptions extends VerifyOptions {
  /**
   * Verifies the Wesolowski proofs of one modulus together, with random exponents from the platform's generator. This
   * is faster, and sound if no element of low order but ±1 is known, which is Pietrzak's assumption. Default `false`.
   */
  batch?: boolean | undefined;
}

const VERIFY_OPTIONS = ['expect', 'challenge', 'maxDelta', 'allowWeakModulus'] as const;

/** The names of the options of many proofs. */
export const BATCH_OPTIONS = ['batch', ...VERIFY_OPTIONS] as const;

const EXPECTATION = ['modulus', 'input', 'seed', 'iterations', 'scheme', 'profile'] as const;

/** What a proof must show is no option of its own. */
export const EXPECTED: Elsewhere = { names: EXPECTATION, place: 'options.expect' };

type Given<Name extends string> = Partial<Record<Name, unknown>>;

/** The options of many proofs. */
export function readBatchOptions(options: unknown, integers: IntegerReader) {
  return checkBatchOptions(readOptional(options, 'options', BATCH_OPTIONS, EXPECTED), integers);
}

/** The options of many proofs, from those of a call: plain data for a worker. */
export function checkBatchOptions(given: Given<(typeof BATCH_OPTIONS)[number]>, integers: IntegerReader) {
  return { options: checkVerifyOptions(given, integers), batch: readFlag(given.batch, 'options.batch') };
}

/** The options of one proof. */
export function readVerifyOptions(options: unknown, integers: IntegerReader): CheckedOptions {
  return checkVerifyOptions(readOptional(options, 'options', VERIFY_OPTIONS, EXPECTED), integers);
}

/** The options of one proof, and the caller's own challenge of a halving if there is one. */
export function readOwnOptions(options: unknown, integers: IntegerReader) {
  const given = readOptional(options, 'options', VERIFY_OPTIONS, EXPECTED);
  const { challenge } = given;
  if (typeof challenge !== 'function') return { options: checkVerifyOptions(given, integers), challenge: undefined };
  const checked = checkVerifyOptions(bare({ ...given, challenge: undefined }), integers);
  return { options: { ...checked, halvedByCaller: true }, challenge: challenge as HalvingOptions['challenge'] };
}

function checkVerifyOptions(given: Given<(typeof VERIFY_OPTIONS)[number]>, integers: IntegerReader): CheckedOptions {
  const { expect, challenge, maxDelta, allowWeakModulus } = given;
  return {
    expect: readExpectation(expect, integers),
    prime: challenge === undefined ? undefined : readChallenge(challenge, integers),
    halvedByCaller: false,
    maxDelta: maxDelta === undefined ? undefined : readCount(maxDelta, 'options.maxDelta', 0, MAX_DELTA),
    allowWeakModulus: readFlag(allowWeakModulus, 'options.allowWeakModulus'),
  };
}

/** The checked expectation, copied: to read the proof may run code of the caller. */
function readExpectation(value: unknown, integers: IntegerReader): ExpectationFields {
  const name = 'options.expect';
  const expect = readOptional(value, name, EXPECTATION);
  const { modulus, input, seed, iterations, scheme, profile } = expect;
  return {
    modulus: modulus === undefined ? undefined : readNamedModulus(modulus, `${name}.modulus`, integers),
    input: input === undefined ? undefined : integers.integer(input, `${name}.input`),
    seed: seed === undefined ? undefined : readSeed(seed, `${name}.seed`),
    iterations: iterations === undefined ? undefined : readCount(iterations, `${name}.iterations`, 1, MAX_ITERATIONS),
    scheme: scheme === undefined ? undefined : readChoice(scheme, `${name}.scheme`, schemes),
    profile: readProfile(profile, `${name}.profile`),
  };
}

/** The profile of a task or an expectation that names none: a proof of `tokamak` shows the output only up to sign. */
export const DEFAULT_PROFILE: Profile = 'powmod-v1';

/** The profile that is named, or the default. */
export function readProfile(value: unknown, name: string): Profile {
  return value === undefined ? DEFAULT_PROFILE : readChoice(value, name, profiles);
}

/** A copy of a modulus, or the bytes of a built-in group. */
export function readNamedModulus(value: unknown, name: string, integers: IntegerReader): Uint8Array {
  if (typeof value !== 'string') return new Uint8Array(integers.modulusBytes(value, name));
  if (!isGroupName(value))
    throw new RangeError(`${name}: is not a built-in group; there are ${Object.keys(groups).join(', ')}`);
  return groupBytes(value);
}

function readChallenge(challenge: unknown, integers: IntegerReader): Uint8Array {
  if (typeof challenge === 'function')
    throw new TypeError('options.challenge: only `verify` of an instance takes a function');
  const { prime } = readObject(challenge, 'options.challenge', ['prime']);
  return readPrime(prime, 'options.challenge.prime', integers);
}

/** The greatest challenge. */
const MAX_CHALLENGE = 1n << 1024n;

/** The caller's own challenge of a halving. */
export function readOwnChallenge(value: unknown, integers: IntegerReader): bigint {
  const name = 'options.challenge(…)';
  const r = integers.integer(value, name);
  if (r < 0n || r > MAX_CHALLENGE) throw new RangeError(`${name}: must be from 0 to 2^1024`);
  return r;
}

/** The bytes of a challenge. Whether it is a prime, the prover and the verifier test. */
export function readPrime(prime: unknown, name: string, integers: IntegerReader): Uint8Array {
  const value = integers.integer(prime, name);
  if (value < 1n << BigInt(MIN_CHALLENGE_BITS - 1) || value > MAX_CHALLENGE)
    throw new RangeError(`${name}: must be from 2^127 to 2^1024`);
  return magnitudeBytes(value);
}

const MAX_SEED_BYTES = 2 ** 20;

/** A copy of a checked seed. */
export function readSeed(value: unknown, name: string): Uint8Array {
  const seed = readBytes(value, name);
  if (seed.length > MAX_SEED_BYTES) throw new RangeError(`${name}: has more than ${MAX_SEED_BYTES} bytes`);
  return new Uint8Array(seed);
}
