import { onAbort } from '../threads/abort.js';

/**
 * Runs work that can be aborted, by `signal` or by the controller that the work gets. An abort rejects at once,
 * whatever the work waits for. A failure aborts the controller, which ends the rest of the work.
 */
export async function abortable<T>(
  signal: AbortSignal | undefined,
  work: (controller: AbortController) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw signal.reason;
  const controller = new AbortController();
  const forget = onAbort(signal, () => controller.abort(signal?.reason));
  const aborted = new Promise<never>((_, reject) => {
    onAbort(controller.signal, () => reject(controller.signal.reason));
  });
  try {
    return await Promise.race([work(controller), aborted]);
  } catch (error) {
    controller.abort(error);
    throw error;
  } finally {
    forget();
  }
}

/** Does the work on items 0 to `count` − 1, at most `limit` at once. The results are in order; a failure ends all. */
export function mapConcurrently<T>(
  limit: number,
  count: number,
  signal: AbortSignal | undefined,
  work: (item: number, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
  return abortable(signal, async (controller) => {
    const results: T[] = [];
    let next = 0;
    const workInTurn = async () => {
      while (next < count) {
        const item = next++;
        results[item] = await work(item, controller.signal);
        controller.signal.throwIfAborted();
      }
    };
    await Promise.all(Array.from({ length: Math.min(limit, count) }, workInTurn));
    return results;
  });
}

/**
 * The first result that is not `undefined`, in the order of the items 0 to `count` − 1, of which at most `limit` are done
 * at once. Which item finishes first does not matter. A failure ends all.
 */
export function firstInOrder<T>(
  limit: number,
  count: number,
  signal: AbortSignal | undefined,
  work: (item: number, signal: AbortSignal) => Promise<T | undefined>,
): Promise<T | undefined> {
  return abortable(signal, async (controller) => {
    let first = count;
    let found: T | undefined;
    let next = 0;
    const workInTurn = async () => {
      while (next < first) {
        const item = next++;
        const result = await work(item, controller.signal);
        controller.signal.throwIfAborted();
        if (result === undefined || item > first) continue;
        first = item;
        found = result;
      }
    };
    await Promise.all(Array.from({ length: Math.min(limit, count) }, workInTurn));
    return found;
  });
}
