import type { WasmKernel } from '../kernels/kernel.js';

export type EngineName = 'V8' | 'JavaScriptCore' | 'SpiderMonkey';

/** The most products of a power for which BigInt is faster, by the modulus's length: see {@link LENGTHS}. */
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
}

/** The lengths of moduli in bits. A row has one number for each, and one for longer moduli. */
export const LENGTHS = [64, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192] as const;
const row: Row = {
  kept: [200, 100, 60, 30, 20, 15, 12, 10, 6, 4, 2, 2, 2, 1, 0],
  fresh: [200, 100, 60, 40, 30, 25, 20, 15, 10, 8, 5, 4, 4, 3, 0],
};
const c: Crossover = { bigint: row, bytes: row };
const k: Record<WasmKernel, Crossover> = { scalar: c, simd128: c, relaxed: c, wide: c };
export const crossovers: Record<EngineName, Record<WasmKernel, Crossover>> = {
  V8: k,
  JavaScriptCore: k,
  SpiderMonkey: k,
};
