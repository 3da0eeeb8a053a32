/// <reference lib="esnext.disposable" preserve="true" />
import type { Instance, ResourceWithHandle } from './instance.js';

/**
 * An object in wasm memory that a user keeps. It is freed once, by the user or by the garbage collector, and it is gone
 * with its session.
 */
export class KeptResource<Handle> {
  readonly #instance: Instance;
  readonly #name: string;
  readonly #maker: string;
  #resource: ResourceWithHandle<Handle> | undefined;

  /** `name` is its name in errors, `maker` the call that makes another. */
  constructor(instance: Instance, name: string, maker: string, resource: ResourceWithHandle<Handle>) {
    this.#instance = instance;
    this.#name = name;
    this.#maker = maker;
    this.#resource = resource;
    instance.freeWith(this, resource);
  }

  /** Its handle, for one call. @throws TypeError when it was freed or is gone. */
  get handle(): Handle {
    if (!this.#resource) throw new TypeError(`${this.#name}: was freed`);
    if (!this.#instance.has(this.#resource)) {
      throw new TypeError(
        `${this.#name}: is gone, because its instance was rebuilt after a fault; make it again with ${this.#maker}`,
      );
    }
    return this.#resource.handle;
  }

  /** Gives the memory back. A second call does nothing. */
  free(): void {
    if (!this.#resource) return;
    this.#instance.forget(this);
    this.#instance.free(this.#resource);
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
