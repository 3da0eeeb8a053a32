import { PowmodError } from '../errors.js';
import { globalOf } from '../runtime.js';
import { type PublicName, publicError } from './refusal.js';
import { noRoom, type Outcome, Session } from './session.js';
import { Arguments, fieldPath, type Operation } from './wire.js';

/** An object of a kernel, and the handle that calls use for it. The object is lost when its session ends. */
export interface Resource<Handle> {
  readonly handle: Handle;
  isLost(): boolean;
  /** Frees the object, if it is not lost. */
  free(): void;
}

/** A kernel at work. */
export interface Instance {
  /**
   * Runs an operation.
   *
   * @throws the errors of the public calls, in which `nameOf` gives the public name of an argument.
   */
  call<A, R>(operation: Operation<A, R>, values: A, nameOf?: PublicName): R;

  /** Runs an operation that makes an object; `free` is the operation, or the function, that frees it. */
  make<A, Handle>(
    operation: Operation<A, Handle>,
    values: A,
    free: Operation<{ object: Handle }, void> | (() => void),
    nameOf?: PublicName,
  ): Resource<Handle>;

  /** Frees `resource` when the garbage collector takes `owner`. */
  freeWith(owner: object, resource: Resource<unknown>): void;

  /** Undoes `freeWith`. */
  forget(owner: object): void;
}

/**
 * Runs a kernel's module, in one session after another.
 *
 * A trap (a failed allocation, a bug) or an exhausted stack ends a session, because the memory may be inconsistent. The
 * caller gets an error, and the next call starts a new session of the same module.
 */
export class WasmInstance implements Instance {
  readonly module: WebAssembly.Module;
  #session: Session | undefined;
  readonly registry: Registry | undefined;
  /** The error for an exhausted stack, which may have no room to make one. */
  #exhausted: PowmodError | undefined;

  /** `session` is a session of the module, if one was started before. What outlives all owners has the registry. */
  constructor(module: WebAssembly.Module, session?: Session, registry = newRegistry()) {
    this.module = module;
    this.registry = registry;
    this.#session = session;
  }

  /** The current session. It is started if there is none. */
  get session(): Session {
    try {
      this.#session ??= new Session(this.module);
    } catch (cause) {
      throw cause instanceof PowmodError ? cause : noRoom(cause);
    }
    return this.#session;
  }

  /** Ends the session, if there is one, and wipes its memory. Gives it if that is done: the stack may have no room. */
  stop(): Session | undefined {
    const session = this.#session;
    if (!session) return undefined;
    this.#session = undefined;
    dead = { session, next: dead };
    try {
      wipeSoon();
      wipeDead();
    } catch {} // The stack is exhausted.
    return dead ? undefined : session;
  }

  /** Runs an operation in the current session. */
  call<A, R>(operation: Operation<A, R>, values: A, nameOf = fieldPath): R {
    if (dead) wipeDead();
    const written = new Arguments();
    operation.encode(values, written, '');
    const { session } = this;
    if (written.hasSecrets) wipeSoon();
    this.#exhausted ??= exhausted();
    let error = this.#exhausted;
    let outcome: Outcome<R>;
    try {
      outcome = session.call(operation, written);
    } catch (thrown) {
      // First what needs no call: an exhausted stack may have no room for one.
      this.#session = undefined;
      this.#exhausted = undefined;
      dead = { session, next: dead };
      try {
        wipeDead();
        error = failure(thrown, session);
      } catch {} // The stack is exhausted.
      throw error;
    }
    if (outcome.refusal) throw publicError(outcome.refusal, nameOf);
    return outcome.value;
  }

  make<A, Handle>(
    operation: Operation<A, Handle>,
    values: A,
    free: Operation<{ object: Handle }, void> | (() => void),
    nameOf?: PublicName,
  ): Resource<Handle> {
    const handle = this.call(operation, values, nameOf);
    const { session } = this;
    const isLost = () => this.#session !== session;
    return {
      handle,
      isLost,
      free: () => {
        if (dead) wipeDead();
        if (isLost()) return;
        try {
          if (typeof free === 'function') free();
          else this.call(free, { object: handle });
        } catch {} // The session has ended, and the object is lost.
      },
    };
  }

  freeWith(owner: object, resource: Resource<unknown>): void {
    this.registry?.register(owner, () => resource.free(), owner);
  }

  forget(owner: object): void {
    this.registry?.unregister(owner);
  }
}

/** Frees an object when the garbage collector takes its owner. Not every engine has this. */
export type Registry = FinalizationRegistry<() => void>;

function newRegistry(): Registry | undefined {
  const Registry = globalOf('FinalizationRegistry');
  return Registry && new Registry((free) => free());
}

/** The error for a session that failed. */
function failure(thrown: unknown, session: Session): PowmodError {
  if (memoryIsExhausted(session.memory))
    return new PowmodError('ERR_OUT_OF_MEMORY', 'the WebAssembly memory could not grow', { cause: thrown });
  return new PowmodError('ERR_FAULT', `the WebAssembly instance failed: ${String(thrown)}`, { cause: thrown });
}

function exhausted(): PowmodError {
  const error = new PowmodError('ERR_FAULT', 'the stack was exhausted in the middle of a call');
  error.stack = String(error); // The call that it is thrown in is a later one.
  return error;
}

/** The last session that has failed or ended and is not wiped yet, and those before it. */
let dead: { session: Session; next: typeof dead } | undefined;
let isWipingSoon = false;

/** Wipes the memory of dead sessions, which may hold secrets. Those for which the stack has no room are left. */
function wipeDead(): void {
  try {
    for (; dead; dead = dead.next) new Uint8Array(dead.session.memory.buffer).fill(0);
  } catch {}
}

/** Wipes what is dead then in a microtask, which has the whole stack. */
function wipeSoon(): void {
  if (isWipingSoon) return;
  void Promise.resolve().then(() => {
    isWipingSoon = false;
    wipeDead();
  });
  isWipingSoon = true;
}

/**
 * A failed allocation ends in the same trap as any fault, so test the memory: if it cannot double, or grow by 64 MB, it
 * was nearly exhausted.
 */
function memoryIsExhausted(memory: WebAssembly.Memory): boolean {
  try {
    memory.grow(Math.max(memory.buffer.byteLength, 2 ** 26) / 65536);
    return false;
  } catch {
    return true;
  }
}
