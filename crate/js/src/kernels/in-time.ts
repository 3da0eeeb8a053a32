/** What a server never finishes to send must not be waited for, where something else can compute. */
import { startTimer } from '../runtime.js';
import { type ModuleName, notLoaded } from './kernel.js';

/** The time for all kernels together: a slow line sends one in a few seconds. */
const LOAD_MS = 20_000;

export interface Clock {
  isOver: boolean;
  /** Settles when the time is over. */
  readonly over: Promise<void>;
  stop(): void;
}

/** Bare shells of engines have no timers, and workerd none outside of a request; neither loads from a server. */
export function startClock(): Clock | undefined {
  let resolve = () => {};
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  try {
    const clock = { isOver: false, over, stop: () => clearTimeout(timer) };
    const timer = startTimer(() => {
      clock.isOver = true;
      resolve();
    }, LOAD_MS);
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
  const tooLate = () => notLoaded(name, `nothing has come in ${LOAD_MS / 1000} s`);
  if (clock.isOver) throw tooLate();
  const late = clock.over.then(() => {
    throw tooLate();
  });
  return Promise.race([load(), late]);
}
