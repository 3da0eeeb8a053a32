/** Verifying many proofs, a chunk at a time: a proof is read when a worker is free for it. */
import type { MalformedProofError } from '../../errors.js';
import type { CheckedBatchOptions } from '../../vdf/options.js';
import { isWellFormed, readOrRefuse, withRefused } from '../../vdf/verify.js';
import type { Crew } from '../workers/crew.js';
import { inLanes } from './abort.js';
import type { Call } from './options.js';
import { ProgressMeter } from './progress.js';

/** Proofs in a chunk: few enough that all workers end together, and enough that they do not wait for messages. */
const CHUNK = 8;

/** The same of proofs that share their squarings: the more, the more is shared. */
const BATCH = 128;

/** The verdict on each proof in its place. `maxBits` is the most that a modulus may have. */
export async function verifyAll(
  crew: Crew,
  sources: readonly unknown[],
  checked: CheckedBatchOptions,
  maxBits: number,
  { onProgress, signal }: Call,
): Promise<(boolean | MalformedProofError)[]> {
  const meter = new ProgressMeter(onProgress);
  meter.report(0, sources.length);
  const size = Math.max(1, Math.min(checked.batch ? BATCH : CHUNK, Math.ceil(sources.length / crew.size)));
  let done = 0;
  const chunks = await inLanes(crew.size, Math.ceil(sources.length / size), signal, async (piece, signal) => {
    const read = sources.slice(piece * size, (piece + 1) * size).map((source) => readOrRefuse(maxBits, source));
    const proofs = read.filter(isWellFormed);
    const verdicts =
      proofs.length === 0 ? [] : await crew.run('verifyAll', () => ({ ask: { proofs, ...checked } }), { signal });
    done += read.length;
    meter.report(done, sources.length);
    return withRefused(read, verdicts);
  });
  meter.finish(sources.length);
  return chunks.flat();
}
