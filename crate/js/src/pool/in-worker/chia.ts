/** The worker's jobs for `powmod/chia`. */
import { chiaVerify as verify } from '../../border/chia-operations.generated.js';
import type { Verdict } from '../../border/wire.js';
import { MalformedProofError } from '../../errors.js';
import type { Job } from './job.js';

export const chiaVerify: Job<'chiaVerify'> = async ({ part }, { module, proofs, ...options }, channel) => {
  const instance = part(module);
  const verdicts: Verdict[] = [];
  for (const proof of proofs) {
    try {
      verdicts.push(instance.call(verify, { proof, ...options }));
    } catch (error) {
      if (!(error instanceof MalformedProofError)) throw error;
      verdicts.push({ field: error.field, reason: error.reason });
    }
    channel.send(verdicts.length);
    await channel.pause();
  }
  return verdicts;
};
