import { createBindings as create } from '../dist/glue.js';

/**
 * The WebAssembly surface: crate/wasm/src/lib.rs. Numbers are big-endian bytes of any length, residues come back as
 * long as the modulus. What it throws are strings, `'kind:field: reason'`, of kind `malformed` (the proof) or `range`
 * (the caller); anything else that comes out of it means that the instance is dead.
 */
export interface Bindings {
  Modulus: new (modulus: Uint8Array) => ModulusHandle;
  is_probable_prime(n: Uint8Array): boolean;
  /** What the kernel computes wrongly here, if anything. */
  self_test(): string | undefined;
  kernel_name(): string;
  /** Milliseconds for so many products, each waiting for the one before. */
  time_products(bits: number, times: number): number;
  memory: WebAssembly.Memory;
}

/** A modulus in wasm memory. `options` is empty or words such as `'method=sliding window=5'`. */
export interface ModulusHandle {
  free(): void;
  pow(base: Uint8Array, exponent: Uint8Array, options: string): Uint8Array;
  /** Base and exponent in turn, each behind its length in bytes (32 bits, little-endian). */
  multi_pow(terms: Uint8Array, options: string): Uint8Array;
  mul(a: Uint8Array, b: Uint8Array): Uint8Array;
  /** `undefined` where there is no inverse. */
  inv(a: Uint8Array): Uint8Array | undefined;
  /** x^(2^times) */
  square(x: Uint8Array, times: number): Uint8Array;
  /** Why the VDF functions refuse this modulus, if they do: to be asked before they are called. */
  check_group(allowWeak: boolean): string | undefined;
  hash_to_group(seed: Uint8Array): Uint8Array;
  /** min(z mod N, N − z mod N) */
  element(z: Uint8Array): Uint8Array;
  /** Every number exactly as long as the modulus, `values` joined. */
  verify(
    scheme: string,
    profile: string,
    input: Uint8Array,
    output: Uint8Array,
    iterations: number,
    values: Uint8Array,
    delta: number | undefined,
    maxDelta: number | undefined,
    prime: Uint8Array | undefined,
  ): boolean;
}

/** A new instance of a compiled kernel. */
export const createBindings = create as (module: WebAssembly.Module) => Bindings;
