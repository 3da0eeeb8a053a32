/// <reference lib="esnext.disposable" preserve="true" />
import type { Instance, Resource } from './instance.js';

/**
 * Something in wasm memory that a user keeps: it is freed once, by the user or by the garbage collector, and is gone
 * with the life of its instance.
 */
export class Kept<R extends Resource> {
  readonly #instance: Instance;
  readonly #name: string;
  readonly #maker: string;
  #resource: R | undefined;

  /** `name` is what errors call it, `maker` the call that makes another. */
  constructor(instance: Instance, name: string, maker: string, resource: R) {
    this.#instance = instance;
    this.#name = name;
    this.#maker = maker;
    this.#resource = resource;
    instance.closeWith(this, resource);
  }

  /** What is kept. @throws TypeError when it was freed or is gone. */
  get live(): R {
    if (!this.#resource) throw new TypeError(`${this.#name}: was freed`);
    if (!this.#instance.has(this.#resource)) {
      throw new TypeError(
        `${this.#name}: is gone, for its instance was rebuilt after a fault; make it again with ${this.#maker}`,
      );
    }
    return this.#resource;
  }

  /** Gives the memory back. A second call does nothing. */
  free(): void {
    if (!this.#resource) return;
    this.#instance.forget(this);
    this.#instance.close(this.#resource);
    this.#resource = undefined;
  }
}

/** Lets `using` free what a class makes, where the engine has `Symbol.dispose`. */
export function freedByUsing(prototype: { free(): void }): void {
  if (!Symbol.dispose) return;
  Object.defineProperty(prototype, Symbol.dispose, {
    configurable: true,
    writable: true,
    value(this: { free(): void }) {
      this.free();
    },
  });
}
