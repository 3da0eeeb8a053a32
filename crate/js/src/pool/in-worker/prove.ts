/** The worker's jobs for a proof, which several workers can make in parts. */
import * as operations from '../../border/prover-operations.generated.js';
import type { Job } from './job.js';
import { INTERVAL_MS, SLICE } from './slices.js';

export const checkpointHead: Job<'checkpointHead'> = ({ prover }, { prover: module, task }) =>
  prover(module).call(operations.checkpointHead, { task });

export const proverNeeds: Job<'proverNeeds'> = ({ prover }, { prover: module, task, parts }) =>
  prover(module).call(operations.proverNeeds, { task, parts });

export const provePart: Job<'provePart'> = async (
  { prover },
  { prover: module, task, values, from, part, parts },
  channel,
) => {
  const instance = prover(module);
  const given = { task, values, from, part, parts };
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
    instance.free(resource);
  }
};

export const joinProof: Job<'joinProof'> = ({ prover }, { prover: module, task, results }) =>
  prover(module).call(operations.joinProof, { task, results });
