/** The worker's jobs for evaluations, and for a proof, which several workers can make in parts. */
import * as operations from '../../border/prover-operations.generated.js';
import { INTERVAL_MS, type Job, SLICE } from './job.js';

/** Updates take at most one part in this many of the time. */
const TIME_SHARE = 50;

export const evaluate: Job<'evaluate'> = async (
  { part },
  { prover, modulus, source, iterations, scheme, memory, checkpoint },
  channel,
) => {
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
};

export const checkpointHead: Job<'checkpointHead'> = ({ part }, { prover, ...given }) =>
  part(prover).call(operations.checkpointHead, given);

export const proverNeeds: Job<'proverNeeds'> = ({ part }, { prover, ...given }) =>
  part(prover).call(operations.proverNeeds, given);

export const provePart: Job<'provePart'> = async ({ part }, { prover, ...given }, channel) => {
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
};

export const joinProof: Job<'joinProof'> = ({ part }, { prover, ...given }) =>
  part(prover).call(operations.joinProof, given);
