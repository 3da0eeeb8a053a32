/** The work of a pool for Chia. It is loaded when a caller first gives a pool. */
import type { ChiaProof as Fields } from '../border/chia-operations.generated.js';
import { joinBytes } from '../bytes.js';
import { MalformedProofError, PowmodError } from '../errors.js';
import { variants as verifiers } from '../kernels/chia.generated.js';
import { variants as provers } from '../kernels/chia-provers.generated.js';
import { loadFirst } from '../kernels/choose.js';
import type { Kernel, Variant } from '../kernels/kernel.js';
import { abortable, mapConcurrently } from '../pool/calls/concurrency.js';
import { type EvaluateCall, type RecordedOutput, recorded } from '../pool/calls/evaluate.js';
import type { Call } from '../pool/calls/options.js';
import { ProgressMeter } from '../pool/calls/progress.js';
import type { PartModule, ProverUpdate } from '../pool/threads/job-types.js';
import type { CheckedOptions, GivenPool } from './options.js';
import { type FieldsOrError, hexOf, iterationsBytes } from './proof.js';
import type { CheckedProofTask, readEvaluationTask } from './task.js';

/** Proofs in a job: few, so that all workers end together. */
const CHUNK = 8;

/** The bytes of a segment before its form: its length and its prime. */
const FORM_IN_SEGMENT = 8 + 33;

/** The verdicts on proofs, those of one challenge by one worker as far as possible. */
export async function verifyInPool(
  { scheduler, kernel }: GivenPool,
  proofs: readonly FieldsOrError[],
  groups: readonly (readonly number[])[],
  options: CheckedOptions,
  { onProgress, signal }: Call,
): Promise<(boolean | MalformedProofError)[]> {
  const meter = new ProgressMeter(onProgress);
  const verdicts = proofs.map((proof): boolean | MalformedProofError =>
    proof instanceof MalformedProofError ? proof : false,
  );
  const chunks = chunksOf(groups, Math.max(1, Math.min(CHUNK, Math.ceil(proofs.length / scheduler.maxWorkers))));
  /** The proofs that are done in each chunk. */
  const done = chunks.map(() => 0);
  const malformed = proofs.length - groups.flat().length;
  const report = () =>
    meter.report(
      done.reduce((sum, count) => sum + count, malformed),
      proofs.length,
    );
  report();
  await abortable(signal, async ({ signal }) => {
    const module = await loadPart(verifiers, kernel);
    await mapConcurrently(scheduler.maxWorkers, chunks.length, signal, async (chunk, signal) => {
      const indices = chunks[chunk] as number[];
      const args = { module, proofs: indices.map((i) => proofs[i] as Fields), ...options };
      const onUpdate = (count: number) => {
        done[chunk] = count;
        report();
      };
      const found = await scheduler.run('chiaVerify', () => ({ args }), { signal, onUpdate });
      for (const [at, verdict] of found.entries())
        verdicts[indices[at] as number] =
          typeof verdict === 'boolean' ? verdict : new MalformedProofError(verdict.field, verdict.reason);
    });
  });
  meter.finish(proofs.length);
  return verdicts;
}

/** The proofs in chunks. Only a challenge of more than CHUNK proofs is in two: each worker computes its discriminant. */
function chunksOf(groups: readonly (readonly number[])[], size: number): number[][] {
  const chunks: number[][] = [];
  for (const group of groups)
    for (let at = 0; at < group.length; at += CHUNK) {
      const piece = group.slice(at, at + CHUNK);
      const last = chunks.at(-1);
      if (last && last.length + piece.length <= size) last.push(...piece);
      else chunks.push(piece);
    }
  return chunks;
}

/** See `evaluateVdf`. */
export function evaluateInPool(
  pool: GivenPool,
  task: ReturnType<typeof readEvaluationTask>,
  { onProgress, signal, ...call }: EvaluateCall,
): Promise<RecordedOutput> {
  const { iterations } = task.task;
  return abortable(signal, async (controller) => {
    const meter = new ProgressMeter(onProgress);
    const onDone = (done: number) => meter.report(done, iterations);
    const evaluated = await evaluatePart(pool, task, { ...call, onDone }, controller);
    meter.finish(iterations);
    return evaluated;
  });
}

