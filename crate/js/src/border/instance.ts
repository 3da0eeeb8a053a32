import { PowmodError } from '../errors.js';
import { type PublicName, publicError } from './refusal.js';
import { type Outcome, Session } from './session.js';
import { Arguments, fieldPath, type Operation } from './wire.js';

/** An object of a kernel. The object is lost when its session ends. */
export interface Resource {
  readonly session: unknown;
  /** Frees the object in its session. */
  release(): void;
}

/** An object, and the handle that calls use for it. */
export interface ResourceWithHandle<Handle> extends Resource {
  readonly handle: Handle;
}

/** A kernel at work. */
export interface Instance {
  /**
   * Runs an operation.
   *
   * @throws the errors of the public calls, in which `nameOf` gives the public name of an argument.
   */
  call<A, R>(operation: Operation<A, R>, values: A, nameOf?: PublicName): R;

  /** Runs an operation, and wipes all memory that it used: for secrets that many functions handle. */
  callOnce<A, R>(operation: Operation<A, R>, values: A, nameOf?: PublicName): R;

  /** Runs an operation that makes an object. */
  make<A, Handle>(
    operation: Operation<A, Handle>,
    values: A,
    free: Operation<{ object: Handle }, void>,
  ): ResourceWithHandle<Handle>;

  /** Whether an object is still there; otherwise its session has ended, and it is lost. */
  has(resource: Resource): boolean;

  /** Frees an object, if its session has not ended. */
  free(resource: Resource): void;

  /** Frees `resource` when the garbage collector takes `owner`. */
  freeWith(owner: object, resource: Resource): void;

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
  readonly #module: WebAssembly.Module;
  #session: Session | undefined;
  /** Frees an object when the garbage collector takes its owner. Not every engine has this. */
  readonly #registry =
    typeof FinalizationRegistry === 'undefined'
      ? undefined
      : new FinalizationRegistry<Resource>((resource) => this.free(resource));

  /** `session` is a session of the module, if one was started before. */
  constructor(module: WebAssembly.Module, session?: Session) {
    this.#module = module;
    this.#session = session;
  }

  /** The current session. It is started if there is none. */
  get session(): Session {
    if (!this.#session) {
      try {
        this.#session = new Session(this.#module);
      } catch (cause) {
        throw new PowmodError('ERR_OUT_OF_MEMORY', 'no memory for a WebAssembly instance', { cause });
      }
    }
    return this.#session;
  }

  /** Runs an operation in the current session. */
  call<A, R>(operation: Operation<A, R>, values: A, nameOf = fieldPath): R {
    const given = new Arguments();
    operation.encode(values, given, '');
    const { session } = this;
    let outcome: Outcome<R>;
    try {
      outcome = session.call(operation, given);
    } catch (thrown) {
      // Drop the session first, without a call: an exhausted stack may have no room for a call.
      this.#session = undefined;
      throw failure(thrown, session);
    }
    if ('refusal' in outcome) throw publicError(outcome.refusal, nameOf);
    return outcome.value;
  }

  /** Runs an operation in a new session, and wipes its whole memory: for secrets that many functions handle. */
  callOnce<A, R>(operation: Operation<A, R>, values: A, nameOf = fieldPath): R {
    const other = new WasmInstance(this.#module);
    const { session } = other;
    try {
      return other.call(operation, values, nameOf);
    } finally {
      wipe(session);
    }
  }

  make<A, Handle>(
    operation: Operation<A, Handle>,
    values: A,
    free: Operation<{ object: Handle }, void>,
  ): ResourceWithHandle<Handle> {
    const handle = this.call(operation, values);
    return { handle, session: this.session, release: () => this.call(free, { object: handle }) };
  }

  has(resource: Resource): boolean {
    return resource.session === this.#session;
  }

  free(resource: Resource): void {
    if (!this.has(resource)) return;
    try {
      resource.release();
    } catch {} // The session has ended, and the object is lost.
  }

  freeWith(owner: object, resource: Resource): void {
    this.#registry?.register(owner, resource, owner);
  }

  forget(owner: object): void {
    this.#registry?.unregister(owner);
  }
}

/** The error for a session that failed. It wipes the memory, which may hold secrets. */
function failure(thrown: unknown, session: Session): PowmodError {
  wipe(session);
  if (memoryIsExhausted(session.memory))
    return new PowmodError('ERR_OUT_OF_MEMORY', 'the WebAssembly memory could not grow', { cause: thrown });
  return new PowmodError('ERR_FAULT', `the WebAssembly instance failed: ${String(thrown)}`, { cause: thrown });
}

function wipe({ memory }: Session): void {
  try {
    new Uint8Array(memory.buffer).fill(0);
  } catch {} // The stack is exhausted.
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
