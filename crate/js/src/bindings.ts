import { createBindings as create } from '../dist/glue.js';

/**
 * The WebAssembly surface: crate/wasm/src/lib.rs. Numbers are big-endian bytes of any length, residues come back as
 * long as the modulus. What it throws are strings, `'kind:field: reason'`, of kind `malformed` (the proof), `range`
 * (the caller), `checkpoint` (what is resumed from) or `fault` (a check of the result); anything else that comes out of
 * it means that the instance is dead.
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
  Evaluation: {
    new (
      modulus: ModulusHandle,
      input: Uint8Array,
      iterations: number,
      scheme: string,
      memory: number,
    ): EvaluationHandle;
    /** Goes on from a whole checkpoint, all of it checked. */
    resume(modulus: ModulusHandle, input: Uint8Array, iterations: number, checkpoint: Uint8Array): EvaluationHandle;
  };
  ProofTask: new (
    scheme: string,
    profile: string,
    input: Uint8Array,
    iterations: number,
    delta: number | undefined,
    memory: number,
  ) => ProofTaskHandle;
  /** Part `part` of `of` of a proof over a complete checkpoint; `values` are its kept values, the first of index `from`. */
  Prover: new (
    modulus: ModulusHandle,
    task: ProofTaskHandle,
    head: Uint8Array,
    values: Uint8Array,
    from: number,
    part: number,
    of: number,
  ) => ProverHandle;
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
  /** The kept values that part `part` of `of` of a proof needs: from the first index to before the second. */
  prover_needs(task: ProofTaskHandle, head: Uint8Array, part: number, of: number): Float64Array;
  /** Input, output and the proof's values from the results of all parts, joined in their order; the proof is verified. */
  join_proof(task: ProofTaskHandle, head: Uint8Array, results: Uint8Array): Uint8Array;
  /** For each proof 1 (valid), 0 (invalid) or 2 (malformed), with the squarings shared. */
  verify_batch(proofs: ProofHandle[], maxDelta: number | undefined): Uint8Array;
}

/** A proof in wasm memory, on its way to `verify`. */
export interface ProofHandle {
  free(): void;
  readonly kind: 'proof';
}

/** An evaluation that goes on. A checkpoint is its head and then its kept values, which never change. */
export interface EvaluationHandle {
  free(): void;
  /** At most so many squarings more; whether all are done and checked. */
  advance(squarings: number): boolean;
  /** Squarings done: fewer than before where a check has failed. */
  done(): number;
  /** x^(2^T), once all are done. */
  output(): Uint8Array;
  /** The head of the last point that passed its check. */
  head(): Uint8Array<ArrayBuffer>;
  /** How many kept values that head covers. */
  kept(): number;
  /** Kept values, joined. */
  values(from: number, to: number): Uint8Array<ArrayBuffer>;
}

/** What is to be proved. */
export interface ProofTaskHandle {
  free(): void;
  readonly kind: 'proof task';
}

/** A part of a proof that goes on. */
export interface ProverHandle {
  free(): void;
  /** About so many products or squarings more; whether the part is done. */
  advance(steps: number): boolean;
  done(): number;
  total(): number;
  /** For `ModulusHandle.join_proof`. */
  result(): Uint8Array;
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
