/** The pool's part of an evaluation: makes progress reports and checkpoints of the worker's updates. */
import { bytesToBigint } from '../../bytes.js';
import type { EvaluationUpdate } from '../threads/job-types.js';
import type { Scheduler } from '../threads/scheduler.js';
import { CheckpointDelivery, type OnCheckpoint } from './checkpoint-delivery.js';
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
}

/** @internal */
export interface EvaluateCall extends Call {
  checkpoint: Uint8Array<ArrayBuffer> | undefined;
  onCheckpoint: OnCheckpoint | undefined;
}

/** @internal Does the squarings in a worker. Gives the output and the record of the last checkpoint. */
export function evaluateInWorker(
  scheduler: Scheduler,
  { modulus, source, iterations, scheme, memory }: CheckedTask,
  { onProgress, signal, ...call }: EvaluateCall,
): Promise<RecordedOutput> {
  return abortable(signal, async (controller) => {
    const prover = await scheduler.proverModule();
    const meter = new ProgressMeter(onProgress);
    const onDone = (done: number) => meter.report(done, iterations);
    const evaluated = await recorded({ ...call, onDone }, controller, (record, options) =>
      scheduler.run(
        'evaluate',
        // If the worker is lost, another worker resumes from the last update.
        () => ({ args: { prover, modulus, source, iterations, scheme, memory, checkpoint: record.checkpoint } }),
        options,
      ),
    );
    meter.finish(iterations);
    return evaluated;
  });
}

/** @internal */
export interface RecordedOutput {
  output: Uint8Array<ArrayBuffer>;
  record: CheckpointRecord;
}

/** @internal Runs an evaluation, keeps the record of its last checkpoint, and delivers checkpoints to the caller. */
export async function recorded(
  { checkpoint, onCheckpoint, onDone }: Omit<EvaluateCall, keyof Call> & { onDone: (done: number) => void },
  controller: AbortController,
  run: (
    record: CheckpointRecord,
    options: { signal: AbortSignal; onUpdate(update: EvaluationUpdate): void },
  ) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<RecordedOutput> {
  const record = new CheckpointRecord(checkpoint);
  const delivery = new CheckpointDelivery(onCheckpoint, () => record.checkpoint as Uint8Array<ArrayBuffer>, controller);
  const output = await run(record, {
    signal: controller.signal,
    onUpdate(update) {
      record.add(update);
      onDone(update.done);
      delivery.offer();
    },
  });
  await delivery.finish();
  return { output, record };
}

/** @internal See `Pool.evaluate`. */
export async function evaluate(scheduler: Scheduler, task: CheckedTask, call: EvaluateCall): Promise<Evaluation> {
  const { output, record } = await evaluateInWorker(scheduler, task, call);
  return { output: bytesToBigint(output), checkpoints: record.checkpoint as Uint8Array<ArrayBuffer> };
}
