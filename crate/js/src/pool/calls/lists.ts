/**
 * The pool's part of its calls with lists: sends the numbers to the workers in chunks of about equal work. A chunk is
 * read when a worker is free, so that no list blocks the calling thread.
 */
import { isHalfOf, squaringsOfMember } from '../../arithmetic/members.js';
import type { SecretTerm } from '../../border/powers-operations.generated.js';
import type { Secret } from '../../border/wire.js';
import { bytesToBigint } from '../../bytes.js';
import { bitLength, type Integer, magnitudeBytes } from '../../input/integers.js';
import { type EntryReader, type ListPart, readParts, readPartsLater } from '../../input/lists.js';
import { entriesLater, entriesOf, isArray, isAsyncIterable, readLength, wipingCopies } from '../../input/reading.js';
import { isOne } from '../../input/secrets.js';
import { onAbort } from '../../input/signal.js';
import { listOf } from '../../runtime.js';
import type { NamedTerm } from '../jobs/jobs.js';
import type { JobScheduler } from '../threads/scheduler.js';
import { abortable } from './concurrency.js';
import type { Call } from './options.js';
import { powParallel } from './parallel-power.js';
import { ProgressMeter } from './progress.js';

/**
 * The work of a chunk, in squarings modulo a number of 1024 bits: tens of milliseconds, so that messages take little of
 * the time, and all workers end together.
 */
export const CHUNK_SQUARINGS = 2 ** 17;

/** The most numbers that the calling thread reads at once. */
const NUMBERS_AT_ONCE = 256;

/** A list whose entries are read one at a time: an array, or another iterable, which may be asynchronous. */
export interface List<Term> extends Pick<EntryReader<Term>, 'name' | 'content' | 'read'> {
  source: unknown;
  /**
   * Copies bytes of the caller that all entries share, and gives what wipes the copy. A list without such bytes says
   * `undefined`: of a list that lacks the name, `keep` is read from `Object.prototype`.
   */
  keep: (() => () => void) | undefined;
}

/** Results in their order: a promise of all, or for an asynchronous list one after the other. */
export type Results<T> = Promise<T[]> | AsyncGenerator<T, void>;

/** The public powers of the terms, in order, each as `present` gives it. */
export function powAll<T>(
  scheduler: JobScheduler,
  list: List<NamedTerm>,
  modulus: Uint8Array,
  call: Call,
  present: (power: Uint8Array<ArrayBuffer>) => T,
): Results<T> {
  const bitsOf = ({ exponent }: NamedTerm) => bitLength(magnitudeBytes(exponent));
  return resultsOf(scheduler, list, call, {
    atOnce: NUMBERS_AT_ONCE,
    work: (term) => squarings(bitsOf(term), modulus),
    run: (terms, signal, onUpdate) => scheduler.run('powAll', { terms, modulus }, signal, onUpdate),
    present,
    wipe: nothing,
  });
}

/** The products and conversions for each inverse of a list, in squarings. */
const SQUARINGS_OF_AN_INVERSE = 8;

/** The inverses of the numbers, in order, each as `present` gives it. */
export function invAll<T>(
  scheduler: JobScheduler,
  list: List<Integer>,
  modulus: Uint8Array,
  call: Call,
  present: (inverse: Uint8Array<ArrayBuffer>) => T,
): Results<T> {
  return resultsOf(scheduler, list, call, {
    atOnce: NUMBERS_AT_ONCE,
    work: () => squarings(SQUARINGS_OF_AN_INVERSE, modulus),
    run: (list, signal, _, first) => scheduler.run('invAll', { list, first, modulus }, signal),
    present,
    wipe: nothing,
  });
}

/** Whether each number is a member of the subgroup of this order, in their order. */
export function areMembers(
  scheduler: JobScheduler,
  list: List<bigint>,
  order: bigint,
  modulus: Uint8Array,
  call: Call,
): Results<boolean> {
  const exponent = magnitudeBytes(order);
  // The workers share one test of N, which each chunk waits for.
  let isPrime: Promise<boolean> | undefined;
  const bySymbol = isHalfOf(order, bytesToBigint(modulus));
  return resultsOf(scheduler, list, call, {
    atOnce: NUMBERS_AT_ONCE,
    work: () => squarings(squaringsOfMember(exponent, bySymbol), modulus),
    async run(list, signal, onUpdate) {
      isPrime ??= bySymbol ? scheduler.run('isPrime', { n: modulus }, signal) : Promise.resolve(false);
      const args = { list, exponent, modulus, bySymbol: await isPrime };
      return scheduler.run('areMembers', args, signal, onUpdate);
    },
    present: (inSubgroup) => inSubgroup,
    wipe: nothing,
  });
}

