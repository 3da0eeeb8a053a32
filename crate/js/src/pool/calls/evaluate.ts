/** The pool's part of an evaluation: makes progress reports and checkpoints of the worker's updates. */
import { bytesToBase64Url, bytesToBigint, bytesToHex } from '../../bytes.js';
import { withJson } from '../../vdf/fields.js';
import type { JobScheduler } from '../threads/scheduler.js';
import { checkpointDelivery, type OnCheckpoint } from './checkpoint-delivery.js';
import { CheckpointRecord } from './checkpoint-record.js';
import { abortable } from './concurrency.js';
import type { Call } from './options.js';
import { ProgressMeter } from './progress.js';
import type { CheckedTask } from './task.js';

/** The result of `evaluate`. */
export interface Evaluation {
  /** x^(2^T) mod N. A proof may have N minus this residue as its output. */
  output: bigint;
  /** The last checkpoint: `prove` needs it, and `evaluate` can resume from it. */
  checkpoints: Uint8Array<ArrayBuffer>;
  /**
   * What `JSON.stringify` writes: the output in hex behind `0x`, and the checkpoints in base64url. `prove` takes it
   * too.
   */
  toJSON(): { output: string; checkpoints: string };
}

/** @internal */
export interface EvaluateCall extends Call {
  checkpoint: Uint8Array<ArrayBuffer> | undefined;
  onCheckpoint: OnCheckpoint | undefined;
}

/** @internal Does the squarings in a worker, keeps the record of the last checkpoint, and delivers checkpoints. */
export function evaluateInWorker(
  scheduler: JobScheduler,
  { modulus, source, iterations, scheme, memory }: CheckedTask,
  { onProgress, signal, checkpoint, onCheckpoint }: EvaluateCall,
): Promise<{ output: Uint8Array<ArrayBuffer>; record: CheckpointRecord }> {
  return abortable(signal, async (controller) => {
    const prover = await scheduler.proverModule();
    const meter = new ProgressMeter(onProgress);
    const record = new CheckpointRecord(checkpoint);
    const latest = () => record.checkpoint as Uint8Array<ArrayBuffer>;
    const delivery = checkpointDelivery(onCheckpoint, latest, controller);
    const output = await scheduler.run(
      'evaluate',
      // If the worker is lost, another worker resumes from the last update.
      () => ({ args: { prover, modulus, source, iterations, scheme, memory, checkpoint: record.checkpoint } }),
      controller.signal,
      (update) => {
        record.add(update);
        meter.report(update.done, iterations);
        delivery.offer();
      },
    );
    await delivery.finish();
    meter.finish(iterations);
    return { output, record };
  });
}

/** @internal See `Pool.evaluate`. */
export async function evaluate(scheduler: JobScheduler, task: CheckedTask, call: EvaluateCall): Promise<Evaluation> {
  const { output, record } = await evaluateInWorker(scheduler, task, call);
  const checkpoints = record.checkpoint as Uint8Array<ArrayBuffer>;
  const toJSON = () => ({ output: `0x${bytesToHex(output)}`, checkpoints: bytesToBase64Url(checkpoints) });
  return withJson({ output: bytesToBigint(output), checkpoints }, toJSON);
}
