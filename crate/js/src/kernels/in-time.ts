/** What a server never finishes to send must not be waited for, where something else can compute. */
import { startTimer } from '../runtime.js';
import { type ModuleName, notLoaded } from './kernel.js';

/** The time for all kernels together: a slow line sends one in a few seconds. */
const LOAD_MS = 20_000;

/** The same where BigInt computes meanwhile: only `pm.ready` waits. */
export const BEHIND_MS = 120_000;

export interface Clock {
  readonly seconds: number;
  isOver: boolean;
  /** Settles when the time is over. */
  readonly over: Promise<void>;
  stop(): void;
}

/** Bare shells of engines have no timers, and workerd none outside of a request; neither loads from a server. */
export function startClock(isBehind = false): Clock | undefined {
  let resolve = () => {};
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  try {
    const ms = isBehind ? BEHIND_MS : LOAD_MS;
    const clock = { seconds: ms / 1000, isOver: false, over, stop: () => clearTimeout(timer) };
    const timer = startTimer(() => {
      clock.isOver = true;
      resolve();
    }, ms);
    return clock;
  } catch {
    return undefined;
  }
}

/** What is loaded. @throws PowmodError `ERR_LOAD` if the time is over before; then nothing is loaded any more */
export async function inTime<T>(
  clock: Clock | undefined,
  name: ModuleName | 'bigint',
  load: () => Promise<T>,
): Promise<T> {
  if (!clock) return load();
  const tooLate = () => notLoaded(name, `nothing has come in ${clock.seconds} s`);
  if (clock.isOver) throw tooLate();
  const late = clock.over.then(() => {
    throw tooLate();
  });
  return Promise.race([load(), late]);
}
