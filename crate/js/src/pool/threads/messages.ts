/** The messages between a pool and its workers. */
import { MalformedProofError, PowmodError, type PowmodErrorCode } from '../../errors.js';
import type { PartModule } from '../../kernels/kernel.js';
import type { JobName } from '../jobs/jobs.js';

/** From the pool. The first is `start`, with the reply `ready` or `startFailed`. Then there is one `job` at a time. */
export type WorkerRequest =
  | StartRequest
  | { kind: 'job'; id: number; job: JobName; args: unknown }
  | { kind: 'stop'; id: number };

export interface StartRequest {
  kind: 'start';
  /** Undefined for the kernel `bigint`. */
  wasm: PartModule | undefined;
  /** The lock that the worker holds until it ends: see lock.ts. */
  lock?: string | undefined;
}

/** From a worker. */
export type WorkerReply =
  /** `lock`: whether the worker holds its lock. */
  | { kind: 'ready'; lock: boolean }
  | { kind: 'startFailed'; error: PlainError }
  | { kind: 'update'; id: number; update: unknown }
  | { kind: 'done'; id: number; result: unknown }
  | { kind: 'failed'; id: number; error: PlainError };

/** An error of the public interface as plain data: messages between threads carry no classes. */
export interface PlainError {
  name: string;
  message: string;
  code: PowmodErrorCode | undefined;
  field: string | undefined;
  reason: string | undefined;
}

export function toPlain(error: unknown): PlainError {
  if (error instanceof MalformedProofError) {
    const { name, message, code, field, reason } = error;
    return { name, message, code, field, reason };
  }
  const none = { code: undefined, field: undefined, reason: undefined };
  if (error instanceof PowmodError) return { ...none, name: error.name, message: error.message, code: error.code };
  if (error instanceof TypeError || error instanceof RangeError)
    return { ...none, name: error.name, message: error.message };
  return { ...none, name: 'PowmodError', message: String(error), code: 'ERR_FAULT' };
}

export function fromPlain({ name, message, code, field, reason }: PlainError): Error {
  if (field !== undefined && reason !== undefined) return new MalformedProofError(field, reason);
  if (code !== undefined) return new PowmodError(code, message);
  return name === 'TypeError' ? new TypeError(message) : new RangeError(message);
}
