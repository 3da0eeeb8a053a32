/** The worker's jobs for evaluations. */
import type { Instance, ResourceWithHandle } from '../../border/instance.js';
import * as operations from '../../border/prover-operations.generated.js';
import type { Operation } from '../../border/wire.js';
import type { EvaluationUpdate } from '../threads/job-types.js';
import type { Channel, Job } from './job.js';
import { INTERVAL_MS, SLICE } from './slices.js';

/** Updates take at most one part in this many of the time. */
const TIME_SHARE = 50;

/** What is done with an evaluation. */
interface Steps<Handle> {
  report: Operation<{ evaluation: Handle }, EvaluationUpdate>;
  advance: Operation<{ evaluation: Handle; squarings: number }, boolean>;
  output: Operation<{ evaluation: Handle }, Uint8Array<ArrayBuffer>>;
  /** Squarings between two pauses. */
  slice: number;
}

export const evaluate: Job<'evaluate'> = (
  { prover },
  { prover: module, modulus, source, iterations, scheme, memory, checkpoint },
  channel,
) => {
  const instance = prover(module);
  const { startEvaluation, resumeEvaluation, freeEvaluation } = operations;
  const evaluation = checkpoint
    ? instance.make(resumeEvaluation, { modulus, source, iterations, checkpoint }, freeEvaluation)
    : instance.make(startEvaluation, { modulus, source, iterations, scheme, memory }, freeEvaluation);
  const { reportEvaluation: report, advanceEvaluation: advance, evaluationOutput: output } = operations;
  return evaluateInSlices(instance, evaluation, { report, advance, output, slice: SLICE }, channel);
};

/** Does all squarings, and gives the output. The first update comes at once, the last at the end. */
export async function evaluateInSlices<Handle>(
  instance: Instance,
  evaluation: ResourceWithHandle<Handle>,
  { report, advance, output, slice }: Steps<Handle>,
  channel: Channel<EvaluationUpdate>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { handle } = evaluation;
  try {
    let next = 0;
    for (let isDone = false; ; ) {
      const now = performance.now();
      if (isDone || now >= next) {
        const { done, head, values } = instance.call(report, { evaluation: handle });
        channel.send({ done, head, values }, [head.buffer as ArrayBuffer, values.buffer as ArrayBuffer]);
        next = now + Math.max(INTERVAL_MS, TIME_SHARE * (performance.now() - now));
      }
      if (isDone) return instance.call(output, { evaluation: handle });
      await channel.pause();
      isDone = instance.call(advance, { evaluation: handle, squarings: slice });
    }
  } finally {
    instance.free(evaluation);
  }
}
