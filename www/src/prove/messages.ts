// The requests of the page to its part that evaluates and proves, and the replies.
import type { Progress } from 'powmod/pool';

/** A proof to make. */
export interface Task {
  modulus: bigint | 'RSA-2048';
  seed: Uint8Array;
  /** T, the number of squarings. */
  iterations: number;
  scheme: 'wesolowski' | 'pietrzak';
  /** The sealed message that the output opens, in hex; a proof alone has none. */
  letter?: string;
  /** The list of a draw, whose seed is the hash of its text. */
  names?: string[];
  /** The words of a draw, and the seconds in which they may come. */
  words?: string[];
  seconds?: number;
}

/** A letter as a link carries it, in hex. `proof` is the proof file of one that somebody has opened. */
export interface Letter {
  modulus: string;
  seed: string;
  iterations: number;
  sealed: string;
  proof?: { input: string; output: string; proof: string };
}

/** The work on a task, in this visit and in earlier ones. It is at its end when it has a proof. */
export interface Run {
  /** A task has one run. */
  id: string;
  task: Task;
  /** When it began. */
  at: number;
  /** The number of squarings done. */
  done: number;
  /** The milliseconds of work; undefined if the proof came with a link. */
  ms?: number;
  /** The proof's JSON. */
  proof?: string;
}

/**
 * `isElsewhere`: another tab works on the run. `isNew`: the run got its proof in this visit. `message` is that of an
 * open letter; `problem` tells why the letter is not open.
 */
export interface ShownRun extends Run {
  isElsewhere: boolean;
  isNew: boolean;
  message?: string;
  problem?: string;
}

/**
 * `start` resumes the stored run of its task, if there is one. A request with a proof makes the page only verify that
 * proof.
 */
export type Request =
  | { kind: 'start'; task: Task; proof?: string }
  | { kind: 'cancel' }
  | { kind: 'discard'; id: string }
  /** Brings a run back that this visit discarded within the last `UNDO_MS`. */
  | { kind: 'restore'; id: string };

/** How long a run that is discarded can be restored. */
export const UNDO_MS = 10_000;

export type Stage = 'evaluate' | 'prove';

export type { Progress };

/**
 * `stopped`: the visitor cancelled, or the work failed for the given reason; it can be resumed. `failed`: it cannot.
 * `runs` comes before each of the last three.
 */
export type Reply =
  | { kind: 'runs'; runs: ShownRun[] }
  | { kind: 'started'; task: Task }
  | { kind: 'progress'; stage: Stage; progress: Progress; isStored: boolean }
  | { kind: 'stopped'; id: string; reason?: string }
  /** `isKnown`: it was proved before it was asked for. */
  | { kind: 'proved'; task: Task; id: string; isKnown?: boolean }
  | { kind: 'failed'; reason: string };