/** The product of the powers of the terms, part by part. With `isParallel` the workers share a part. */
export function multiPow(
  scheduler: JobScheduler,
  reader: EntryReader<NamedTerm>,
  terms: unknown,
  modulus: Uint8Array,
  { onProgress, signal }: Call,
  isParallel: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  return abortable(signal, async ({ signal }) => {
    const progress = new ListProgress(onProgress, isArray(terms) ? readLength(terms, reader.name) : undefined);
    const factors: Uint8Array<ArrayBuffer>[] = [];
    const multiply = async ({ entries }: ListPart<NamedTerm>) => {
      const product = isParallel
        ? await powParallel(scheduler, entries, modulus, signal)
        : await scheduler.run('multiPow', { terms: entries, modulus }, signal);
      factors.push(product);
      progress.ofChunk()(entries.length);
    };
    // Not one loop for both: `for await` asks a list first whether it is asynchronous, and anyone may have answered.
    if (isAsyncIterable(terms)) for await (const part of readPartsLater(terms, reader)) await multiply(part);
    else for (const part of readParts(terms, reader)) await multiply(part);
    progress.finish();
    const [only] = factors;
    if (factors.length === 1 && only) return only;
    return scheduler.run('multiply', { factors, modulus }, signal);
  });
}

/** The secret powers of the terms, which are copied into messages, and wiped here. */
export function powSecretAll(
  scheduler: JobScheduler,
  list: List<SecretTerm>,
  modulus: Uint8Array,
  bits: number,
  call: Call,
): Results<Uint8Array<ArrayBuffer>> {
  const areZero = isOne(modulus); // no worker takes this modulus with secrets
  return resultsOf(scheduler, list, call, {
    atOnce: NUMBERS_AT_ONCE,
    work: () => squarings(bits, modulus),
    async run(read, signal, onUpdate) {
      if (areZero) return read.map(() => new Uint8Array(1));
      const { terms, memory } = copied(read);
      // A transferred buffer leaves no copy in the message. A lost worker takes its buffer with it.
      const makeOrder = () => {
        const { terms: sent, memory } = copied(terms);
        return { args: { terms: sent, modulus, bits }, transfer: [memory.buffer], hasSecrets: true };
      };
      try {
        return await scheduler.run('powSecret', makeOrder, signal, onUpdate);
      } finally {
        memory.fill(0);
      }
    },
    present: (power) => power,
    wipe(terms) {
      for (const { base, exponent } of terms) for (const { bytes } of [base, exponent]) bytes.fill(0);
    },
  });
}

/** A copy of a term, for the steps that wipe it. */
export function ownTerm(term: SecretTerm): SecretTerm {
  return copied([term]).terms[0] as SecretTerm;
}

/** Copies of terms, all in one buffer. */
function copied(terms: readonly SecretTerm[]): { terms: SecretTerm[]; memory: Uint8Array<ArrayBuffer> } {
  const lengths = terms.map(({ base, exponent }) => base.bytes.length + exponent.bytes.length);
  // An engine would keep short bytes among its objects, and copy them when it moves those.
  const memory = new Uint8Array(new ArrayBuffer(lengths.reduce((sum, length) => sum + length, 0)));
  let at = 0;
  const copy = ({ bytes, width }: Secret) => {
    const place = memory.subarray(at, at + bytes.length);
    place.set(bytes);
    at += bytes.length;
    return { bytes: place, width };
  };
  return { terms: terms.map(({ base, exponent }) => ({ base: copy(base), exponent: copy(exponent) })), memory };
}

/** The work of a power, in squarings modulo a number of 1024 bits. */
function squarings(exponentBits: number, modulus: Uint8Array): number {
  return exponentBits * Math.ceil(modulus.length / 128) ** 2;
}

/** There is nothing to wipe. */
function nothing(): void {}

/** The steps for one kind of terms. */
interface Steps<Term, Answer, T> {
  /** The most entries that the calling thread reads at once: those of a chunk, or of all first chunks together. */
  atOnce: number;
  work(term: Term): number;
  /** Copies what is secret at once. */
  run(
    terms: readonly Term[],
    signal: AbortSignal,
    onUpdate: (done: number) => void,
    first: number,
  ): Promise<readonly Answer[]>;
  present(answer: Answer): T;
  /** Wipes terms that are secret. */
  wipe(terms: readonly Term[]): void;
}

/** The results for the entries of a list. Each worker computes some of them. */
export function resultsOf<Term, Answer, T>(
  scheduler: JobScheduler,
  list: List<Term>,
  call: Call,
  steps: Steps<Term, Answer, T>,
): Results<T> {
  const forget = list.keep?.() ?? nothing;
  return isAsyncIterable(list.source)
    ? oneByOne(scheduler, list, call, steps, forget)
    : allAtOnce(scheduler, list, call, steps).finally(forget);
}

