/** What jobs are made of: what a worker gives to each, and how long one computes before it lets messages arrive. */
import type { Instance } from '../../border/instance.js';
import type { Operation } from '../../border/wire.js';
import type { PartModule } from '../../kernels/kernel.js';

/** The most squarings or products between two pauses. */
export const SLICE = 4096;

/** The time for short entries of a list between two pauses. */
const SLICE_MS = 20;

/** The least time between two updates of one long computation. */
export const INTERVAL_MS = 100;

/** The instances of a worker. */
export interface Instances {
  instance: Instance;
  /** Makes an instance of a part's module at the first call, and keeps it. */
  part: (module: PartModule) => Instance;
}

/** The connection of a job to the pool. A job that may take long has one. */
export interface Channel<Update> {
  send(update: Update, transfer?: ArrayBuffer[]): void;
  /** Lets the pool's messages arrive. @throws if the job must stop. */
  pause(): Promise<void>;
}

/** A job that is one operation. */
export function one<Given, Answer>(operation: Operation<Given, Answer>) {
  return ({ instance }: Instances, given: Given): Answer => instance.call(operation, given);
}

/** The module that only evaluations and proofs need. */
export interface WithProver {
  prover: PartModule;
}

/** A job that is one operation of the prover. */
export function oneOfProver<Given, Answer>(operation: Operation<Given, Answer>) {
  return ({ part }: Instances, given: Given & WithProver): Answer => part(given.prover).call(operation, given);
}

/**
 * A list in slices of `size` entries. Before a slice there is a pause if 20 ms have passed since the last one, and the
 * pool hears how many entries are done.
 */
export async function* slicesOf<Entry>(
  list: readonly Entry[],
  size: number,
  channel: Channel<number>,
): AsyncGenerator<readonly Entry[], void> {
  let next = performance.now() + SLICE_MS;
  for (let at = 0; at < list.length; at += size) {
    if (performance.now() >= next) {
      channel.send(at);
      await channel.pause();
      next = performance.now() + SLICE_MS;
    }
    yield list.slice(at, at + size);
  }
}

/** The number of entries in a slice, if each takes the given number of squarings. */
export function entriesInSlice(squarings: number): number {
  return Math.max(1, Math.floor(SLICE / squarings));
}
