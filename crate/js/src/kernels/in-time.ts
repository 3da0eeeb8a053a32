/** What a server never finishes to send must not be waited for, where something else can compute. */
import { startTimer } from '../runtime.js';
import { type ModuleName, notLoaded } from './kernel.js';

/** The time for all kernels together: a slow line sends one in a few seconds. */
const LOAD_MS = 20_000;

/** The same where the functions compute meanwhile: only `ready` waits. */
export const BEHIND_MS = 120_000;

interface Wait {
  readonly seconds: number;
  /** Settles when the time is over. */
  readonly over: Promise<void>;
  stop(): void;
}

export interface Clock extends Wait {
  readonly isOver: boolean;
  /** Half of what the waits before it have left: a request that hangs leaves as much time to the kernels behind it. */
  nextWait(): Wait;
}

/** Bare shells of engines have no timers, and workerd none outside of a request; neither loads from a server. */
export function startClock(isBehind = false): Clock | undefined {
  const ms = isBehind ? BEHIND_MS : LOAD_MS;
  let left = ms;
  try {
    const clock: Clock & { isOver: boolean } = {
      ...wait(ms, () => {
        clock.isOver = true;
      }),
      isOver: false,
      nextWait() {
        left /= 2;
        return wait(left);
      },
    };
    return clock;
  } catch {
    return undefined;
  }
}

function wait(ms: number, onOver = () => {}): Wait {
  let resolve = () => {};
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  const timer = startTimer(() => {
    onOver();
    resolve();
  }, ms);
  return { seconds: ms / 1000, over, stop: () => clearTimeout(timer) };
}

/** What is loaded. @throws PowmodError `ERR_LOAD` if the time is over before */
export async function inTime<T>(clock: Clock | undefined, name: ModuleName | 'bigint', load: () => Promise<T>) {
  if (!clock) return load();
  const late = clock.over.then(() => {
    throw notLoaded(name, `nothing has come in ${clock.seconds} s`);
  });
  return Promise.race([load(), late]);
}

/** A module that was asked for. */
interface Request {
  readonly module: Promise<WebAssembly.Module>;
  isPending: boolean;
  /** Why its kernel was passed over, if its time is over. */
  late: string | undefined;
}

/** The modules that a choice asks for. While one does not come the next is asked for too, and either may come. */
export class Requests {
  readonly #clock: Clock | undefined;
  readonly #all = new Map<ModuleName, Request>();

  constructor(clock: Clock | undefined) {
    this.#clock = clock;
  }

  /** A module. @throws PowmodError `ERR_LOAD` if it has not come while it was waited for */
  async get(name: ModuleName, load: () => Promise<WebAssembly.Module>): Promise<WebAssembly.Module> {
    const clock = this.#clock;
    if (!clock) return load();
    const earlier = this.#all.get(name);
    if (!earlier && clock.isOver) throw notLoaded(name, `it was not tried: the ${clock.seconds} s for all were over`);
    const request = earlier ?? this.#ask(name, load());
    if (!earlier) {
      const wait = clock.nextWait();
      await Promise.race([settled(request.module), wait.over, clock.over]);
      wait.stop();
      if (request.isPending && !clock.isOver) request.late = `nothing has come in ${wait.seconds} s`;
    }
    if (!request.isPending) return request.module;
    if (clock.isOver) request.late = `nothing had come when the ${clock.seconds} s for all were over`;
    throw notLoaded(name, request.late);
  }

  /** Waits until a module comes, or cannot come, that was passed over. Whether it is worth to choose again. */
  async more(): Promise<boolean> {
    const pending = [...this.#all.values()].filter(({ isPending }) => isPending);
    if (!this.#clock || this.#clock.isOver || pending.length === 0) return false;
    await Promise.race([this.#clock.over, ...pending.map(({ module }) => settled(module))]);
    return true;
  }

  #ask(name: ModuleName, module: Promise<WebAssembly.Module>): Request {
    const request: Request = { module, isPending: true, late: undefined };
    void settled(module).then(() => {
      request.isPending = false;
    });
    this.#all.set(name, request);
    return request;
  }
}

function settled(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => {},
    () => {},
  );
}
