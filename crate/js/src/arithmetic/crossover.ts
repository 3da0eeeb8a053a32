// Written by bench/crossover.mjs --write.
import type { WasmKernel } from '../kernels/kernel.js';

/**
 * Engines by the speed of their BigInt. From version 15 on V8 keeps the inverse of a divisor that comes again. Bun's
 * JavaScriptCore is much faster than that of WebKitGTK.
 */
export type Family = 'V8' | 'V8 with inverses' | 'Bun' | 'JavaScriptCore' | 'SpiderMonkey';

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

/** By engine and kernel. A kernel that was not measured in an engine takes the row of V8. */
export const crossovers: Record<Family, Partial<Record<WasmKernel, Crossover>>> = {
  V8: {
    simd128: {
      bigint: {
        kept: [130, 35, 32, 28, 27, 26, 24, 13, 10, 6, 4, 3, 3, 3, 4],
        fresh: [238, 57, 55, 45, 40, 40, 34, 23, 19, 12, 10, 9, 6, 6, 7],
      },
      bytes: {
        kept: [65, 12, 11, 10, 10, 8, 8, 6, 4, 3, 2, 2, 2, 2, 3],
        fresh: [146, 35, 30, 29, 24, 23, 23, 17, 12, 10, 7, 6, 5, 4, 3],
      },
    },
    scalar: {
      bigint: {
        kept: [115, 45, 32, 29, 24, 23, 19, 18, 13, 11, 8, 8, 12, 24, 96],
        fresh: [247, 58, 52, 46, 37, 30, 29, 26, 24, 24, 19, 14, 14, 31, 68],
      },
      bytes: {
        kept: [69, 12, 11, 10, 10, 8, 8, 7, 7, 6, 5, 5, 8, 10, 81],
        fresh: [157, 33, 31, 28, 20, 19, 17, 16, 15, 15, 14, 12, 12, 14, 71],
      },
    },
    relaxed: {
      bigint: {
        kept: [75, 36, 29, 26, 17, 14, 10, 9, 5, 4, 3, 2, 2, 2, 3],
        fresh: [170, 53, 48, 44, 32, 25, 21, 14, 10, 8, 6, 5, 5, 3, 3],
      },
      bytes: {
        kept: [57, 11, 9, 7, 5, 4, 3, 3, 2, 1, 1, 1, 1, 2, 2],
        fresh: [115, 23, 23, 23, 17, 13, 11, 6, 5, 5, 4, 3, 3, 3, 3],
      },
    },
  },
  Bun: {
    wide: {
      bigint: {
        kept: [288, 288, 385, 236, 77, 58, 40, 35, 21, 19, 4, 4, 3, 4, 7],
        fresh: [510, 121, 72, 70, 60, 44, 24, 16, 9, 9, 9, 7, 7, 7, 4],
      },
      bytes: {
        kept: [142, 142, 173, 59, 27, 27, 27, 9, 6, 4, 2, 2, 2, 4, 8],
        fresh: [321, 47, 42, 38, 38, 19, 10, 10, 8, 8, 8, 8, 7, 7, 7],
      },
    },
    simd128: {
      bigint: {
        kept: [653, 653, 653, 653, 653, 653, 653, 653, 653, 50, 5, 5, 4, 6, 8],
        fresh: [653, 653, 653, 410, 80, 80, 78, 41, 24, 19, 12, 10, 9, 10, 12],
      },
      bytes: {
        kept: [610, 653, 653, 653, 653, 653, 653, 70, 59, 42, 3, 3, 3, 4, 6],
        fresh: [653, 70, 54, 39, 38, 38, 37, 27, 16, 15, 10, 10, 8, 8, 7],
      },
    },
    scalar: {
      bigint: {
        kept: [653, 653, 653, 616, 619, 406, 619, 653, 653, 653, 19, 19, 41, 114, 653],
        fresh: [653, 653, 488, 90, 70, 61, 48, 41, 39, 38, 21, 21, 39, 41, 653],
      },
      bytes: {
        kept: [653, 653, 653, 653, 234, 58, 234, 653, 653, 653, 8, 8, 38, 40, 653],
        fresh: [653, 52, 52, 52, 38, 36, 36, 32, 35, 32, 27, 27, 39, 42, 653],
      },
    },
  },
  'V8 with inverses': {
    relaxed: {
      bigint: {
        kept: [461, 211, 147, 147, 71, 44, 42, 23, 19, 8, 4, 2, 2, 2, 3],
        fresh: [636, 269, 154, 127, 76, 40, 31, 23, 18, 9, 6, 5, 4, 4, 4],
      },
      bytes: {
        kept: [641, 55, 49, 38, 19, 17, 14, 8, 7, 4, 2, 2, 2, 2, 2],
        fresh: [576, 54, 52, 45, 36, 20, 14, 8, 7, 6, 4, 4, 4, 3, 2],
      },
    },
    wide: {
      bigint: {
        kept: [214, 116, 101, 57, 79, 44, 36, 17, 17, 16, 4, 3, 3, 3, 5],
        fresh: [508, 206, 80, 59, 57, 39, 29, 18, 18, 10, 8, 7, 5, 7, 7],
      },
      bytes: {
        kept: [110, 43, 32, 32, 32, 16, 14, 6, 6, 5, 2, 2, 2, 2, 3],
        fresh: [273, 53, 41, 39, 37, 26, 16, 11, 8, 7, 4, 4, 4, 4, 4],
      },
    },
    simd128: {
      bigint: {
        kept: [365, 276, 276, 310, 523, 523, 85, 80, 50, 25, 6, 5, 4, 5, 7],
        fresh: [653, 299, 299, 221, 84, 77, 77, 38, 35, 24, 13, 9, 9, 6, 6],
      },
      bytes: {
        kept: [653, 56, 56, 77, 411, 130, 137, 130, 114, 17, 3, 3, 3, 4, 5],
        fresh: [464, 74, 63, 58, 55, 42, 40, 24, 20, 12, 8, 8, 8, 6, 6],
      },
    },
    scalar: {
      bigint: {
        kept: [442, 293, 293, 293, 317, 297, 347, 653, 653, 653, 17, 17, 33, 53, 653],
        fresh: [653, 281, 271, 93, 93, 85, 86, 48, 39, 38, 20, 20, 37, 67, 653],
      },
      bytes: {
        kept: [363, 52, 49, 49, 49, 44, 104, 39, 509, 24, 9, 9, 38, 39, 653],
        fresh: [584, 67, 43, 41, 38, 38, 38, 27, 25, 24, 24, 24, 40, 48, 653],
      },
    },
  },
  SpiderMonkey: {
    relaxed: {
      bigint: {
        kept: [224, 59, 41, 35, 22, 16, 9, 7, 6, 4, 3, 2, 2, 2, 2],
        fresh: [653, 80, 57, 52, 31, 27, 18, 14, 12, 8, 7, 5, 4, 3, 2],
      },
      bytes: {
        kept: [398, 25, 20, 18, 9, 4, 4, 3, 2, 2, 2, 1, 1, 1, 1],
        fresh: [653, 45, 43, 42, 19, 14, 10, 8, 4, 3, 3, 3, 3, 3, 2],
      },
    },
    simd128: {
      bigint: {
        kept: [493, 46, 44, 33, 26, 26, 22, 15, 8, 7, 5, 4, 3, 3, 3],
        fresh: [596, 67, 65, 60, 41, 41, 41, 24, 19, 15, 14, 10, 6, 4, 4],
      },
      bytes: {
        kept: [173, 33, 25, 21, 25, 13, 13, 6, 5, 3, 3, 2, 2, 2, 2],
        fresh: [490, 52, 44, 38, 35, 21, 21, 15, 14, 9, 7, 7, 7, 4, 3],
      },
    },
    scalar: {
      bigint: {
        kept: [451, 57, 42, 39, 32, 30, 21, 18, 16, 16, 16, 8, 7, 6, 6],
        fresh: [653, 62, 62, 55, 44, 39, 38, 36, 36, 25, 19, 17, 8, 8, 8],
      },
      bytes: {
        kept: [653, 36, 28, 26, 15, 14, 14, 7, 7, 7, 7, 6, 7, 5, 5],
        fresh: [653, 70, 44, 37, 29, 29, 26, 19, 19, 18, 18, 16, 9, 8, 4],
      },
    },
  },
  JavaScriptCore: {
    simd128: {
      bigint: {
        kept: [120, 27, 22, 18, 16, 9, 7, 4, 3, 3, 2, 2, 2, 2, 2],
        fresh: [91, 57, 32, 31, 25, 17, 14, 9, 8, 6, 4, 3, 3, 2, 2],
      },
      bytes: {
        kept: [77, 11, 9, 4, 3, 3, 2, 1, 1, 0, 0, 0, 0, 0, 0],
        fresh: [148, 23, 18, 16, 11, 8, 7, 5, 4, 2, 1, 1, 0, 0, 0],
      },
    },
    scalar: {
      bigint: {
        kept: [169, 27, 25, 15, 15, 10, 7, 4, 4, 3, 3, 2, 2, 2, 3],
        fresh: [329, 40, 35, 30, 23, 13, 13, 9, 8, 6, 5, 5, 3, 2, 2],
      },
      bytes: {
        kept: [63, 12, 8, 6, 4, 3, 1, 1, 0, 0, 0, 0, 0, 0, 0],
        fresh: [219, 20, 20, 20, 13, 7, 5, 4, 3, 2, 2, 2, 1, 0, 0],
      },
    },
  },
};
