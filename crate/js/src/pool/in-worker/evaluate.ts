/** The worker's job for evaluations. */
import * as operations from '../../border/prover-operations.generated.js';
import type { Job } from './job.js';
import { INTERVAL_MS, SLICE } from './slices.js';

/** Updates take at most one part in this many of the time. */
const TIME_SHARE = 50;

export const evaluate: Job<'evaluate'> = async (
  { prover },
  { prover: module, modulus, source, iterations, scheme, memory, checkpoint },
  channel,
) => {
  const instance = prover(module);
  const { startEvaluation, resumeEvaluation, freeEvaluation } = operations;
  const resource = checkpoint
    ? instance.make(resumeEvaluation, { modulus, source, iterations, checkpoint }, freeEvaluation)
    : instance.make(startEvaluation, { modulus, source, iterations, scheme, memory }, freeEvaluation);
  const { handle: evaluation } = resource;
  try {
    let next = 0;
    for (let isDone = false; ; ) {
      const now = performance.now();
      if (isDone || now >= next) {
        const { done, head, values } = instance.call(operations.reportEvaluation, { evaluation });
        channel.send({ done, head, values }, [head.buffer as ArrayBuffer, values.buffer as ArrayBuffer]);
        next = now + Math.max(INTERVAL_MS, TIME_SHARE * (performance.now() - now));
      }
      if (isDone) return instance.call(operations.evaluationOutput, { evaluation });
      await channel.pause();
      isDone = instance.call(operations.advanceEvaluation, { evaluation, squarings: SLICE });
    }
  } finally {
    instance.free(resource);
  }
};
