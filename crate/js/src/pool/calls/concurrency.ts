import { onAbort, orAborted } from '../../input/signal.js';
import { listOf } from '../../runtime.js';

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
  try {
    return await orAborted(controller.signal, () => work(controller));
  } catch (error) {
    controller.abort(error);
    throw error;
  } finally {
    forget();
  }
}

/**
 * Does the work on items 0 to `count` − 1, at most `limit` at once. The results are in order; a failure ends all. After
 * a result that `isLast`, no later item is begun.
 */
export function mapConcurrently<T>(
  limit: number,
  count: number,
  signal: AbortSignal | undefined,
  work: (item: number, signal: AbortSignal) => Promise<T>,
  isLast?: (result: T) => boolean,
): Promise<T[]> {
  return abortable(signal, async (controller) => {
    const results = listOf<T | undefined>(count, () => undefined);
    let [next, end] = [0, count];
    const workInTurn = async () => {
      while (next < end) {
        const item = next++;
        const result = await work(item, controller.signal);
        controller.signal.throwIfAborted();
        results[item] = result;
        if (isLast?.(result)) end = Math.min(end, item);
      }
    };
    await Promise.all(listOf(Math.min(limit, count), workInTurn));
    return results as T[];
  });
}
