/**
 * Does pieces of work, so many at once, and gives their results in order. The first that fails ends them all, and so
 * does `signal`.
 */
export async function inLanes<T>(
  lanes: number,
  pieces: number,
  signal: AbortSignal | undefined,
  work: (piece: number, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
  signal?.throwIfAborted();
  const all = new AbortController();
  const onAbort = () => all.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    while (next < pieces) {
      const piece = next++;
      results[piece] = await work(piece, all.signal);
      all.signal.throwIfAborted();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(lanes, pieces) }, lane));
    return results;
  } catch (error) {
    all.abort(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
