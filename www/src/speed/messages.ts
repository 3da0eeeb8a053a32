// The messages from the worker that times powers. Its order is any message.

/** Milliseconds of one power, warm. */
export interface Times {
  powmod: number;
  bigint: number;
}

/** `table` is a secret power from powmod's table beside one from an open table in BigInt; only WebAssembly has secrets. */
export type Reply =
  | { kind: 'measured'; kernel: string; power: Times; table: Times | undefined }
  | { kind: 'failed'; reason: string };
