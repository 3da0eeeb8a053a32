import { createBindings as create } from '../dist/glue.js';

/**
 * The WebAssembly surface: crate/wasm/src/lib.rs. Numbers are big-endian bytes of any length, residues come back as
 * long as the modulus. What it throws are strings, `'kind:field: reason'`, of kind `malformed` (the proof) or `range`
 * (the caller), or `fault` (a check of the result); anything else that comes out of it means that the instance is dead.
 */
export interface Bindings {
  Modulus: new (modulus: Uint8Array) => ModulusHandle;
  /** Every number exactly as long as the modulus, `values` joined. Whoever takes one consumes it. */
  ProofBytes: new (
    scheme: string,
    profile: string,
    input: Uint8Array,
    output: Uint8Array,
    iterations: number,
    values: Uint8Array,
    delta: number | undefined,
  ) => ProofHandle;
  is_probable_prime(n: Uint8Array): boolean;
  /** base^d mod p·q; `key` is p, q, dp, dq, qInv and e, packed like the terms of `multi_pow`. */
  pow_crt(base: Uint8Array, key: Uint8Array): Uint8Array;
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
  /** One term or two, packed likewise; each exponent is below 2^bits. */
  pow_secret(terms: Uint8Array, bits: number): Uint8Array;
  /** A table for exponents of at most so many bits: the base's squares (`residues`), or every digit at every place. */
  fixed_base(base: Uint8Array, bits: number, residues: boolean): FixedBaseHandle;
  pow_fixed(table: FixedBaseHandle, exponent: Uint8Array): Uint8Array;
  /** Tables of packed bases, 2^(window − 1) residues each. */
  tables(bases: Uint8Array, window: number): TablesHandle;
  /** Exponents packed, one a base. */
  multi_pow_tables(tables: TablesHandle, exponents: Uint8Array): Uint8Array;
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
  verify(proof: ProofHandle, maxDelta: number | undefined, prime: Uint8Array | undefined): boolean;
  /** For each proof 1 (valid), 0 (invalid) or 2 (malformed), with the squarings shared. */
  verify_batch(proofs: ProofHandle[], maxDelta: number | undefined): Uint8Array;
}

/** A proof in wasm memory, on its way to `verify`. */
export interface ProofHandle {
  free(): void;
  readonly kind: 'proof';
}

/** The table of one base in wasm memory. */
export interface FixedBaseHandle {
  free(): void;
  /** Exists in types only, so that one table is not taken for the other. */
  readonly kind: 'fixed base';
}

/** The tables of several bases in wasm memory. */
export interface TablesHandle {
  free(): void;
  readonly kind: 'tables';
}

/** A new instance of a compiled kernel. */
export const createBindings = create as (module: WebAssembly.Module) => Bindings;
