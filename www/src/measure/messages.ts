// What the measuring worker says.
import type { Kernel } from 'powmod';
import type { Timing } from '../../../workshop/timing.js';

/** One kernel of the package: whether it can be used here, and if not, why. */
export interface KernelReport {
  kernel: Kernel;
  problem: string | undefined;
}

/** modPow beside native BigInt: microseconds, by kernel, and for `BigInt`. */
export interface Speed {
  bits: number;
  exponentBits: number;
  timings: Record<string, Timing>;
}

/** One cell of the map: every method's time. */
export interface Cell {
  bits: number;
  exponentBits: number;
  bases: number;
  timings: Record<string, Timing>;
}

export interface Order {
  /** Lengths of moduli and of exponents, in bits. */
  sizes: number[];
}

export type Reply =
  | { kind: 'step'; done: number; total: number; what: string }
  | { kind: 'kernels'; kernels: KernelReport[] }
  | { kind: 'speed'; speed: Speed }
  | { kind: 'cell'; kernel: Kernel; cell: Cell }
  | { kind: 'finished' }
  | { kind: 'failed'; reason: string };
