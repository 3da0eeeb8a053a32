// The messages between the page and the worker that evaluates and proves.

/** A proof to make. */
export interface Task {
  modulus: bigint | 'RSA-2048';
  seed: Uint8Array;
  /** T, the number of squarings. */
  iterations: number;
  scheme: 'wesolowski' | 'pietrzak';
}

/** `resume` continues the stored evaluation; `discard` deletes it. `measure` asks for the speed at squaring. */
export type Request =
  | { kind: 'start'; task: Task }
  | { kind: 'cancel' }
  | { kind: 'resume' }
  | { kind: 'discard' }
  | { kind: 'measure'; modulus: Task['modulus'] };

export type Stage = 'evaluate' | 'prove';

export interface Progress {
  done: number;
  total: number;
  perSecond: number;
}

/**
 * `stopped`: the visitor cancelled, or an earlier visit left an evaluation, or the work failed for the given reason.
 * In each case it can be resumed. `failed`: it cannot.
 */
export type Reply =
  | { kind: 'started'; task: Task }
  | { kind: 'progress'; stage: Stage; progress: Progress }
  | { kind: 'stopped'; task: Task; done: number; reason?: string }
  | { kind: 'discarded' }
  | { kind: 'speed'; modulus: Task['modulus']; perSecond: number | undefined }
  | { kind: 'proved'; task: Task; json: string }
  | { kind: 'failed'; reason: string };

/**
 * The pool's workers run on behalf of the proving worker, but the page starts them (worker-host.ts says why). The
 * proving worker numbers them; `worker` is that number.
 */
export type HostCommand =
  | { kind: 'start-worker'; worker: number }
  | { kind: 'post-message'; worker: number; message: unknown; transfer: ArrayBuffer[] }
  | { kind: 'terminate'; worker: number };

/** A message or an error from a worker that the page started. */
export type HostEvent =
  | { kind: 'worker-message'; worker: number; message: unknown }
  | { kind: 'worker-error'; worker: number; reason: string };

export type ToWorker = Request | HostEvent;
export type FromWorker = Reply | HostCommand;
