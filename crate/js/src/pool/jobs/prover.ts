/** The jobs for evaluations, and for a proof, which several workers can make in parts. */
import * as operations from '../../border/prover-operations.generated.js';
import type { Given } from '../../border/wire.js';
import { type Channel, INTERVAL_MS, type Instances, oneOfProver, SLICE, type WithProver } from './job.js';

/** Updates take at most one part in this many of the time. */
const TIME_SHARE = 50;

/** The checked task of `evaluate`, and the checkpoint to resume from. */
export interface Evaluation extends Given<typeof operations.startEvaluation>, WithProver {
  checkpoint: Uint8Array | undefined;
}

/** x^(2^T) mod N. The first update comes at once, the last at the end. */
export async function evaluate(
  { part }: Instances,
  { prover, modulus, source, iterations, scheme, memory, checkpoint }: Evaluation,
  channel: Channel<operations.EvaluationReport>,
) {
  const instance = part(prover);
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
        channel.send({ done, head, values }, [head.buffer, values.buffer]);
        next = now + Math.max(INTERVAL_MS, TIME_SHARE * (performance.now() - now));
      }
      if (isDone) return instance.call(operations.evaluationOutput, { evaluation });
      await channel.pause();
      isDone = instance.call(operations.advanceEvaluation, { evaluation, squarings: SLICE });
    }
  } finally {
    resource.free();
  }
}

/** The head of a complete checkpoint, of which the first bytes are enough. `ERR_CHECKPOINT` if it is not complete. */
export const checkpointHead = oneOfProver(operations.checkpointHead);

export const proverNeeds = oneOfProver(operations.proverNeeds);

/** The result of one part of a proof, from its kept values; the first value has the index `from`. */
export async function provePart(
  { part }: Instances,
  { prover, ...given }: Given<typeof operations.startProver> & WithProver,
  channel: Channel<Omit<operations.ProverReport, 'isDone'>>,
) {
  const instance = part(prover);
  const resource = instance.make(operations.startProver, given, operations.freeProver);
  const { handle } = resource;
  try {
    let next = 0;
    for (;;) {
      const { isDone, done, total } = instance.call(operations.advanceProver, { prover: handle, steps: SLICE });
      const now = performance.now();
      if (isDone || now >= next) {
        channel.send({ done, total });
        next = now + INTERVAL_MS;
      }
      if (isDone) return instance.call(operations.proverResult, { prover: handle });
      await channel.pause();
    }
  } finally {
    resource.free();
  }
}

/** Joins the parts' results: the input, the output and the proof's values, each as long as the modulus. */
export const joinProof = oneOfProver(operations.joinProof);
