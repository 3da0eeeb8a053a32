import type * as operations from '../border/powers-operations.generated.js';
import type { Operation } from '../border/wire.js';

/** The kernel in BigInt: a function for each operation of the wasm kernels, except the two that are about a module. */
export type Functions = {
  [Name in Exclude<
    keyof typeof operations.numbers,
    'nameOfModule' | 'selfTest'
  >]: (typeof operations)[Name] extends Operation<infer Given, infer R> ? (given: Given) => R : never;
};
