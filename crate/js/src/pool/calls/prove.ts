/** The pool's part of `prove`: evaluates, gives the parts of the proof to workers, and writes the proof file. */
import { bytesToBigint, bytesToHex, joinBytes } from '../../bytes.js';
import { nameOfGroup } from '../../vdf/groups.js';
import type { ProofFile } from '../../vdf/proof-file.js';
import type { ProverUpdate } from '../threads/job-types.js';
import type { Scheduler } from '../threads/scheduler.js';
import { abortable, mapConcurrently } from './concurrency.js';
import { evaluateInWorker } from './evaluate.js';
import type { Call } from './options.js';
import { ProgressMeter } from './progress.js';
import type { CheckedProofTask } from './task.js';

/** For fewer squarings in a part, starting a worker takes longer than the part. */
const WORTH_A_WORKER = 2 ** 16;

/** See `Pool.prove`. The evaluation does the squarings that the checkpoint lacks. */
export function prove(
  scheduler: Scheduler,
  task: CheckedProofTask,
  { onProgress, signal, checkpoint }: Call & { checkpoint: Uint8Array<ArrayBuffer> | undefined },
): Promise<ProofFile> {
  return abortable(signal, async ({ signal }) => {
    const { output, record } = await evaluateInWorker(scheduler, task, {
      onProgress,
      signal,
      checkpoint,
      onCheckpoint: undefined,
    });
    const { head, values } = record;
    const { modulus, source, iterations, scheme, profile, delta, memory } = task;
    const common = {
      prover: await scheduler.proverModule(),
      task: { modulus, source, iterations, scheme, profile, delta, memory, head },
    };
    const width = output.length;
    // A Pietrzak round needs the round before, so one worker does all.
    const parts =
      task.scheme === 'wesolowski' ? Math.min(scheduler.maxWorkers, Math.ceil(task.iterations / WORTH_A_WORKER)) : 1;
    const needs = await scheduler.run('proverNeeds', () => ({ args: { ...common, parts } }), { signal });

    const meter = new ProgressMeter(onProgress);
    const progress: ProverUpdate[] = [];
    const sum = (count: keyof ProverUpdate) => progress.reduce((total, part) => total + part[count], 0);
    const results = await mapConcurrently(parts, parts, signal, (part, signal) => {
      const { from, to } = needs[part] as (typeof needs)[number];
      const args = () => {
        const own = values.slice(from * width, to * width);
        return { args: { ...common, values: own, from, part, parts }, transfer: [own.buffer] };
      };
      const onUpdate = (update: ProverUpdate) => {
        // Assume equal parts until each has reported its total.
        if (progress.length === 0) progress.push(...needs.map(() => ({ done: 0, total: update.total })));
        progress[part] = update;
        meter.report(sum('done'), sum('total'));
      };
      return scheduler.run('provePart', args, { signal, onUpdate });
    });
    const numbers = await scheduler.run('joinProof', () => ({ args: { ...common, results: joinBytes(results) } }), {
      signal,
    });
    meter.finish(sum('total'));
    return toFile(task, numbers, width);
  });
}

/** The proof file. `numbers` has the input, the output and the proof's values, each of `width` bytes. */
function toFile(task: CheckedProofTask, numbers: Uint8Array, width: number): ProofFile {
  const { scheme, profile, modulus, iterations, delta } = task;
  const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;
  const list = Array.from({ length: numbers.length / width }, (_, i) =>
    hex(numbers.subarray(i * width, (i + 1) * width)),
  );
  const [input = '', output = '', ...values] = list;
  const statement = { modulus: nameOfGroup(bytesToBigint(modulus)) ?? hex(modulus), input, output, iterations };
  if (scheme === 'wesolowski') return { scheme, profile: 'powmod-v1', ...statement, proof: values[0] ?? '' };
  return { scheme, profile, ...statement, proof: values, ...(delta !== undefined && { delta }) };
}
