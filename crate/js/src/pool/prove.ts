/** The pool's side of a proof. */
import { bigintToBytes, bytesToHex } from '../bytes.js';
import { groups } from '../groups.js';
import type { ProofFile } from '../proof-file.js';
import { abortable, inLanes } from './abortable.js';
import type { Call } from './call-options.js';
import type { Crew } from './crew.js';
import { evaluateInWorker } from './evaluate.js';
import { Meter } from './meter.js';
import type { CheckedProofTask } from './statement.js';
import type { PartNews } from './work-prove.js';

/** So many squarings are proved in less time than it takes to start a worker. */
const WORTH_A_WORKER = 2 ** 16;

/** See `Pool.prove`: evaluates what the checkpoint lacks, and proves it. */
export function prove(
  crew: Crew,
  task: CheckedProofTask,
  { onProgress, signal, checkpoint }: Call & { checkpoint: Uint8Array | undefined },
): Promise<ProofFile> {
  return abortable(signal, async ({ signal }) => {
    const { output, record } = await evaluateInWorker(crew, task, {
      onProgress,
      signal,
      checkpoint,
      onCheckpoint: undefined,
    });
    const { head, values } = record;
    const about = { prover: await crew.prover(), task, head };
    const width = output.length;
    // Pietrzak's rounds wait for each other.
    const of = task.scheme === 'wesolowski' ? Math.min(crew.size, Math.ceil(task.iterations / WORTH_A_WORKER)) : 1;
    const needs = await crew.run('partsOfProof', () => ({ ask: { ...about, of } }), { signal });

    const meter = new Meter(onProgress);
    const progress: PartNews[] = [];
    const sum = (count: keyof PartNews) => progress.reduce((total, part) => total + part[count], 0);
    const results = await inLanes(of, of, signal, (part, signal) => {
      const { from, to } = needs[part] as (typeof needs)[number];
      const ask = () => {
        const own = values.slice(from * width, to * width);
        return { ask: { ...about, values: own, from, part, of }, transfer: [own.buffer] };
      };
      const onNews = (news: PartNews) => {
        // Until a part has told how long it is, it is as long as another.
        if (progress.length === 0) progress.push(...needs.map(() => ({ done: 0, total: news.total })));
        progress[part] = news;
        meter.report(sum('done'), sum('total'));
      };
      return crew.run('provePart', ask, { signal, onNews });
    });
    const numbers = await crew.run('joinProof', () => ({ ask: { ...about, results: concat(results) } }), { signal });
    meter.finish(sum('total'));
    return toFile(task, numbers, width);
  });
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The file of a proof: `numbers` are input, output and the proof's values, each of `width` bytes. */
function toFile(task: CheckedProofTask, numbers: Uint8Array, width: number): ProofFile {
  const { scheme, profile, modulus, iterations, delta } = task;
  const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;
  const list = Array.from({ length: numbers.length / width }, (_, i) =>
    hex(numbers.subarray(i * width, (i + 1) * width)),
  );
  const [input = '', output = '', ...values] = list;
  const group = Object.entries(groups).find(([, n]) => n === modulus)?.[0];
  const statement = { modulus: group ?? hex(bigintToBytes(modulus)), input, output, iterations };
  if (scheme === 'wesolowski') return { scheme, profile: 'powmod-v1', ...statement, proof: values[0] ?? '' };
  return { scheme, profile, ...statement, proof: values, ...(delta !== undefined && { delta }) };
}
