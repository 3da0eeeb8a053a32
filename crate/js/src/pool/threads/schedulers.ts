/** The schedulers of pools, for an entry of the package that gives work to a pool of its caller. */
import type { Scheduler } from './scheduler.js';

const schedulers = new WeakMap<object, Scheduler>();

export function setScheduler(pool: object, scheduler: Scheduler): void {
  schedulers.set(pool, scheduler);
}

/** The pool's scheduler; `undefined` for any other value. */
export function schedulerOf(pool: unknown): Scheduler | undefined {
  return schedulers.get(pool as object);
}
