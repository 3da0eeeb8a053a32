/** The pool's part of `verifyAll`: its list is as those of ./lists.ts. */
import type { MalformedProofError } from '../../errors.js';
import { isArray, readLength } from '../../input/reading.js';
import type { checkBatchOptions } from '../../vdf/options.js';
import { isWellFormed, mergeVerdicts, proofReader } from '../../vdf/verify.js';
import type { JobScheduler } from '../threads/scheduler.js';
import { CHUNK_SQUARINGS, type Results, resultsOf } from './lists.js';
import type { Call } from './options.js';

/** Proofs in a chunk: few, so that all workers end together, but enough that no worker waits for messages. */
const CHUNK = 8;

/** Proofs in a chunk of `batch: true`: more proofs share more squarings. */
const BATCH_CHUNK = 128;

/** The verdicts in the order of the proofs. A modulus may have at most `maxBits` bits. */
export function verifyAll(
  scheduler: JobScheduler,
  proofs: unknown,
  checked: ReturnType<typeof checkBatchOptions>,
  maxBits: number,
  call: Call,
): Results<boolean | MalformedProofError> {
  const reader = proofReader(maxBits);
  const share = isArray(proofs) ? Math.ceil(readLength(proofs, reader.name) / scheduler.maxWorkers) : Infinity;
  const inChunk = Math.max(1, Math.min(checked.batch ? BATCH_CHUNK : CHUNK, share));
  return resultsOf(scheduler, { source: proofs, keep: undefined, ...reader }, call, {
    atOnce: Infinity,
    work: () => Math.ceil(CHUNK_SQUARINGS / inChunk),
    async run(entries, signal, _, first) {
      const proofs = entries.filter(isWellFormed);
      // The first chunk checks the options too.
      const verdicts =
        proofs.length === 0 && first > 0 ? [] : await scheduler.run('verifyAll', { proofs, ...checked }, signal);
      return mergeVerdicts(entries, verdicts);
    },
    present: (verdict) => verdict,
    wipe() {},
  });
}
