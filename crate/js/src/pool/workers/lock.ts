/**
 * How a page learns that a Web Worker is no more: nothing is sent when one is ended from elsewhere, or by the browser.
 * But the worker's lock is then given back, and whoever waits for it gets it.
 */

const locks = () => globalThis.navigator?.locks as LockManager | undefined;

/** A name for a worker's lock, where there are locks. */
export function lockName(): string | undefined {
  return locks() && `powmod-worker-${crypto.randomUUID()}`;
}

/** In the worker: takes the lock for good. Whether it could; where storage is forbidden, locks are too. */
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

/** In the page: calls back when the lock is given back. */
export function whenReleased(name: string, tell: () => void): void {
  locks()?.request(name, tell).catch(tell);
}
