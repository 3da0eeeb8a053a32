/** The tasks of `evaluate` and `prove`: the modulus, the input and the number of squarings. */
import type { Source } from '../../border/prover-operations.generated.js';
import { type Profile, type Scheme, schemes } from '../../border/types.generated.js';
import { base64UrlToBytes } from '../../bytes.js';
import { type Integer, type IntegerReader, magnitudeBytes, toBigint } from '../../input/integers.js';
import { type Elsewhere, readBytes, readChoice, readCount, readFunction, readObject } from '../../input/reading.js';
import type { GroupName } from '../../vdf/groups.js';
import { MAX_DELTA, MAX_ITERATIONS } from '../../vdf/limits.generated.js';
import { readNamedModulus, readPrime, readProfile, readSeed } from '../../vdf/options.js';

interface StatementFields {
  /** N, or the name of a built-in group: odd, 1,000 to 16,384 bits, not a prime, no factor below 2^16. */
  modulus: Integer | GroupName;
  /** The number of squarings, 1 to 2^53 − 1. */
  iterations: number;
}

/** Either `input`, x with 1 ≤ x < N, or `seed`, at most 2^20 bytes, of which `hashToGroup` makes x. */
export type Statement = StatementFields & ({ input: Integer; seed?: never } | { seed: Uint8Array; input?: never });

/** The task of `evaluate`. */
export type EvaluationTask = Statement & {
  /** The scheme whose prover will use the kept values. Default `'wesolowski'`. */
  scheme?: Scheme | undefined;
  /** The most bytes that the kept values may take, 0 to 2^32. Default 2^26. */
  memory?: number | undefined;
};

/** The task of `prove`. */
export type ProofTask = Statement & {
  scheme: Scheme;
  /** Default `'powmod-v1'`. `'tokamak'` is for `pietrzak` only, and `iterations` must be a power of two. */
  profile?: Profile | undefined;
  /** The rounds that a Pietrzak proof leaves out, 0 to 20. Each round left out doubles the verifier's squarings. */
  delta?: number | undefined;
  /**
   * The result of `evaluate` for the same modulus, input and iterations, with any scheme and memory; or what JSON made
   * of it.
   */
  evaluation?: { checkpoints: Uint8Array | string } | undefined;
  /**
   * The challenge of another protocol's Wesolowski transcript: a prime from 2^127 to 2^1024, made of N, x,
   * y = x^(2^T) mod N and T after the evaluation. The proof is valid with `verify`'s option `challenge`. A protocol
   * whose elements are plain residues gets a proof up to sign: where π^l · x^r is N − y, its π is N − π.
   */
  challenge?: Challenge | undefined;
};

/** Gives the challenge of a transcript. */
export type Challenge = (
  modulus: bigint,
  input: bigint,
  output: bigint,
  iterations: number,
) => Integer | PromiseLike<Integer>;

/** A checked task of `evaluate`, as plain data for a worker. */
export interface CheckedTask {
  modulus: Uint8Array;
  source: Source;
  iterations: number;
  scheme: Scheme;
  memory: number;
}

export interface CheckedProofTask extends CheckedTask {
  profile: Profile;
  delta: number | undefined;
}

const STATEMENT = ['modulus', 'input', 'seed', 'iterations'] as const;
const DEFAULT_MEMORY = 2 ** 26;

/** The most bytes that wasm can address. */
const MAX_MEMORY = 2 ** 32;

/** The options of `evaluate` and `prove`, which are no part of a task; and a task's fields, which are no options. */
const OPTIONS: Elsewhere = {
  names: ['checkpoint', 'onCheckpoint', 'onProgress', 'signal', 'memory'],
  place: 'the options, the second argument',
};
export const TASK: Elsewhere = {
  names: [...STATEMENT, 'scheme', 'profile', 'delta', 'evaluation', 'challenge', 'memory'],
  place: 'the task, the first argument',
};

