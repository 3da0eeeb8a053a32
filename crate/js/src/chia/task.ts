/** The tasks of `evaluateVdf` and `proveVdf`. */
import type { ChiaTask } from '../border/chia-prover-operations.generated.js';
import { MalformedProofError } from '../errors.js';
import { describe, readBytes, readCount, readFunction, readObject, readOptional, viewOf } from '../input/reading.js';
import type { OnCheckpoint } from '../pool/calls/checkpoint-delivery.js';
import type { EvaluateCall } from '../pool/calls/evaluate.js';
import { type Call, type CallOptions, readCallOptions } from '../pool/calls/options.js';
import type { Pool } from '../pool/pool.js';
import { type GivenPool, readBits, readPool } from './options.js';
import { GENERATOR, MAX_BYTES, MAX_SEGMENTS, readHexOrBytes } from './proof.js';

/** What is squared, and how often. Bytes may be hex, with or without `0x`. */
export interface VdfTask {
  /** The bytes that give the discriminant: 32 on mainnet. */
  challenge: Uint8Array | string;
  /** The number of squarings, 0 to 2^53 − 1. */
  iterations: number;
  /** The form that is squared, in 100 bytes. Default: the generator. */
  input?: Uint8Array | string;
  /** The length of the discriminant in bits, as in {@link ChiaOptions}. */
  discriminantBits?: number;
}

/** The task of `evaluateVdf`. */
export interface VdfEvaluationTask extends VdfTask {
  /** The most bytes that the kept values may take, 0 to 2^32. Default 2^22. */
  memory?: number;
}

/** The task of `proveVdf`. */
export interface VdfProofTask extends VdfTask {
  /**
   * The number of segments, 0 to 63. The squarings are split evenly among the segments and the last part, and each is
   * proved while the next is evaluated. Default 0.
   */
  witnessType?: number;
  /** The result of `evaluateVdf` for the same challenge, input and iterations: only without segments. */
  evaluation?: { checkpoints: Uint8Array };
}

export interface EvaluateVdfOptions extends CallOptions {
  /** The pool that does the work. */
  pool: Pool;
  /** A checkpoint to resume from, of the same challenge, input and iterations. */
  checkpoint?: Uint8Array;
  /** Called with checkpoints: see `evaluate` of a pool. */
  onCheckpoint?: OnCheckpoint;
}

export interface ProveVdfOptions extends CallOptions {
  /** The pool that does the work. */
  pool: Pool;
  /** The most bytes that the kept values of a part may take, 0 to 2^32. Default 2^22. */
  memory?: number;
}

/** @internal A checked task of a proof. */
export interface CheckedProofTask {
  task: ChiaTask;
  memory: number;
  /** The number of segments. */
  witnessType: number;
  checkpoint: Uint8Array<ArrayBuffer> | undefined;
  /** Whether the input is the default. */
  isFromGenerator: boolean;
}

const TASK = ['challenge', 'iterations', 'input', 'discriminantBits'] as const;

/** More values hardly make the proof faster. */
const DEFAULT_MEMORY = 2 ** 22;

/** The most bytes that wasm can address. */
const MAX_MEMORY = 2 ** 32;

/** @internal */
export function readEvaluationTask(value: unknown): { task: ChiaTask; memory: number } {
  const { memory, ...fields } = readObject(value, 'task', [...TASK, 'memory']);
  return { task: readTask(fields), memory: readMemory(memory, 'memory') };
}

/** @internal */
export function readEvaluateOptions(value: unknown): { pool: GivenPool; call: EvaluateCall } {
  const names = ['pool', 'checkpoint', 'onCheckpoint', 'onProgress', 'signal'] as const;
  const { pool, checkpoint, onCheckpoint, ...call } = readOptional(value, 'options', names);
  return {
    pool: readPool(pool),
    call: {
      ...readCallOptions(call),
      checkpoint: readCheckpoint(checkpoint, 'options.checkpoint'),
      onCheckpoint: readFunction<OnCheckpoint>(onCheckpoint, 'options.onCheckpoint'),
    },
  };
}

/** @internal */
export function readProofTask(
  value: unknown,
  options: unknown,
): { pool: GivenPool; call: Call; task: CheckedProofTask } {
  const { pool, memory, ...call } = readOptional(options, 'options', ['pool', 'memory', 'onProgress', 'signal']);
  const { witnessType, evaluation, ...fields } = readObject(value, 'task', [...TASK, 'witnessType', 'evaluation']);
  const segments = witnessType === undefined ? 0 : readCount(witnessType, 'witnessType', 0, MAX_SEGMENTS);
  if (evaluation !== undefined && segments > 0)
    throw new RangeError('evaluation: is for a proof without segments only');
  const checkpoints =
    evaluation && readObject(evaluation, 'evaluation', ['output', 'checkpoints'] as const).checkpoints;
  return {
    task: {
      task: readTask(fields),
      memory: readMemory(memory, 'options.memory'),
      witnessType: segments,
      isFromGenerator: fields.input === undefined,
      checkpoint:
        evaluation === undefined ? undefined : new Uint8Array(readBytes(checkpoints, 'evaluation.checkpoints')),
    },
    call: readCallOptions(call),
    pool: readPool(pool),
  };
}

function readTask(fields: Partial<Record<(typeof TASK)[number], unknown>>): ChiaTask {
  const { challenge, iterations, input, discriminantBits } = fields;
  return {
    challenge: readArgument(challenge, 'challenge', MAX_BYTES.challenge),
    iterations: readCount(iterations, 'iterations', 0, Number.MAX_SAFE_INTEGER),
    input: input === undefined ? GENERATOR : readArgument(input, 'input', MAX_BYTES.form),
    discriminantBits: readBits(discriminantBits, 'discriminantBits'),
  };
}

/** Bytes or hex of the caller, which are of no proof. */
function readArgument(value: unknown, name: string, most: number): Uint8Array {
  if (typeof value !== 'string' && !viewOf(value, name))
    throw new TypeError(`${name}: must be a Uint8Array or hex, not ${describe(value)}`);
  try {
    return readHexOrBytes(value, name, most);
  } catch (error) {
    if (error instanceof MalformedProofError) throw new RangeError(error.message);
    throw error;
  }
}

function readMemory(value: unknown, name: string): number {
  return value === undefined ? DEFAULT_MEMORY : readCount(value, name, 0, MAX_MEMORY);
}

function readCheckpoint(value: unknown, name: string): Uint8Array<ArrayBuffer> | undefined {
  return value === undefined ? undefined : new Uint8Array(readBytes(value, name));
}