function allAtOnce<Term, Answer, T>(
  scheduler: JobScheduler,
  { source, name, content, read }: List<Term>,
  { onProgress, signal }: Call,
  { atOnce, work, run, present, wipe }: Steps<Term, Answer, T>,
): Promise<T[]> {
  return abortable(signal, async ({ signal }) => {
    const count = isArray(source) ? readLength(source, name) : undefined;
    const entries = entriesOf(source, name, content);
    const progress = new ListProgress(onProgress, count);
    const chunks: T[][] = [];
    // One chunk more than there are workers: it waits, so that no worker does.
    const chunksAtOnce = Math.min(scheduler.maxWorkers + 1, count ?? Infinity);
    let next = 0;
    const workInTurn = async () => {
      for (let limit = Math.ceil(atOnce / chunksAtOnce); ; limit = atOnce) {
        const [first, terms, results] = [next, [] as Term[], [] as T[]];
        const onUpdate = progress.ofChunk();
        let running: ReturnType<typeof run>;
        try {
          running = wipingCopies(() => {
            for (let sum = 0; terms.length < limit && sum < CHUNK_SQUARINGS; next++) {
              const step = entries.next();
              if (step.done) break;
              const term = read(step.value, next);
              terms.push(term);
              sum += work(term);
            }
            return terms.length > 0 ? run(terms, signal, onUpdate, first) : Promise.resolve([]);
          });
        } finally {
          wipe(terms);
        }
        if (terms.length === 0) return;
        chunks.push(results);
        const answers = await running;
        signal.throwIfAborted();
        for (const answer of answers) results.push(present(answer));
        onUpdate(answers.length);
      }
    };
    try {
      await Promise.all(listOf(chunksAtOnce, workInTurn));
    } catch (error) {
      try {
        entries.return(); // of a list that was not read to its end
      } catch {} // the caller gets the first error
      throw error;
    }
    progress.finish();
    return chunks.flat() as T[];
  });
}

async function* oneByOne<Term, Answer, T>(
  scheduler: JobScheduler,
  { source, name, content, read }: List<Term>,
  { onProgress, signal: ofCaller }: Call,
  { atOnce, work, run, present, wipe }: Steps<Term, Answer, T>,
  forgetKept: () => void,
): AsyncGenerator<T, void> {
  const controller = new AbortController();
  const { signal } = controller;
  const forget = onAbort(ofCaller, () => controller.abort(ofCaller?.reason));
  const entries = entriesLater(source, name, content);
  const progress = new ListProgress(onProgress);
  const running: Promise<readonly Answer[]>[] = [];
  let [next, isRead] = [0, false];
  const begin = async (limit: number) => {
    const [first, terms] = [next, [] as Term[]];
    const onUpdate = progress.ofChunk();
    try {
      for (let sum = 0; terms.length < limit && sum < CHUNK_SQUARINGS; next++) {
        const step = await unlessAborted(signal, entries.next());
        isRead = step.done === true;
        if (isRead) break;
        const term = wipingCopies(() => read(step.value, next));
        terms.push(term);
        sum += work(term);
      }
      if (terms.length === 0) return;
      const answers = run(terms, signal, onUpdate, first).then((answers) => {
        onUpdate(answers.length);
        return answers;
      });
      answers.catch(() => {}); // it is awaited below, unless another fails before
      running.push(answers);
    } finally {
      wipe(terms);
    }
  };
  try {
    if (ofCaller?.aborted) throw ofCaller.reason;
    for (let limit = Math.ceil(atOnce / (scheduler.maxWorkers + 1)); ; limit = atOnce) {
      while (!isRead && running.length <= scheduler.maxWorkers) await begin(limit);
      const first = running.shift();
      if (!first) break;
      for (const answer of await unlessAborted(signal, first)) yield present(answer);
    }
    progress.finish();
  } finally {
    forget();
    forgetKept();
    controller.abort(new Error('the results are no longer wanted'));
    // The end is not waited for: a source that is slow to give is slow to end.
    entries.return().catch(() => {});
  }
}

/**
 * Waits for a promise, or for an abort. `Promise.race` would leave something behind in a promise of the abort, each
 * time.
 */
function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const forget = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(forget);
  });
}

/** The progress of a list. Without a known length, the total is infinite until the end. */
class ListProgress {
  readonly #meter: ProgressMeter;
  readonly #total: number;
  #done = 0;

  constructor(onProgress: Call['onProgress'], count = Infinity) {
    this.#meter = new ProgressMeter(onProgress);
    this.#total = count;
    this.#meter.report(0, count);
  }

  /** Takes the numbers of entries that are done of a chunk. A number falls where a worker does again what was lost. */
  ofChunk(): (done: number) => void {
    let reported = 0;
    return (done) => {
      this.#done += done - reported;
      reported = done;
      this.#meter.report(this.#done, this.#total);
    };
  }

  finish(): void {
    this.#meter.finish(this.#done);
  }
}
