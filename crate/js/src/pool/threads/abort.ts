/** The works that wait for a signal, for each that was ever waited for. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Does the work when the signal aborts, until the function is called that this gives. A signal has one listener, however
 * many works wait for it: Node warns above ten, and its own remedy fails for the signals of other realms, as jsdom's.
 */
export function onAbort(signal: AbortSignal | undefined, work: () => void): () => void {
  if (!signal) return () => {};
  const works = waiting.get(signal) ?? new Set();
  if (!waiting.has(signal)) {
    waiting.set(signal, works);
    signal.addEventListener('abort', () => {
      for (const one of [...works]) one();
    });
  }
  works.add(work);
  return () => works.delete(work);
}
