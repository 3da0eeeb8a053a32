// What passes between the page and the worker that evaluates and proves.

/** What is to be computed, and proved. */
export interface Task {
  modulus: bigint | 'RSA-2048';
  seed: Uint8Array;
  /** T, the number of squarings. */
  iterations: number;
  scheme: 'wesolowski' | 'pietrzak';
}

/** `resume` goes on from what is kept; `forget` drops it. */
export type Request = { kind: 'start'; task: Task } | { kind: 'cancel' } | { kind: 'resume' } | { kind: 'forget' };

export type Stage = 'evaluate' | 'prove';

export interface Progress {
  done: number;
  total: number;
  perSecond: number;
}

/** `stopped`: cancelled, found from an earlier visit, or failed for the reason given; it can be resumed. */
export type Reply =
  | { kind: 'started'; task: Task }
  | { kind: 'progress'; stage: Stage; progress: Progress }
  | { kind: 'stopped'; task: Task; done: number; reason?: string }
  | { kind: 'forgotten' }
  | { kind: 'proved'; task: Task; json: string }
  | { kind: 'failed'; reason: string };

/** What that worker asks of the page about a worker that the page lends its pool, by a number that it gave it. */
export type Errand =
  | { kind: 'hire'; worker: number }
  | { kind: 'order'; worker: number; order: unknown; transfer: ArrayBuffer[] }
  | { kind: 'dismiss'; worker: number };

/** What the page tells of a worker that it lends. */
export type Word = { kind: 'heard'; worker: number; reply: unknown } | { kind: 'lost'; worker: number; reason: string };
