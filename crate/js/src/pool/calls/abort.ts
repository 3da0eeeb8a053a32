/**
 * Does work that `signal` ends, or the work itself by its own controller: at once, whatever it waits for. What was begun
 * under the controller ends with the first failure.
 */
export async function abortable<T>(
  signal: AbortSignal | undefined,
  work: (own: AbortController) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw signal.reason;
  const own = new AbortController();
  const onAbort = () => own.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  const aborted = new Promise<never>((_, reject) => {
    own.signal.addEventListener('abort', () => reject(own.signal.reason));
  });
  try {
    return await Promise.race([work(own), aborted]);
  } catch (error) {
    own.abort(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Does pieces of work, so many at once, and gives their results in order. The first that fails ends them all. */
export function inLanes<T>(
  lanes: number,
  pieces: number,
  signal: AbortSignal | undefined,
  work: (piece: number, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
  return abortable(signal, async (own) => {
    const results: T[] = [];
    let next = 0;
    const lane = async () => {
      while (next < pieces) {
        const piece = next++;
        results[piece] = await work(piece, own.signal);
        own.signal.throwIfAborted();
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanes, pieces) }, lane));
    return results;
  });
}
