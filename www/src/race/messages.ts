// The messages from the worker that makes the opening proof again. Its order is any message.
import type { HostCommand } from '../prove/messages.ts';

/** `begun`: the pool is ready, and its clock starts. `finished`: the time of the same proof, made anew. */
export type Reply = { kind: 'begun' } | { kind: 'finished'; ms: number } | { kind: 'failed'; reason: string };

export type FromWorker = Reply | HostCommand;
