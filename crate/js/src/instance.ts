import { type Bindings, createBindings, type ModulusHandle } from './bindings.js';
import { bigintToBytes } from './bytes.js';
import { MalformedProofError, PowmodError } from './errors.js';
import { bitLength } from './integers.js';

/** Something that lies in wasm memory until it is closed. */
export interface Resource {
  readonly handle: { free(): void };
  /** The life of the instance that it belongs to: see {@link Instance.life}. */
  readonly life: Bindings;
}

/** A modulus with what is precomputed for it. */
export interface Ring extends Resource {
  readonly modulus: bigint;
  /** The modulus's length. */
  readonly bits: number;
  readonly handle: ModulusHandle;
}

/** How many moduli are remembered for calls that name theirs each time. */
const REMEMBERED = 8;

/**
 * One WebAssembly instance, made anew from its module whenever it dies.
 *
 * It dies by a trap (a failed allocation, a bug) or by an exhausted stack: then its memory cannot be trusted any
 * more. The error that the caller sees says so, and the next call finds a fresh instance.
 */
export class Instance {
  readonly #module: WebAssembly.Module;
  readonly #begin: typeof createBindings;
  #life: Bindings | undefined;
  /** The last moduli used, the most recent last. */
  readonly #remembered = new Map<bigint, Ring>();
  /** Frees what its user dropped; not every engine can. */
  readonly #dropped =
    typeof FinalizationRegistry === 'undefined'
      ? undefined
      : new FinalizationRegistry<Resource>((resource) => this.close(resource));

  /** `life` is a first set of bindings to `module`, if there is one already; `begin` makes others. */
  constructor(module: WebAssembly.Module, life?: Bindings, begin = createBindings) {
    this.#module = module;
    this.#life = life;
    this.#begin = begin;
  }

  /** The bindings of the present life, which begins here if none has. */
  get life(): Bindings {
    if (!this.#life) {
      try {
        this.#life = this.#begin(this.#module);
      } catch (cause) {
        throw new PowmodError('ERR_OUT_OF_MEMORY', 'no memory for a WebAssembly instance', { cause });
      }
    }
    return this.#life;
  }

  /** Runs a call in a life of its own and wipes the whole of its memory: for secrets that pass through much code. */
  once<T>(work: (life: Bindings) => T): T {
    const other = new Instance(this.#module, undefined, this.#begin);
    const { life } = other;
    try {
      return other.run(() => work(life));
    } finally {
      new Uint8Array(life.memory.buffer).fill(0);
    }
  }

  /** Whether a resource belongs to the present life; if not, it is gone. */
  has(resource: Resource): boolean {
    return resource.life === this.#life;
  }

  /** The ring of a modulus, kept among the last few. It is good for this call only. */
  ring(modulus: bigint): Ring {
    const known = this.#remembered.get(modulus);
    if (known && this.has(known)) {
      this.#remembered.delete(modulus);
      this.#remembered.set(modulus, known);
      return known;
    }
    const ring = this.open(modulus);
    for (const [oldest, old] of this.#remembered) {
      if (this.#remembered.size < REMEMBERED) break;
      this.#remembered.delete(oldest);
      this.close(old);
    }
    // Closing may have ended the life that the new ring belongs to.
    if (!this.has(ring)) return this.ring(modulus);
    this.#remembered.set(modulus, ring);
    return ring;
  }

  /** A ring that stays until `close`. */
  open(modulus: bigint): Ring {
    const { life } = this;
    const bytes = bigintToBytes(modulus);
    const handle = this.run(() => new life.Modulus(bytes));
    return { modulus, bits: bitLength(bytes), handle, life };
  }

  /** Gives back a resource's memory; nothing happens if the life that it belonged to is over. */
  close(resource: Resource): void {
    if (!this.has(resource)) return;
    try {
      resource.handle.free();
    } catch {
      this.#life = undefined;
    }
  }

  /** Closes `resource` when the garbage collector takes `owner`. */
  closeWith(owner: object, resource: Resource): void {
    this.#dropped?.register(owner, resource, owner);
  }

  /** Takes `closeWith` back. */
  forget(owner: object): void {
    this.#dropped?.unregister(owner);
  }

  /** Runs a call into wasm, and turns what it throws into the errors of the public interface. */
  run<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      // The surface throws strings, and its instance is sound after them.
      if (typeof thrown === 'string') throw surfaceError(thrown);
      // First of all, and without a call: where the stack was exhausted, there may be no room for one.
      const life = this.#life;
      this.#life = undefined;
      this.#remembered.clear();
      throw deathError(thrown, life);
    }
  }
}

/** What the surface calls by name alone is for its caller a part of an argument. */
const PARTS: Record<string, readonly string[]> = {
  options: ['method', 'window', 'table', 'earlyExit'],
  key: ['p', 'q', 'dp', 'dq', 'qInv', 'e'],
};

/** `'malformed:proof[3]: must not be zero'`, `'range:seed: …'`, `'checkpoint:hash: …'` or `'fault:key: …'`, as an error. */
function surfaceError(text: string): Error {
  const [, kind, field = '', reason = ''] = /^(malformed|range|checkpoint|fault):([^:]*): (.*)$/s.exec(text) ?? [];
  if (kind === 'malformed') return new MalformedProofError(field, reason);
  if (kind === 'range') {
    const whole = Object.keys(PARTS).find((argument) => PARTS[argument]?.includes(field));
    return new RangeError(`${whole ? `${whole}.` : ''}${field}: ${reason}`);
  }
  if (kind === 'checkpoint') return new PowmodError('ERR_CHECKPOINT', `checkpoint.${field}: ${reason}`);
  return new PowmodError('ERR_FAULT', kind ? `${field}: ${reason}` : text);
}

/** Why an instance died. */
function deathError(thrown: unknown, life: Bindings | undefined): Error {
  if (life && memoryIsExhausted(life.memory)) {
    return new PowmodError('ERR_OUT_OF_MEMORY', 'the WebAssembly memory could not grow', { cause: thrown });
  }
  return new PowmodError('ERR_FAULT', `the WebAssembly instance failed: ${String(thrown)}`, { cause: thrown });
}

/**
 * A failed allocation ends in the same trap as any fault, so ask the memory of the dead instance: one that cannot
 * double, or grow by 64 MB, had not much left to give.
 */
function memoryIsExhausted(memory: WebAssembly.Memory): boolean {
  try {
    memory.grow(Math.max(memory.buffer.byteLength, 2 ** 26) / 65536);
    return false;
  } catch {
    return true;
  }
}