export function readEvaluationTask(value: unknown, integers: IntegerReader): CheckedTask {
  const task = readObject(value, 'task', [...STATEMENT, 'scheme', 'memory'], OPTIONS);
  return {
    ...readStatement(task, integers),
    scheme: task.scheme === undefined ? 'wesolowski' : readChoice(task.scheme, 'scheme', schemes),
    memory: readMemory(task.memory, 'memory'),
  };
}

/** The checked task, the checkpoint of its evaluation, if it has one, and the bytes of its own challenge. */
export function readProofTask(
  value: unknown,
  memory: unknown,
  integers: IntegerReader,
): {
  task: CheckedProofTask;
  checkpoint: Uint8Array<ArrayBuffer> | undefined;
  challenge: ((...statement: Parameters<Challenge>) => Promise<Uint8Array>) | undefined;
} {
  const names = [...STATEMENT, 'scheme', 'profile', 'delta', 'evaluation', 'challenge'] as const;
  const fields = readObject(value, 'task', names, OPTIONS);
  const scheme = readChoice(fields.scheme, 'scheme', schemes);
  const profile = readProfile(fields.profile, 'profile');
  if (profile === 'tokamak' && scheme !== 'pietrzak') throw new RangeError('profile: tokamak is for pietrzak only');
  const delta = fields.delta === undefined ? undefined : readCount(fields.delta, 'delta', 0, MAX_DELTA);
  if (delta !== undefined && scheme !== 'pietrzak') throw new RangeError('delta: is for pietrzak only');
  const challenge = readFunction<Challenge>(fields.challenge, 'challenge');
  if (challenge && scheme !== 'wesolowski') throw new RangeError('challenge: is for wesolowski only');
  const statement = readStatement(fields, integers);
  const T = BigInt(statement.iterations);
  if (profile === 'tokamak' && T & (T - 1n))
    throw new RangeError('iterations: must be a power of two for the profile tokamak');
  return {
    task: { ...statement, scheme, profile, delta, memory: readMemory(memory, 'options.memory') },
    checkpoint: fields.evaluation === undefined ? undefined : readEvaluation(fields.evaluation),
    challenge: challenge && (async (...statement) => readPrime(await challenge(...statement), 'challenge', integers)),
  };
}

function readStatement(
  { modulus, input, seed, iterations }: Partial<Record<(typeof STATEMENT)[number], unknown>>,
  integers: IntegerReader,
): Pick<CheckedTask, 'modulus' | 'source' | 'iterations'> {
  const n = readNamedModulus(modulus, 'modulus', integers);
  if ((input === undefined) === (seed === undefined)) throw new TypeError('input: give either input or seed');
  return {
    modulus: n,
    source:
      input === undefined
        ? { input: undefined, seed: readSeed(seed, 'seed') }
        : { input: readInput(input, n, integers), seed: undefined },
    iterations: readCount(iterations, 'iterations', 1, MAX_ITERATIONS),
  };
}

function readInput(value: unknown, modulus: Uint8Array, integers: IntegerReader): Uint8Array {
  const input = integers.integer(value, 'input');
  if (input < 1n || input >= toBigint(modulus)) throw new RangeError('input: must be from 1 to the modulus less one');
  return magnitudeBytes(input);
}

function readMemory(value: unknown, name: string): number {
  return value === undefined ? DEFAULT_MEMORY : readCount(value, name, 0, MAX_MEMORY);
}

function readEvaluation(value: unknown): Uint8Array<ArrayBuffer> {
  const { checkpoints } = readObject(value, 'evaluation', ['output', 'checkpoints']);
  return readCheckpoint(checkpoints, 'evaluation.checkpoints');
}

/** A copy of a checkpoint's bytes, which may be text from an evaluation's JSON. The worker checks their content. */
export function readCheckpoint(value: unknown, name: string): Uint8Array<ArrayBuffer> {
  if (typeof value !== 'string') return new Uint8Array(readBytes(value, name));
  const bytes = base64UrlToBytes(value);
  if (!bytes) throw new RangeError(`${name}: must be bytes, or base64url as in the JSON of an evaluation`);
  return new Uint8Array(bytes); // Node's own may lie in a pool
}
