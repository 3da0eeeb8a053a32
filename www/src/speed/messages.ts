// The messages from the worker that times powers. Its order is any message.

/** Milliseconds of one power, warm. */
export interface Times {
  powmod: number;
  bigint: number;
}

export type Reply = ({ kind: 'measured'; kernel: string } & Times) | { kind: 'failed'; reason: string };
