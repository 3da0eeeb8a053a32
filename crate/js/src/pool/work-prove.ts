/** The worker's side of a proof, of which several workers can each make a part. */
import type { ProofTaskHandle } from '../bindings.js';
import type { Instance, Ring } from '../instance.js';
import type { CheckedProofTask } from './statement.js';
import type { Line, Tools } from './work.js';
import { inputOf } from './work-evaluate.js';

/** Products or squarings between two pauses. */
const SLICE = 4096;

const INTERVAL_MS = 100;

/** What all of a proof's parts are about. */
export interface ProofAsk {
  prover: WebAssembly.Module;
  task: CheckedProofTask;
  /** The head of the complete checkpoint. */
  head: Uint8Array;
}

export interface PartNews {
  done: number;
  total: number;
}

/** For each part the kept values that it needs: from the first index to before the second. */
export function partsOfProof({ prover }: Tools, { of, ...ask }: ProofAsk & { of: number }, _line: Line) {
  const instance = prover(ask.prover);
  return withTask(instance, ask, (task, { handle }) =>
    Array.from({ length: of }, (_, part) => {
      const [from = 0, to = 0] = instance.run(() => handle.prover_needs(task, ask.head, part, of));
      return { from, to };
    }),
  );
}

/** A part of the proof. */
export async function provePart(
  { prover }: Tools,
  { values, from, part, of, ...ask }: ProofAsk & { values: Uint8Array; from: number; part: number; of: number },
  line: Line<PartNews>,
): Promise<Uint8Array> {
  const instance = prover(ask.prover);
  const { life } = instance;
  const handle = withTask(instance, ask, (task, ring) =>
    instance.run(() => new life.Prover(ring.handle, task, ask.head, values, from, part, of)),
  );
  try {
    let next = 0;
    for (;;) {
      const isDone = instance.run(() => handle.advance(SLICE));
      const now = performance.now();
      if (isDone || now >= next) {
        line.tell({ done: handle.done(), total: handle.total() });
        next = now + INTERVAL_MS;
      }
      if (isDone) return instance.run(() => handle.result());
      await line.pause();
    }
  } finally {
    instance.close({ handle, life });
  }
}

/** Input, output and the proof's values, each as long as the modulus, from the parts' results in their order. */
export function joinProof({ prover }: Tools, { results, ...ask }: ProofAsk & { results: Uint8Array }, _line: Line) {
  const instance = prover(ask.prover);
  return withTask(instance, ask, (task, { handle }) => instance.run(() => handle.join_proof(task, ask.head, results)));
}

/** Does something with a task that lies in wasm memory for that long. */
function withTask<T>(
  instance: Instance,
  { task: { modulus, source, scheme, profile, iterations, delta, memory } }: ProofAsk,
  work: (task: ProofTaskHandle, ring: Ring) => T,
): T {
  const { life } = instance;
  const ring = instance.ring(modulus);
  const input = inputOf(instance, ring, source);
  const handle = instance.run(() => new life.ProofTask(scheme, profile, input, iterations, delta, memory));
  try {
    return work(handle, ring);
  } finally {
    instance.close({ handle, life });
  }
}
