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

export function startClock(): Clock {
  let resolve = () => {};
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  const clock = { isOver: false, over, stop: () => clearTimeout(timer) };
  const timer = startTimer(() => {
    clock.isOver = true;
    resolve();
  }, LOAD_MS);
  return clock;
}

/** What is loaded. @throws PowmodError `ERR_LOAD` if the time is over before; then nothing is loaded any more */
export async function inTime<T>(clock: Clock, name: ModuleName | 'bigint', load: () => Promise<T>): Promise<T> {
  const tooLate = () => notLoaded(name, `nothing has come in ${LOAD_MS / 1000} s`);
  if (clock.isOver) throw tooLate();
  const late = clock.over.then(() => {
    throw tooLate();
  });
  return Promise.race([load(), late]);
}