async function evaluatePart(
  { scheduler, kernel }: GivenPool,
  { task, memory }: ReturnType<typeof readEvaluationTask>,
  call: Parameters<typeof recorded>[0],
  controller: AbortController,
): Promise<RecordedOutput> {
  const module = await loadPart(provers, kernel);
  return recorded(call, controller, (record, options) =>
    // If the worker is lost, another worker resumes from the last update.
    scheduler.run('chiaEvaluate', () => ({ args: { module, task, memory, checkpoint: record.checkpoint } }), options),
  );
}

/** The parts of a proof that `proveVdf` adds to its task. */
export interface Proved {
  output: string;
  witness: string;
}

/** See `proveVdf`. Each part is proved while the next is evaluated. */
export function proveInPool(
  pool: GivenPool,
  { task, memory, witnessType, checkpoint }: CheckedProofTask,
  { onProgress, signal }: Call,
): Promise<Proved> {
  const { scheduler, kernel } = pool;
  const { iterations } = task;
  return abortable(signal, async (controller) => {
    const module = await loadPart(provers, kernel);
    const evaluating = new ProgressMeter(onProgress);
    /** The meter of the proof, once all squarings are done. */
    let proving: ProgressMeter | undefined;
    const progress: ProverUpdate[] = [];
    const sum = (count: keyof ProverUpdate) => progress.reduce((total, part) => total + part[count], 0);
    const segments: Promise<Uint8Array>[] = [];
    let [input, before] = [task.input, 0];
    for (const squarings of evenParts(iterations, witnessType + 1)) {
      const part = { ...task, input, iterations: squarings };
      const start = before;
      const onDone = (done: number) => evaluating.report(start + done, iterations);
      const call = { checkpoint, onCheckpoint: undefined, onDone };
      const { output, record } = await evaluatePart(pool, { task: part, memory }, call, controller);
      const args = { module, task: part, memory, checkpoint: record.checkpoint as Uint8Array };
      const at = progress.push({ done: 0, total: 0 }) - 1;
      const onUpdate = (update: ProverUpdate) => {
        progress[at] = update;
        proving?.report(sum('done'), sum('total'));
      };
      const segment = scheduler.run('chiaProve', () => ({ args }), { signal: controller.signal, onUpdate });
      // A failure ends the evaluation of the next part.
      segment.catch((error) => controller.abort(error));
      segments.push(segment);
      [input, before] = [output, before + squarings];
    }
    evaluating.finish(iterations);
    proving = new ProgressMeter(onProgress);
    const made = await Promise.all(segments);
    const [last, ...others] = made.reverse() as [Uint8Array, ...Uint8Array[]];
    const witness = joinBytes([last.subarray(FORM_IN_SEGMENT), ...others]);
    const { challenge, discriminantBits } = task;
    const fields = { challenge, iterations: iterationsBytes(BigInt(iterations)), input: task.input, output: input };
    const proof = { ...fields, witness, witnessType };
    const call = { onProgress: undefined, signal: controller.signal };
    const [verdict] = await verifyInPool(pool, [proof], [[0]], { strict: false, discriminantBits }, call);
    if (verdict !== true) throw new PowmodError('ERR_FAULT', 'the proof that was made is not valid');
    proving.finish(sum('total'));
    return { output: hexOf(input), witness: hexOf(witness) };
  });
}

/** Parts of about the same length. */
function evenParts(whole: number, parts: number): number[] {
  const longer = whole % parts;
  return Array.from({ length: parts }, (_, i) => Math.floor(whole / parts) + (i < longer ? 1 : 0));
}

/** The modules that were asked for, by list and kernel. A failed attempt is forgotten. */
const loaded = new Map<readonly Variant[], Map<Kernel, Promise<PartModule>>>();

/** A part's module of the pool's kernel. If that kernel has none, the module of the first kernel that works here. */
function loadPart(variants: readonly Variant[], kernel: Kernel): Promise<PartModule> {
  let ofPart = loaded.get(variants);
  if (!ofPart) {
    ofPart = new Map();
    loaded.set(variants, ofPart);
  }
  let part = ofPart.get(kernel);
  if (!part) {
    part = load(variants, kernel);
    ofPart.set(kernel, part);
    part.catch(() => ofPart.delete(kernel));
  }
  return part;
}

async function load(variants: readonly Variant[], kernel: Kernel): Promise<PartModule> {
  const own = variants.filter(({ name }) => name === kernel);
  const { name, part, module } = await loadFirst(own.length > 0 ? own : variants);
  return { name: `${name}${part}`, module };
}
