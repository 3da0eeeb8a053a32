/**
 * Tells a page that a Web Worker has ended. No event says so when other code or the browser ends the worker. But the
 * browser then releases the worker's lock, for which the page waits.
 */
import { globalOf, partOf } from '../../runtime.js';

const locks = () => {
  const navigator = globalOf('navigator');
  return navigator && partOf(navigator, 'locks');
};

/** A new name for a worker's lock, if the runtime has locks. */
export function lockName(): string | undefined {
  return locks() && `powmod-worker-${crypto.randomUUID()}`;
}

/** In the worker: takes the lock and keeps it. False if it cannot: a page that may not use storage has no locks. */
export function holdLock(name: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (name === undefined) return resolve(false);
    const held = locks()?.request(name, () => {
      resolve(true);
      return new Promise(() => {});
    });
    Promise.resolve(held).then(
      () => resolve(false),
      () => resolve(false),
    );
  });
}

/** In the page: calls back when the lock is released. */
export function whenReleased(name: string, onReleased: () => void): void {
  locks()?.request(name, onReleased).catch(onReleased);
}
