/** The pool's part of `verifyAll`: sends the proofs to the workers in chunks. A chunk is read when a worker is free. */
import type { MalformedProofError } from '../../errors.js';
import type { checkBatchOptions } from '../../vdf/options.js';
import { isWellFormed, mergeVerdicts, readProofOrError } from '../../vdf/verify.js';
import type { JobScheduler } from '../threads/scheduler.js';
import { mapConcurrently } from './concurrency.js';
import type { Call } from './options.js';
import { ProgressMeter } from './progress.js';

/** Proofs in a chunk: few, so that all workers end together, but enough that no worker waits for messages. */
const CHUNK = 8;

/** Proofs in a chunk of `batch: true`: more proofs share more squarings. */
const BATCH_CHUNK = 128;

/** The verdicts in the order of the proofs. A modulus may have at most `maxBits` bits. */
export async function verifyAll(
  scheduler: JobScheduler,
  sources: readonly unknown[],
  checked: ReturnType<typeof checkBatchOptions>,
  maxBits: number,
  { onProgress, signal }: Call,
): Promise<(boolean | MalformedProofError)[]> {
  const meter = new ProgressMeter(onProgress);
  meter.report(0, sources.length);
  const size = Math.max(
    1,
    Math.min(checked.batch ? BATCH_CHUNK : CHUNK, Math.ceil(sources.length / scheduler.maxWorkers)),
  );
  let done = 0;
  const chunks = await mapConcurrently(
    scheduler.maxWorkers,
    Math.ceil(sources.length / size),
    signal,
    async (chunk, signal) => {
      const read = sources.slice(chunk * size, (chunk + 1) * size).map((source) => readProofOrError(maxBits, source));
      const proofs = read.filter(isWellFormed);
      const verdicts =
        proofs.length === 0 ? [] : await scheduler.run('verifyAll', () => ({ args: { proofs, ...checked } }), signal);
      done += read.length;
      meter.report(done, sources.length);
      return mergeVerdicts(read, verdicts);
    },
  );
  meter.finish(sources.length);
  return chunks.flat();
}
