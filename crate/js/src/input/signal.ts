/** Signals of the caller, by which a call ends early. */
import { describe, readFields } from './reading.js';

/** An `AbortSignal`, of this realm or of another. */
export function readSignal(value: unknown): AbortSignal | undefined {
  if (value === undefined) return undefined;
  const { aborted, addEventListener, removeEventListener } = readFields(Object(value), 'options.signal.', [
    'aborted',
    'addEventListener',
    'removeEventListener',
  ]);
  if (
    typeof aborted !== 'boolean' ||
    typeof addEventListener !== 'function' ||
    typeof removeEventListener !== 'function'
  )
    throw new TypeError(`options.signal: must be an AbortSignal, not ${describe(value)}`);
  return value as AbortSignal;
}

/** The works that wait for a signal, for each that was ever waited for. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Does the work when the signal aborts, until the function is called that this gives. A signal has one listener,
 * however many works wait for it: Node warns above ten, and its own remedy fails for the signals of other realms, as
 * jsdom's.
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
  return () => {
    works.delete(work);
  };
}

/** What the work gives, or the signal's reason as soon as it aborts: the work then goes on for nobody. */
export async function orAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work();
  if (signal.aborted) throw signal.reason;
  let forget = () => {};
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    forget();
  }
}
