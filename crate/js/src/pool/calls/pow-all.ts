/** The pool's part of `modPowAll` and `modPowSecret`: sends the powers to the workers in chunks of about equal work. */
import type { SecretTerm } from '../../border/powers-operations.generated.js';
import type { Padded } from '../../border/wire.js';
import { bitLength, magnitudeBytes } from '../../input/integers.js';
import type { NamedTerm } from '../threads/job-types.js';
import type { Scheduler } from '../threads/scheduler.js';
import { mapConcurrently } from './concurrency.js';
import type { Call } from './options.js';
import { ProgressMeter } from './progress.js';

/**
 * The work of a chunk, in squarings modulo a number of 1024 bits: tens of milliseconds, so that messages take little of the
 * time, and all workers end together.
 */
const CHUNK_SQUARINGS = 2 ** 17;

/** The most powers in a chunk: the calling thread copies them at once. */
const CHUNK_POWERS = 1024;

/** What each job of a chunk gets. */
interface ChunkOptions {
  signal: AbortSignal;
  onUpdate: (done: number) => void;
}

/** The public powers of the terms, in order, each as `present` gives it. */
export function powAll<T>(
  scheduler: Scheduler,
  terms: readonly NamedTerm[],
  modulus: Uint8Array,
  call: Call,
  present: (power: Uint8Array<ArrayBuffer>) => T,
): Promise<T[]> {
  let last: { exponent: NamedTerm['exponent']; bits: number } | undefined;
  const bitsOf = ({ exponent }: NamedTerm) => {
    if (last?.exponent !== exponent) last = { exponent, bits: bitLength(magnitudeBytes(exponent)) };
    return last.bits;
  };
  const run = (from: number, to: number, options: ChunkOptions) =>
    scheduler.run('powAll', () => ({ args: { terms: terms.slice(from, to), modulus } }), options);
  return inChunks(scheduler, chunks(terms, bitsOf, modulus), run, call, present);
}

/** The secret powers of terms that the call owns, and wipes at its end. */
export async function powSecretAll(
  scheduler: Scheduler,
  terms: readonly SecretTerm[],
  modulus: Uint8Array,
  bits: number,
  call: Call,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const run = (from: number, to: number, options: ChunkOptions) =>
    scheduler.run(
      'powSecret',
      () => {
        // Transferred buffers leave no copies in messages. A lost worker takes its buffers with it.
        const copies = terms.slice(from, to).map(copiedTerm);
        const transfer = copies.flatMap(({ base, exponent }) => [buffer(base), buffer(exponent)]);
        return { args: { terms: copies, modulus, bits }, transfer };
      },
      options,
    );
  try {
    return await inChunks(
      scheduler,
      chunks(terms, () => bits, modulus),
      run,
      call,
      (power) => power,
    );
  } finally {
    for (const { base, exponent } of terms) for (const { bytes } of [base, exponent]) bytes.fill(0);
  }
}

/** A copy of a term in memory of its own. */
export function copiedTerm({ base, exponent }: SecretTerm): SecretTerm {
  const copied = ({ bytes, width }: Padded) => ({ bytes: new Uint8Array(bytes), width });
  return { base: copied(base), exponent: copied(exponent) };
}

const buffer = ({ bytes }: Padded) => bytes.buffer as ArrayBuffer;

/** The places where chunks begin, and the number of terms. */
function chunks<T>(terms: readonly T[], bitsOf: (term: T) => number, modulus: Uint8Array): number[] {
  const square = Math.ceil(modulus.length / 128) ** 2;
  const places = [0];
  let work = 0;
  for (const [i, term] of terms.entries()) {
    const more = square * (bitsOf(term) + 16);
    const isFull = work + more > CHUNK_SQUARINGS || i - (places.at(-1) as number) >= CHUNK_POWERS;
    if (work > 0 && isFull) {
      places.push(i);
      work = 0;
    }
    work += more;
  }
  return [...places, terms.length];
}

async function inChunks<T>(
  scheduler: Scheduler,
  places: readonly number[],
  run: (from: number, to: number, options: ChunkOptions) => Promise<Uint8Array<ArrayBuffer>[]>,
  { onProgress, signal }: Call,
  present: (power: Uint8Array<ArrayBuffer>) => T,
): Promise<T[]> {
  const total = places.at(-1) as number;
  const meter = new ProgressMeter(onProgress);
  meter.report(0, total);
  const done = new Array<number>(places.length - 1).fill(0);
  let sum = 0;
  const count = (chunk: number, powers: number) => {
    sum += powers - (done[chunk] as number);
    done[chunk] = powers;
    meter.report(sum, total);
  };
  const results = await mapConcurrently(scheduler.maxWorkers, done.length, signal, async (chunk, signal) => {
    const [from, to] = [places[chunk] as number, places[chunk + 1] as number];
    if (from === to) return [];
    const powers = await run(from, to, { signal, onUpdate: (powers) => count(chunk, powers) });
    count(chunk, powers.length);
    return powers.map(present);
  });
  meter.finish(total);
  return results.flat();
}
