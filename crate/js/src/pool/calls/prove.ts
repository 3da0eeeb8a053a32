/** The pool's part of `prove`: evaluates, gives the parts of the proof to workers, and writes the proof file. */
import type { CompleteHead, ProverNeed } from '../../border/prover-operations.generated.js';
import { areEqual, bytesToBigint, bytesToHex, joinBytes, sha256 } from '../../bytes.js';
import { PowmodError } from '../../errors.js';
import { listOf } from '../../runtime.js';
import { nameOfGroup } from '../../vdf/groups.js';
import type { ProofFile } from '../../vdf/proof-file.js';
import type { JobArguments, JobUpdate } from '../jobs/jobs.js';
import type { JobScheduler } from '../threads/scheduler.js';
import { abortable, mapConcurrently } from './concurrency.js';
import { evaluateInWorker } from './evaluate.js';
import type { Call } from './options.js';
import { type OnProgress, ProgressMeter } from './progress.js';
import type { CheckedProofTask, readProofTask } from './task.js';

/** For fewer squarings in a part, starting a worker takes longer than the part. */
const WORTH_A_WORKER = 2 ** 16;

/** No head is longer: it has three numbers as long as the modulus, which has at most 16384 bits. */
const LONGEST_HEAD = 8192;

/** See `Pool.prove`. The evaluation does the squarings that the checkpoint lacks. */
export function prove(
  scheduler: JobScheduler,
  task: CheckedProofTask,
  { onProgress, signal, checkpoint, challenge }: Call & Omit<ReturnType<typeof readProofTask>, 'task'>,
): Promise<ProofFile> {
  return abortable(signal, async ({ signal }) => {
    const given = checkpoint && (await readComplete(scheduler, task, checkpoint, signal));
    const evaluate = (onProgress?: OnProgress) =>
      evaluateInWorker(scheduler, task, { onProgress, signal, checkpoint, onCheckpoint: undefined });
    const { head, values } = given ?? (await evaluate(onProgress)).record;
    let prime: Uint8Array | undefined;
    if (challenge) {
      const { input, output } = given ?? (await openHead(scheduler, task, head, signal));
      const [n, x, y] = [task.modulus, input, output].map(bytesToBigint) as [bigint, bigint, bigint];
      prime = await challenge(n, x, y, task.iterations);
    }
    const common = { prover: await scheduler.proverModule(), task: { ...task, head, challenge: prime } };
    const proving = proveInParts(scheduler, common, values, onProgress, signal);
    // The engine hashes beside the workers.
    proving.catch(() => {}); // if the values are damaged, the evaluation says so
    // A worker hashes where the engine cannot. For an evaluation that is complete, hashing is all that it does.
    if (given && !(await isUndamaged(given))) await evaluate();
    return proving;
  });
}

/** A complete checkpoint, whose values are not yet compared with their hash. */
interface Given extends CompleteHead {
  values: Uint8Array<ArrayBuffer>;
}

/** The parts of a checkpoint, if it is complete and has as many values as its head says. */
async function readComplete(
  scheduler: JobScheduler,
  task: CheckedProofTask,
  checkpoint: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Given | undefined> {
  try {
    const complete = await openHead(scheduler, task, checkpoint.slice(0, LONGEST_HEAD), signal);
    const values = checkpoint.subarray(complete.head.length);
    return values.length === complete.kept * task.modulus.length ? { ...complete, values } : undefined;
  } catch (error) {
    // The checkpoint is damaged or not complete, of which the evaluation tells more.
    if (error instanceof PowmodError && error.code === 'ERR_CHECKPOINT') return undefined;
    throw error;
  }
}

async function openHead(
  scheduler: JobScheduler,
  task: CheckedProofTask,
  head: Uint8Array,
  signal: AbortSignal,
): Promise<CompleteHead> {
  const args = { prover: await scheduler.proverModule(), task: { ...task, head, challenge: undefined } };
  return scheduler.run('checkpointHead', args, signal);
}

/** Whether the values have their hash, by the engine; `false` where it cannot tell. */
async function isUndamaged({ values, valuesHash }: Given): Promise<boolean> {
  try {
    const hash = await sha256(values);
    return hash !== undefined && areEqual(hash, valuesHash);
  } catch {
    return false; // the engine lacks memory
  }
}

/** The proof, from the kept values of a complete evaluation. */
async function proveInParts(
  scheduler: JobScheduler,
  common: JobArguments<'checkpointHead'>,
  values: Uint8Array,
  onProgress: OnProgress | undefined,
  signal: AbortSignal,
): Promise<ProofFile> {
  const { modulus, scheme, iterations } = common.task;
  const width = modulus.length;
  // A Pietrzak round needs the round before, so one worker does all.
  const most = scheme === 'wesolowski' ? Math.min(scheduler.maxWorkers, Math.ceil(iterations / WORTH_A_WORKER)) : 1;
  const needs = await scheduler.run('proverNeeds', { ...common, parts: most }, signal);
  const parts = needs.length;
  const meter = new ProgressMeter(onProgress);
  const progress: JobUpdate<'provePart'>[] = [];
  const sum = (count: keyof JobUpdate<'provePart'>) => progress.reduce((total, part) => total + part[count], 0);
  const results = await mapConcurrently(parts, parts, signal, (part, signal) => {
    const { from, to } = needs[part] as ProverNeed;
    const args = () => {
      const share = values.slice(from * width, to * width);
      return { args: { ...common, values: share, from, part, parts }, transfer: [share.buffer] };
    };
    const onUpdate = (update: JobUpdate<'provePart'>) => {
      // Assume equal parts until each has reported its total.
      if (progress.length === 0) progress.push(...needs.map(() => ({ done: 0, total: update.total })));
      progress[part] = update;
      meter.report(sum('done'), sum('total'));
    };
    return scheduler.run('provePart', args, signal, onUpdate);
  });
  const numbers = await scheduler.run('joinProof', { ...common, results: joinBytes(results) }, signal);
  meter.finish(sum('total'));
  return toFile(common.task, numbers, width);
}

/** The proof file. `numbers` has the input, the output and the proof's values, each of `width` bytes. */
function toFile(task: JobArguments<'checkpointHead'>['task'], numbers: Uint8Array, width: number): ProofFile {
  const { scheme, profile, modulus, iterations, delta } = task;
  const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;
  const list = listOf(numbers.length / width, (i) => hex(numbers.subarray(i * width, (i + 1) * width)));
  const [input = '', output = '', ...values] = list;
  const statement = { modulus: nameOfGroup(bytesToBigint(modulus)) ?? hex(modulus), input, output, iterations };
  if (scheme === 'wesolowski') return { scheme, profile: 'powmod-v1', ...statement, proof: values[0] ?? '' };
  return { scheme, profile, ...statement, proof: values, ...(delta !== undefined && { delta }) };
}
