// The messages from the worker that times powers. Its order is any message.
import type { Times } from '../compute/messages.ts';

/**
 * Milliseconds. `table` has those of a ballot's power: `powmod` from the secret table, `open` from the same one openly, and
 * `bigint` from an open table in BigInt; only WebAssembly has secrets.
 */
export type Reply =
  | { kind: 'measured'; kernel: string; power: Times; table: (Times & { open: number }) | undefined }
  | { kind: 'failed'; reason: string };
