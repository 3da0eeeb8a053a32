import { defineHidden, partOf } from '../runtime.js';
import type { Instance, Resource } from './instance.js';

/**
 * An object of an instance that the user keeps. The user or the garbage collector frees it once. The object is lost
 * when its session ends.
 */
export class KeptResource<Handle> {
  readonly #instance: Instance;
  readonly #name: string;
  readonly #maker: string;
  #resource: Resource<Handle> | undefined;

  /** `name` is the object's name in errors, `maker` the call that makes the object again. */
  constructor(instance: Instance, name: string, maker: string, resource: Resource<Handle>) {
    this.#instance = instance;
    this.#name = name;
    this.#maker = maker;
    this.#resource = resource;
    instance.freeWith(this, resource);
  }

  /** The object's handle, for one call. @throws TypeError if the object was freed or lost. */
  get handle(): Handle {
    if (!this.#resource) throw new TypeError(`${this.#name}: was freed`);
    if (this.#resource.isLost()) {
      throw new TypeError(`${this.#name}: is gone, because its instance failed; make it again with ${this.#maker}`);
    }
    return this.#resource.handle;
  }

  /** Frees the memory. A second call does nothing. */
  free(): void {
    if (!this.#resource) return;
    this.#instance.forget(this);
    this.#resource.free();
    this.#resource = undefined;
  }
}

/**
 * Gives the class of an object a tag, and makes `using` end its objects by `end`, if the engine has the symbol. Vue
 * wraps no object with a tag in a proxy, which would lack the private fields. A constructor calls this, for its first
 * object: a call beside the class would keep the class in programs that never use it.
 */
export function defineTag(object: object, tag: string, symbol?: symbol, end?: () => unknown): void {
  const prototype = Object.getPrototypeOf(object);
  if (Object.hasOwn(prototype, Symbol.toStringTag)) return;
  defineHidden(prototype, Symbol.toStringTag, tag);
  if (symbol) defineHidden(prototype, symbol, end);
}

/** Binds the methods of an object's classes to the object, so that `const { modPow } = pm` gives a function. */
export function bindMethods(object: object): void {
  for (let from = Object.getPrototypeOf(object); from !== Object.prototype; from = Object.getPrototypeOf(from))
    for (const name of Object.getOwnPropertyNames(from)) {
      const method = partOf(Object.getOwnPropertyDescriptor(from, name) as PropertyDescriptor, 'value');
      if (name !== 'constructor' && typeof method === 'function') defineHidden(object, name, method.bind(object));
    }
}
