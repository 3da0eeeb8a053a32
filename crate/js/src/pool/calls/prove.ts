/** The pool's side of a proof. */
import { bytesToBigint, bytesToHex } from '../../bytes.js';
import { nameOfGroup } from '../../vdf/groups.js';
import type { ProofFile } from '../../vdf/proof-file.js';
import type { Crew } from '../workers/crew.js';
import type { ProverNews } from '../workers/job-types.js';
import { abortable, inLanes } from './abort.js';
import { evaluateInWorker } from './evaluate.js';
import type { Call } from './options.js';
import { ProgressMeter } from './progress.js';
import type { CheckedProofTask } from './task.js';

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
    const { modulus, source, iterations, scheme, profile, delta, memory } = task;
    const about = {
      prover: await crew.prover(),
      task: { modulus, source, iterations, scheme, profile, delta, memory, head },
    };
    const width = output.length;
    // Pietrzak's rounds wait for each other.
    const parts = task.scheme === 'wesolowski' ? Math.min(crew.size, Math.ceil(task.iterations / WORTH_A_WORKER)) : 1;
    const needs = await crew.run('proverNeeds', () => ({ ask: { ...about, parts } }), { signal });

    const meter = new ProgressMeter(onProgress);
    const progress: ProverNews[] = [];
    const sum = (count: keyof ProverNews) => progress.reduce((total, part) => total + part[count], 0);
    const results = await inLanes(parts, parts, signal, (part, signal) => {
      const { from, to } = needs[part] as (typeof needs)[number];
      const ask = () => {
        const own = values.slice(from * width, to * width);
        return { ask: { ...about, values: own, from, part, parts }, transfer: [own.buffer] };
      };
      const onNews = (news: ProverNews) => {
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
  const statement = { modulus: nameOfGroup(bytesToBigint(modulus)) ?? hex(modulus), input, output, iterations };
  if (scheme === 'wesolowski') return { scheme, profile: 'powmod-v1', ...statement, proof: values[0] ?? '' };
  return { scheme, profile, ...statement, proof: values, ...(delta !== undefined && { delta }) };
}
