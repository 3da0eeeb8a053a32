// The messages between the page and the worker that computes what is typed.

/** x^e mod N. A secret exponent has the length of its bytes, and its power a time that tells nothing else. */
export interface Order {
  id: number;
  base: bigint;
  exponent: bigint;
  modulus: bigint;
  isSecret: boolean;
}

/**
 * `begins` comes before a power that takes long. `raced` follows an answer: the times of a race, or why there is none:
 * the power takes long, it is one that nobody computes in earnest, or BigInt computes it here too.
 */
export type Reply =
  | { kind: 'begins'; id: number; seconds: number }
  | { kind: 'answer'; id: number; answer: bigint; kernel: string; ms: number }
  | { kind: 'raced'; id: number; times: Times | NoRace }
  | { kind: 'failed'; id: number; reason: string };

export type NoRace = 'long' | 'trivial' | 'short' | 'unmeasured';

/** Milliseconds of one power, warm. */
export interface Times {
  powmod: number;
  bigint: number;
}
