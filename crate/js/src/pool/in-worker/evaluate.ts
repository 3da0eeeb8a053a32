/** The worker's job `evaluate`. */
import * as operations from '../../border/operations.generated.js';
import type { Job } from './job.js';

/** Squarings between two pauses. */
const SLICE = 4096;

/** The least time between two updates. */
const INTERVAL_MS = 100;

/** Updates take at most one part in this many of the time. */
const TIME_SHARE = 50;

export const evaluate: Job<'evaluate'> = async (
  { prover },
  { prover: module, modulus, source, iterations, scheme, memory, checkpoint },
  channel,
) => {
  const instance = prover(module);
  const evaluation = checkpoint
    ? instance.make(operations.resumeEvaluation, { modulus, source, iterations, checkpoint }, operations.freeEvaluation)
    : instance.make(
        operations.startEvaluation,
        { modulus, source, iterations, scheme, memory },
        operations.freeEvaluation,
      );
  const { handle } = evaluation;
  try {
    let next = 0;
    for (let isDone = false; ; ) {
      const now = performance.now();
      if (isDone || now >= next) {
        const { done, head, values } = instance.call(operations.reportEvaluation, { evaluation: handle });
        channel.send({ done, head, values }, [head.buffer, values.buffer]);
        next = now + Math.max(INTERVAL_MS, TIME_SHARE * (performance.now() - now));
      }
      if (isDone) return instance.call(operations.evaluationOutput, { evaluation: handle });
      await channel.pause();
      isDone = instance.call(operations.advanceEvaluation, { evaluation: handle, squarings: SLICE });
    }
  } finally {
    instance.free(evaluation);
  }
};
