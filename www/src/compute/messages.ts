// The messages between the page and the worker that computes what is typed.

/** x^e mod N. A secret exponent has the length of its bytes, and its power a time that tells nothing else. */
export interface Order {
  id: number;
  base: bigint;
  exponent: bigint;
  modulus: bigint;
  isSecret: boolean;
}

/** `raced` follows an answer, without times where a power takes long. */
export type Reply =
  | { kind: 'answer'; id: number; answer: bigint; kernel: string }
  | { kind: 'raced'; id: number; times: Times | undefined }
  | { kind: 'failed'; id: number; reason: string };

/** Milliseconds of one power, warm. */
export interface Times {
  powmod: number;
  bigint: number;
}
