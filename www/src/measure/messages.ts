// The messages between the page and the worker that measures.
import type { Kernel, KernelChoice } from 'powmod';
import type { Timing } from '../../../workshop/timing.js';

/** One kernel of the package. `problem` says why it cannot be used here; it is undefined if it can. */
export interface KernelReport {
  kernel: Kernel;
  problem: string | undefined;
}

/** The times of `modPow` in microseconds, by kernel, and of native BigInt under `BigInt`. */
export interface Speed {
  bits: number;
  exponentBits: number;
  timings: Record<string, Timing>;
}

/** One cell of the map: the time of every method. */
export interface Cell {
  bits: number;
  exponentBits: number;
  bases: number;
  timings: Record<string, Timing>;
}

/** Lengths of moduli and of exponents in the maps, in bits. */
export const SIZES = [128, 512, 2048];

export type Reply =
  | { kind: 'step'; done: number; total: number; what: string }
  | { kind: 'kernels'; kernels: KernelReport[]; choice: KernelChoice }
  | { kind: 'speed'; speed: Speed }
  | { kind: 'cell'; cell: Cell }
  | { kind: 'finished' }
  | { kind: 'failed'; reason: string };
