/** The schedulers of pools, for an entry of the package that gives work to a pool of its caller. */
import type { JobScheduler } from './scheduler.js';

const schedulers = new WeakMap<object, JobScheduler>();

export function setScheduler(pool: object, scheduler: JobScheduler): void {
  schedulers.set(pool, scheduler);
}

/** The pool's scheduler; `undefined` for any other value. */
export function schedulerOf(pool: unknown): JobScheduler | undefined {
  return schedulers.get(pool as object);
}
