/** The pool's part of `verify`: two workers share the rounds of one proof where that is faster. */
import type { Proof, Share, VerifyOptions } from '../../border/powers-operations.generated.js';
import type { Scheme } from '../../border/types.generated.js';
import type { Scheduler } from '../threads/scheduler.js';
import { abortable } from './concurrency.js';

/** The shortest moduli, in bytes, for which a share saves more than its messages cost. */
const WORTH_SHARES: Record<Scheme, number> = { wesolowski: 512, pietrzak: 384 };

/** Whether shares can make a verification faster. A challenge of the caller may be short, and is not hashed. */
export function isWorthSharing({ proof, options }: { proof: Proof; options: VerifyOptions }): boolean {
  return !options.prime && proof.modulus.length >= WORTH_SHARES[proof.scheme];
}

/**
 * The verdict on a proof. Each share is a job that waits for no other job. Shares take more work than one job for all, so
 * a pool with other work does what is left of the proof in one job.
 */
export function verify(
  scheduler: Scheduler,
  given: { proof: Proof; options: VerifyOptions },
  signal?: AbortSignal,
): Promise<boolean> {
  return abortable(signal, async ({ signal }) => {
    const { modulus, values, input, output } = given.proof;
    const most = isWorthSharing(given) ? values.length / modulus.length : 0;
    let [first, second]: [Uint8Array, Uint8Array] = [input, output];
    for (let rounds = 0; ; rounds++) {
      const args = { ...given, rounds, first, second };
      if (rounds === most || !scheduler.hasRoomFor(2))
        return rounds === 0
          ? scheduler.run('verify', () => ({ args: given }), signal)
          : scheduler.run('joinShares', () => ({ args }), signal);
      const run = (share: Share) => scheduler.run('shareOfVerification', () => ({ args: { ...args, share } }), signal);
      [first, second] = await Promise.all([run('first'), run('second')]);
      if (first.length === 0 || second.length === 0) return false;
    }
  });
}
