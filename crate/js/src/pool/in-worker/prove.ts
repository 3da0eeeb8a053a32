/** The worker's jobs for a proof, which several workers can make in parts. */
import * as operations from '../../border/operations.generated.js';
import type { Job } from './job.js';

/** Products or squarings between two pauses. */
const SLICE = 4096;

/** The least time between two updates. */
const INTERVAL_MS = 100;

export const proverNeeds: Job<'proverNeeds'> = ({ prover }, { prover: module, task, parts }) =>
  prover(module).call(operations.proverNeeds, { task, parts });

export const provePart: Job<'provePart'> = async (
  { prover },
  { prover: module, task, values, from, part, parts },
  channel,
) => {
  const instance = prover(module);
  const given = { task, values, from, part, parts };
  const proverPart = instance.make(operations.startProver, given, operations.freeProver);
  const { handle } = proverPart;
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
    instance.free(proverPart);
  }
};

export const joinProof: Job<'joinProof'> = ({ prover }, { prover: module, task, results }) =>
  prover(module).call(operations.joinProof, { task, results });
