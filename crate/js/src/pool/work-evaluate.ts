/** The worker's side of an evaluation. */
import type { Instance, Ring } from '../instance.js';
import type { CheckedTask, Source } from './statement.js';
import type { Line, Tools } from './work.js';

/** Squarings between two pauses. */
const SLICE = 4096;

/** Between two reports; longer where they take more than a fiftieth of the time. */
const INTERVAL_MS = 100;
const SHARE = 50;

export interface EvaluationNews {
  done: number;
  /** The head of a checkpoint. */
  head: Uint8Array;
  /** The values that it covers and the last one did not. */
  values: Uint8Array;
}

export interface EvaluationAsk extends CheckedTask {
  prover: WebAssembly.Module;
  checkpoint: Uint8Array | undefined;
}

/** x^(2^T) mod N. The first report comes at once, the last one at the end. */
export async function evaluate(
  { prover }: Tools,
  { prover: module, modulus, source, iterations, scheme, memory, checkpoint }: EvaluationAsk,
  line: Line<EvaluationNews>,
): Promise<Uint8Array> {
  const instance = prover(module);
  const { life } = instance;
  const ring = instance.ring(modulus);
  const input = inputOf(instance, ring, source);
  const handle = instance.run(() =>
    checkpoint
      ? life.Evaluation.resume(ring.handle, input, iterations, checkpoint)
      : new life.Evaluation(ring.handle, input, iterations, scheme, memory),
  );
  try {
    let told = checkpoint ? instance.run(() => handle.kept()) : 0;
    let next = 0;
    for (let isDone = false; ; isDone = instance.run(() => handle.advance(SLICE))) {
      const now = performance.now();
      if (isDone || now >= next) {
        const [head, values] = instance.run(() => [handle.head(), handle.values(told, handle.kept())] as const);
        told = instance.run(() => handle.kept());
        line.tell({ done: handle.done(), head, values }, [head.buffer, values.buffer]);
        next = now + Math.max(INTERVAL_MS, SHARE * (performance.now() - now));
      }
      if (isDone) return instance.run(() => handle.output());
      await line.pause();
    }
  } finally {
    instance.close({ handle, life });
  }
}

/** The input's bytes. */
export function inputOf(instance: Instance, ring: Ring, source: Source): Uint8Array {
  const weakness = instance.run(() => ring.handle.check_group(false));
  if (weakness !== undefined) throw new RangeError(`modulus: ${weakness}`);
  return 'input' in source ? source.input : instance.run(() => ring.handle.hash_to_group(source.seed));
}
