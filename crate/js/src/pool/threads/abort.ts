/** The works that wait for a signal. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Does the work when the signal aborts, until the function is called that this gives. A signal has one listener, however
 * many works wait for it: Node warns above ten, and its own remedy fails for the signals of other realms, as jsdom's.
 */
export function onAbort(signal: AbortSignal | undefined, work: () => void): () => void {
  if (!signal) return () => {};
  const works = waiting.get(signal) ?? new Set();
  const doAll = () => {
    for (const one of [...works]) one();
  };
  if (works.size === 0) {
    waiting.set(signal, works);
    signal.addEventListener('abort', doAll, { once: true });
  }
  works.add(work);
  return () => works.delete(work);
}
