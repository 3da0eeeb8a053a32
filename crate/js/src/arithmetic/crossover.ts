// The form of crossover-table.ts.
import type { WasmKernel } from '../kernels/kernel.js';

/**
 * Engines by the speed of their BigInt. From version 15 on V8 keeps the inverse of a divisor that comes again. Bun's
 * JavaScriptCore is much faster than that of WebKitGTK.
 */
export type Family = 'V8' | 'V8 with inverses' | 'Bun' | 'JavaScriptCore' | 'SpiderMonkey';

/**
 * The most products of a power for which BigInt is faster, by the modulus's length: see {@link LENGTHS}. −1 where
 * WebAssembly is always faster.
 */
export interface Row {
  /** For a modulus that is kept or remembered. */
  kept: readonly number[];
  /** For a modulus that WebAssembly must set up first. */
  fresh: readonly number[];
}

/** The rows for arguments and results as bigints and as bytes. */
export interface Crossover {
  bigint: Row;
  bytes: Row;
  /** WebAssembly multiplies bytes at this place of a row and after it. BigInt multiplies bigints at every length. */
  mul: number;
}

/**
 * By engine and kernel. A kernel that was not measured in an engine takes the row of V8 or, like `wide` in most engines,
 * of V8 with inverses, which runs every kernel.
 */
export type Crossovers = Record<Family, Partial<Record<WasmKernel, Crossover>>> &
  Record<'V8 with inverses', Record<WasmKernel, Crossover>>;

/** The lengths of moduli in bits. A row has one number for each, and one for longer moduli. */
export const LENGTHS = [64, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192] as const;
