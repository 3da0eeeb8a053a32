/** The pool's side of an evaluation: what its worker tells becomes progress and checkpoints. */
import { bytesToBigint } from '../../bytes.js';
import type { Crew } from '../workers/crew.js';
import { abortable } from './abort.js';
import { CheckpointDelivery, type OnCheckpoint } from './checkpoint-delivery.js';
import { CheckpointRecord } from './checkpoint-record.js';
import type { Call } from './options.js';
import { ProgressMeter } from './progress.js';
import type { CheckedTask } from './task.js';

/** What `evaluate` gives. */
export interface Evaluation {
  /** x^(2^T) mod N: the residue itself, which a proof may replace by its negative. */
  output: bigint;
  /** The last checkpoint: what `prove` needs, and what `evaluate` resumes from. */
  checkpoints: Uint8Array;
}

export interface EvaluateCall extends Call {
  checkpoint: Uint8Array | undefined;
  onCheckpoint: OnCheckpoint | undefined;
}

/** Squares so many times; gives the residue and the record of what was kept. */
export function evaluateInWorker(
  crew: Crew,
  { modulus, source, iterations, scheme, memory }: CheckedTask,
  { onProgress, signal, checkpoint, onCheckpoint }: EvaluateCall,
): Promise<{ output: Uint8Array; record: CheckpointRecord }> {
  return abortable(signal, async (own) => {
    const prover = await crew.prover();
    const record = new CheckpointRecord(checkpoint);
    const meter = new ProgressMeter(onProgress);
    const delivery = new CheckpointDelivery(onCheckpoint, () => record.whole as Uint8Array, own);
    const output = await crew.run(
      'evaluate',
      // Where a worker is lost, another goes on from what the first has told.
      () => ({ ask: { prover, modulus, source, iterations, scheme, memory, checkpoint: record.whole } }),
      {
        signal: own.signal,
        onNews(news) {
          record.add(news);
          meter.report(news.done, iterations);
          delivery.offer();
        },
      },
    );
    await delivery.finish();
    meter.finish(iterations);
    return { output, record };
  });
}

/** See `Pool.evaluate`. */
export async function evaluate(crew: Crew, task: CheckedTask, call: EvaluateCall): Promise<Evaluation> {
  const { output, record } = await evaluateInWorker(crew, task, call);
  return { output: bytesToBigint(output), checkpoints: record.whole as Uint8Array };
}
