/** The worker's jobs for lists of powers. */
import * as operations from '../../border/powers-operations.generated.js';
import type { Channel, Job } from './job.js';
import { SLICE_MS } from './slices.js';

export const powAll: Job<'powAll'> = ({ instance }, { terms, modulus }, channel) =>
  inSlices(terms, channel, ({ base, exponent, baseName }) =>
    instance.call(operations.pow, { modulus, base, exponent }, (field) => (field === 'base' ? baseName : field)),
  );

export const powSecret: Job<'powSecret'> = async ({ instance }, { terms, modulus, bits }, channel) => {
  try {
    return await inSlices(terms, channel, (term) =>
      instance.call(operations.powSecret, { modulus, terms: [term], bits }),
    );
  } finally {
    for (const { base, exponent } of terms) for (const { bytes } of [base, exponent]) bytes.fill(0);
  }
};

/** The results in order. Updates have the number that is done. */
async function inSlices<T>(
  items: readonly T[],
  channel: Channel<number>,
  work: (item: T) => Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const results: Uint8Array<ArrayBuffer>[] = [];
  let next = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() >= next) {
      channel.send(results.length);
      await channel.pause();
      next = performance.now() + SLICE_MS;
    }
    results.push(work(item));
  }
  return results;
}
