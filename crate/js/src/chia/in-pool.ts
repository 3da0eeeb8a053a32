/** The work of a pool for Chia. It is loaded when a caller first gives a pool. */
import type { ChiaProof as Fields } from '../border/chia-operations.generated.js';
import { publicVerdict } from '../border/refusal.js';
import { MalformedProofError } from '../errors.js';
import { variants } from '../kernels/chia.generated.js';
import { loadFirst } from '../kernels/choose.js';
import type { Kernel, PartModule } from '../kernels/kernel.js';
import { abortable, mapConcurrently } from '../pool/calls/concurrency.js';
import type { Call } from '../pool/calls/options.js';
import { ProgressMeter } from '../pool/calls/progress.js';
import { once } from '../runtime.js';
import type { CheckedOptions, GivenPool } from './options.js';
import type { FieldsOrError } from './proof.js';

/** Proofs in a job: few, so that all workers end together. */
const CHUNK = 8;

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
    const module = await moduleFor(kernel);
    await mapConcurrently(scheduler.maxWorkers, chunks.length, signal, async (chunk, signal) => {
      const indices = chunks[chunk] as number[];
      const args = { module, proofs: indices.map((i) => proofs[i] as Fields), ...options };
      const onUpdate = (count: number) => {
        done[chunk] = count;
        report();
      };
      const found = await scheduler.run('chiaVerify', args, signal, onUpdate);
      onUpdate(found.length);
      found.forEach((verdict, at) => {
        verdicts[indices[at] as number] = publicVerdict(verdict);
      });
    });
  });
  meter.finish(proofs.length);
  return verdicts;
}

/**
 * The proofs in chunks. Only a challenge of more than CHUNK proofs is in two: each worker computes its discriminant.
 */
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

/** For each kernel that a pool has: loads the verifier for it, once. */
const loaders = new Map<Kernel, () => Promise<PartModule>>();

function moduleFor(kernel: Kernel): Promise<PartModule> {
  const loader = loaders.get(kernel) ?? once(() => load(kernel));
  loaders.set(kernel, loader);
  return loader();
}

/** The verifier of the pool's kernel. If that kernel has none, that of the first kernel that works here. */
async function load(kernel: Kernel): Promise<PartModule> {
  const same = variants.filter(({ name }) => name === kernel);
  const { name, part, module } = await loadFirst(same.length > 0 ? same : variants);
  return { name: `${name}${part}`, module };
}
