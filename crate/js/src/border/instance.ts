import { MalformedProofError, PowmodError } from '../errors.js';
import { type Outcome, type Refusal, Session } from './session.js';
import { Arguments, fieldPath, type Operation } from './wire.js';

/** An object in wasm memory. It is gone with its session. */
export interface Resource {
  readonly session: Session;
  /** Frees it in its session. */
  release(): void;
}

/** An object and the handle by which calls name it. */
export interface ResourceWithHandle<Handle> extends Resource {
  readonly handle: Handle;
}

/** The public name of an argument, from the field and the place in a list that wasm names. */
export type PublicName = (field: string, index: number | undefined) => string;

/**
 * A kernel's module at work, in one session after another.
 *
 * A session ends by a trap (a failed allocation, a bug) or by an exhausted stack: then its memory cannot be trusted any
 * more. The caller sees an error, and the next call starts a new session of the same module.
 */
export class Instance {
  readonly #module: WebAssembly.Module;
  #session: Session | undefined;
  /** Frees objects whose owner was dropped; not every engine can. */
  readonly #dropped =
    typeof FinalizationRegistry === 'undefined'
      ? undefined
      : new FinalizationRegistry<Resource>((resource) => this.free(resource));

  /** `session` is a first session of the module, if there is one already. */
  constructor(module: WebAssembly.Module, session?: Session) {
    this.#module = module;
    this.#session = session;
  }

  /** The present session, which starts here if there is none. */
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

  /**
   * Does an operation in the present session.
   *
   * @throws TypeError, RangeError, PowmodError as the public interface has them; `nameOf` gives an argument's public name.
   */
  call<A, R>(operation: Operation<A, R>, values: A, nameOf = fieldPath): R {
    const given = new Arguments();
    operation.encode(values, given, '');
    const { session } = this;
    let outcome: Outcome<R>;
    try {
      outcome = session.call(operation, given);
    } catch (thrown) {
      // First of all, and without a call: where the stack was exhausted, there may be no room for one.
      this.#session = undefined;
      throw failure(thrown, session);
    }
    if ('refusal' in outcome) throw publicError(outcome.refusal, nameOf);
    return outcome.value;
  }

  /** Does an operation in a session of its own, whose whole memory is wiped then: for secrets that pass through much code. */
  callOnce<A, R>(operation: Operation<A, R>, values: A, nameOf = fieldPath): R {
    const other = new Instance(this.#module);
    const { session } = other;
    try {
      return other.call(operation, values, nameOf);
    } finally {
      wipe(session);
    }
  }

  /** Does an operation that makes an object. */
  make<A, Handle>(
    operation: Operation<A, Handle>,
    values: A,
    free: Operation<{ object: Handle }, void>,
    nameOf = fieldPath,
  ): ResourceWithHandle<Handle> {
    const handle = this.call(operation, values, nameOf);
    return { handle, session: this.session, release: () => this.call(free, { object: handle }) };
  }

  /** Whether an object belongs to the present session; if not, it is gone. */
  has(resource: Resource): boolean {
    return resource.session === this.#session;
  }

  /** Frees an object; nothing happens if its session is over. */
  free(resource: Resource): void {
    if (!this.has(resource)) return;
    try {
      resource.release();
    } catch {} // Then the session is over, and the object with it.
  }

  /** Frees `resource` when the garbage collector takes `owner`. */
  freeWith(owner: object, resource: Resource): void {
    this.#dropped?.register(owner, resource, owner);
  }

  /** Takes `freeWith` back. */
  forget(owner: object): void {
    this.#dropped?.unregister(owner);
  }
}

function publicError({ kind, field, index, reason }: Refusal, nameOf: PublicName): Error {
  switch (kind) {
    case 'argument':
      return new RangeError(`${nameOf(field, index)}: ${reason}`);
    case 'proof':
      return new MalformedProofError(fieldPath(field, index), reason);
    case 'checkpoint':
      return new PowmodError('ERR_CHECKPOINT', `checkpoint.${field}: ${reason}`);
    case 'fault':
      return new PowmodError('ERR_FAULT', `${field}: ${reason}`);
  }
}

/** The error for a session that ended. Its memory may hold secrets, so it is wiped. */
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
 * A failed allocation ends in the same trap as any fault, so ask the memory of the session: memory that cannot double,
 * or grow by 64 MB, was nearly exhausted.
 */
function memoryIsExhausted(memory: WebAssembly.Memory): boolean {
  try {
    memory.grow(Math.max(memory.buffer.byteLength, 2 ** 26) / 65536);
    return false;
  } catch {
    return true;
  }
}
