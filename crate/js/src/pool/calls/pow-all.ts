/**
 * The pool's part of `modPowAll`, `modInvAll` and `modPowSecret`: sends the numbers to the workers in chunks of about equal
 * work. A chunk is read when a worker is free, so that no list blocks the calling thread.
 */
import { isOne } from '../../arithmetic/secret.js';
import type { SecretTerm } from '../../border/powers-operations.generated.js';
import type { Padded } from '../../border/wire.js';
import { bitLength, type Integer, magnitudeBytes } from '../../input/integers.js';
import { wipingCopies } from '../../input/reading.js';
import { listOf } from '../../runtime.js';
import type { NamedTerm } from '../threads/job-types.js';
import type { Scheduler } from '../threads/scheduler.js';
import { abortable } from './concurrency.js';
import type { Call } from './options.js';
import { ProgressMeter } from './progress.js';

/**
 * The work of a chunk, in squarings modulo a number of 1024 bits: tens of milliseconds, so that messages take little of the
 * time, and all workers end together.
 */
const CHUNK_SQUARINGS = 2 ** 17;

/** The most numbers that the calling thread reads at once: those of a chunk, or of all first chunks together. */
const POWERS_AT_ONCE = 256;

/** A list whose terms are read one at a time. */
interface List<Term> {
  count: number;
  read(i: number): Term;
}

/** The public powers of the terms, in order, each as `present` gives it. */
export function powAll<T>(
  scheduler: Scheduler,
  list: List<NamedTerm>,
  modulus: Uint8Array,
  call: Call,
  present: (power: Uint8Array<ArrayBuffer>) => T,
): Promise<T[]> {
  const bitsOf = ({ exponent }: NamedTerm) => bitLength(magnitudeBytes(exponent));
  return inChunks(scheduler, list, call, {
    work: (term) => squarings(bitsOf(term), modulus),
    run: (terms, signal, onUpdate) => scheduler.run('powAll', () => ({ args: { terms, modulus } }), signal, onUpdate),
    present,
  });
}

/** The products and conversions for each inverse of a list, in squarings. */
const SQUARINGS_OF_AN_INVERSE = 8;

/** The inverses of the numbers, in order, each as `present` gives it. */
export function invAll<T>(
  scheduler: Scheduler,
  list: List<Integer>,
  modulus: Uint8Array,
  call: Call,
  present: (inverse: Uint8Array<ArrayBuffer>) => T,
): Promise<T[]> {
  return inChunks(scheduler, list, call, {
    work: () => squarings(SQUARINGS_OF_AN_INVERSE, modulus),
    run: (list, signal, _, first) => scheduler.run('invAll', () => ({ args: { list, first, modulus } }), signal),
    present,
  });
}

/** The secret powers of the terms. They lie in the caller's memory, and are copied before they are sent. */
export function powSecretAll(
  scheduler: Scheduler,
  list: List<SecretTerm>,
  modulus: Uint8Array,
  bits: number,
  call: Call,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const areZero = isOne(modulus); // no worker takes this modulus with secrets
  return inChunks(scheduler, list, call, {
    work: () => squarings(bits, modulus),
    async run(given, signal, onUpdate) {
      if (areZero) return given.map(() => new Uint8Array(1));
      const { terms, memory } = copied(given);
      // A transferred buffer leaves no copy in the message. A lost worker takes its buffer with it.
      const makeArgs = () => {
        const { terms: own, memory } = copied(terms);
        return { args: { terms: own, modulus, bits }, transfer: [memory.buffer] };
      };
      try {
        return await scheduler.run('powSecret', makeArgs, signal, onUpdate);
      } finally {
        memory.fill(0);
      }
    },
    present: (power) => power,
  });
}

/** Copies of terms, all in one buffer. */
function copied(terms: readonly SecretTerm[]): { terms: SecretTerm[]; memory: Uint8Array<ArrayBuffer> } {
  const lengths = terms.map(({ base, exponent }) => base.bytes.length + exponent.bytes.length);
  // An engine would keep short bytes among its objects, and copy them when it moves those.
  const memory = new Uint8Array(new ArrayBuffer(lengths.reduce((sum, length) => sum + length, 0)));
  let at = 0;
  const copy = ({ bytes, width }: Padded) => {
    const own = memory.subarray(at, at + bytes.length);
    own.set(bytes);
    at += bytes.length;
    return { bytes: own, width };
  };
  return { terms: terms.map(({ base, exponent }) => ({ base: copy(base), exponent: copy(exponent) })), memory };
}

/** The work of a power, in squarings modulo a number of 1024 bits. */
function squarings(exponentBits: number, modulus: Uint8Array): number {
  return exponentBits * Math.ceil(modulus.length / 128) ** 2;
}

/** The steps for one kind of terms. */
interface Steps<Term, T> {
  work(term: Term): number;
  run(
    terms: readonly Term[],
    signal: AbortSignal,
    onUpdate: (done: number) => void,
    first: number,
  ): Promise<Uint8Array<ArrayBuffer>[]>;
  present(power: Uint8Array<ArrayBuffer>): T;
}

function inChunks<Term, T>(
  scheduler: Scheduler,
  { count, read }: List<Term>,
  { onProgress, signal }: Call,
  { work, run, present }: Steps<Term, T>,
): Promise<T[]> {
  return abortable(signal, async ({ signal }) => {
    const meter = new ProgressMeter(onProgress);
    meter.report(0, count);
    const results = listOf<T | undefined>(count, () => undefined);
    // One chunk more than there are workers: it waits, so that no worker does.
    const chunksAtOnce = Math.min(scheduler.maxWorkers + 1, count);
    let next = 0;
    let done = 0;
    const workInTurn = async () => {
      let most = Math.ceil(POWERS_AT_ONCE / chunksAtOnce);
      while (next < count) {
        const first = next;
        let reported = 0;
        const onUpdate = (powers: number) => {
          if (powers <= reported) return; // another worker does again what a lost one did
          done += powers - reported;
          reported = powers;
          meter.report(done, count);
        };
        // `run` copies secrets at once.
        const running = wipingCopies(() => {
          const terms: Term[] = [];
          for (let sum = 0; next < count && terms.length < most && sum < CHUNK_SQUARINGS; next++) {
            const term = read(next);
            terms.push(term);
            sum += work(term);
          }
          return run(terms, signal, onUpdate, first);
        });
        const powers = await running;
        signal.throwIfAborted();
        powers.forEach((power, i) => {
          results[first + i] = present(power);
        });
        onUpdate(powers.length);
        most = POWERS_AT_ONCE;
      }
    };
    await Promise.all(listOf(chunksAtOnce, workInTurn));
    meter.finish(count);
    return results as T[];
  });
}
