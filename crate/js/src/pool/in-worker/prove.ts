/** The worker's jobs for a proof, which several workers can make in parts. */
import type { Instance, ResourceWithHandle } from '../../border/instance.js';
import * as operations from '../../border/prover-operations.generated.js';
import type { ProverReport } from '../../border/types.generated.js';
import type { Operation } from '../../border/wire.js';
import type { ProverUpdate } from '../threads/job-types.js';
import type { Channel, Job } from './job.js';
import { INTERVAL_MS, SLICE } from './slices.js';

/** What is done with a part of a proof. */
interface Steps<Handle> {
  advance: Operation<{ prover: Handle; steps: number }, ProverReport>;
  result: Operation<{ prover: Handle }, Uint8Array<ArrayBuffer>>;
  /** Products or squarings between two pauses. */
  slice: number;
}

export const checkpointHead: Job<'checkpointHead'> = ({ prover }, { prover: module, task }) =>
  prover(module).call(operations.checkpointHead, { task });

export const proverNeeds: Job<'proverNeeds'> = ({ prover }, { prover: module, task, parts }) =>
  prover(module).call(operations.proverNeeds, { task, parts });

export const provePart: Job<'provePart'> = (
  { prover },
  { prover: module, task, values, from, part, parts },
  channel,
) => {
  const instance = prover(module);
  const given = { task, values, from, part, parts };
  const proverPart = instance.make(operations.startProver, given, operations.freeProver);
  const { advanceProver: advance, proverResult: result } = operations;
  return proveInSlices(instance, proverPart, { advance, result, slice: SLICE }, channel);
};

/** Does all products of a part, and gives the part's result. */
export async function proveInSlices<Handle>(
  instance: Instance,
  part: ResourceWithHandle<Handle>,
  { advance, result, slice }: Steps<Handle>,
  channel: Channel<ProverUpdate>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { handle } = part;
  try {
    let next = 0;
    for (;;) {
      const { isDone, done, total } = instance.call(advance, { prover: handle, steps: slice });
      const now = performance.now();
      if (isDone || now >= next) {
        channel.send({ done, total });
        next = now + INTERVAL_MS;
      }
      if (isDone) return instance.call(result, { prover: handle });
      await channel.pause();
    }
  } finally {
    instance.free(part);
  }
}

export const joinProof: Job<'joinProof'> = ({ prover }, { prover: module, task, results }) =>
  prover(module).call(operations.joinProof, { task, results });
