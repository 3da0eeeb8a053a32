/** Verifying many proofs, a chunk at a time: what waits is read when a worker is free for it. */
import { MalformedProofError } from '../errors.js';
import type { Proof } from '../proof-file.js';
import { type CheckedBatchOptions, readOrRefuse } from '../verify.js';
import { inLanes } from './abortable.js';
import type { Call } from './call-options.js';
import type { Crew } from './crew.js';
import { Meter } from './meter.js';

/** Proofs in a chunk: few enough that all workers end together, and enough that they do not wait for messages. */
const CHUNK = 8;

/** The same of proofs that share their squarings: the more, the more is shared. */
const BATCH = 128;

/** The verdict of each proof in its place. */
export async function verifyMany(
  crew: Crew,
  sources: readonly unknown[],
  options: CheckedBatchOptions,
  { onProgress, signal }: Call,
): Promise<(boolean | MalformedProofError)[]> {
  const meter = new Meter(onProgress);
  meter.report(0, sources.length);
  const size = Math.max(1, Math.min(options.batch ? BATCH : CHUNK, Math.ceil(sources.length / crew.size)));
  let done = 0;
  const chunks = await inLanes(crew.size, Math.ceil(sources.length / size), signal, async (piece, signal) => {
    const read = sources.slice(piece * size, (piece + 1) * size).map(readOrRefuse);
    const proofs = read.filter((proof): proof is Proof => !(proof instanceof MalformedProofError));
    const verdicts =
      proofs.length === 0 ? [] : await crew.run('verifyAll', () => ({ ask: { proofs, options } }), { signal });
    done += read.length;
    meter.report(done, sources.length);
    let next = 0;
    return read.map((proof) => {
      if (proof instanceof MalformedProofError) return proof;
      const verdict = verdicts[next++] as (typeof verdicts)[number];
      return typeof verdict === 'boolean' ? verdict : new MalformedProofError(verdict.field, verdict.reason);
    });
  });
  meter.finish(sources.length);
  return chunks.flat();
}
