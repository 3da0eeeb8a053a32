import { messageOf, PowmodError } from '../errors.js';
import { type Answer, type Ask, fromPlain, type Kind, type News, type Reply, type StartOrder } from './messages.js';
import { Queue } from './queue.js';
import { type PoolWorker, Thread } from './thread.js';

/** A worker that has not said within a minute that it is ready will not. */
const START_MS = 60_000;

/** So many workers in turn may fail to start while others work; then it is tried again with the next call. */
const MOST_FAILED_STARTS = 3;

/** A worker that was told to stop and computes on for so long is ended. */
const STOP_MS = 1000;

/** One piece of work, from the call until its answer. */
interface Job {
  readonly id: number;
  readonly work: Kind;
  /** Called each time the job is given to a worker: what was moved to one that is lost is made again. */
  readonly ask: () => { ask: unknown; transfer?: ArrayBuffer[] };
  readonly tell: ((news: unknown) => void) | undefined;
  /** How many workers were lost over it. */
  losses: number;
  /** Whether somebody still waits for its answer. */
  isWanted: boolean;
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
}

/** One worker and what it does. */
interface Hand {
  thread: Thread;
  isReady: boolean;
  job: Job | undefined;
  /** Ends a worker that does not do what it should in time. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

export interface RunOptions<K extends Kind> {
  signal?: AbortSignal | undefined;
  /** What it throws ends the work. */
  onNews?: ((news: News<K>) => void) | undefined;
}

/**
 * Workers, started when there is work for them, each with one job at a time.
 *
 * A worker that is lost is replaced, and its job is given to another once more: every job may be done twice.
 */
export class Crew {
  readonly #most: number;
  readonly #make: (() => PoolWorker) | undefined;
  readonly #start: StartOrder;
  readonly #loadProver: () => Promise<WebAssembly.Module>;
  #prover: Promise<WebAssembly.Module> | undefined;
  readonly #hands = new Set<Hand>();
  /** Jobs that wait for a worker; those that nobody wants any more are passed over. */
  readonly #queue = new Queue<Job>();
  #lastId = 0;
  /** Jobs that somebody waits for. */
  #wanted = 0;
  /** Since a worker has started, or a call was made. */
  #failedStarts = 0;
  #isClosed = false;

  constructor(
    most: number,
    make: (() => PoolWorker) | undefined,
    start: StartOrder,
    loadProver: () => Promise<WebAssembly.Module>,
  ) {
    this.#most = most;
    this.#make = make;
    this.#start = start;
    this.#loadProver = loadProver;
  }

  /** The most workers that there will be. */
  get size(): number {
    return this.#most;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The module that evaluates and proves, for all workers: loaded when it is first asked for. */
  async prover(): Promise<WebAssembly.Module> {
    if (this.#isClosed) throw closedMeanwhile();
    this.#prover ??= this.#loadProver();
    try {
      const module = await this.#prover;
      if (!this.#isClosed) return module;
    } catch (error) {
      this.#prover = undefined;
      throw error;
    }
    throw closedMeanwhile();
  }

  /** Has a work done. An abort, and `close`, reject at once; an abort stops the worker at its next pause. */
  run<K extends Kind>(
    work: K,
    ask: () => { ask: Ask<K>; transfer?: ArrayBuffer[] },
    { signal, onNews }: RunOptions<K> = {},
  ): Promise<Answer<K>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw closedMeanwhile();
      if (signal?.aborted) throw signal.reason;
      const onAbort = () => this.#drop(job, signal?.reason);
      const settle = () => {
        if (!job.isWanted) return;
        job.isWanted = false;
        this.#want(-1);
        signal?.removeEventListener('abort', onAbort);
      };
      const job: Job = {
        id: ++this.#lastId,
        work,
        ask,
        tell: onNews as Job['tell'],
        losses: 0,
        isWanted: true,
        resolve: (answer) => {
          settle();
          resolve(answer as Answer<K>);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', onAbort);
      this.#want(1);
      this.#queue.push(job);
      this.#failedStarts = 0;
      this.#assign();
      this.#hire();
    });
  }

  /** Ends every worker; what was not done is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const hands = [...this.#hands];
    this.#hands.clear();
    const unfinished = [...hands.flatMap(({ job }) => job ?? []), ...this.#queue.takeAll()];
    for (const job of unfinished) job.reject(closedMeanwhile());
    for (const { timer } of hands) clearTimeout(timer);
    await Promise.all(hands.map(({ thread }) => thread.end()));
  }

  /** More jobs are waited for, or fewer: without any the process need not wait for the workers. */
  #want(more: 1 | -1): void {
    const wasIdle = this.#wanted === 0;
    this.#wanted += more;
    if (wasIdle === (this.#wanted === 0)) return;
    for (const { thread } of this.#hands) thread.hold(this.#wanted > 0);
  }

  /** Gives waiting jobs to workers that have none. */
  #assign(): void {
    for (const hand of this.#hands) {
      if (!hand.isReady || hand.job) continue;
      const job = this.#next();
      if (!job) return;
      try {
        const { ask, transfer } = job.ask();
        hand.thread.post({ kind: 'work', id: job.id, work: job.work, ask }, transfer);
        hand.job = job;
      } catch (cause) {
        job.reject(new PowmodError('ERR_WORKER', `the work could not be sent: ${messageOf(cause)}`, { cause }));
      }
    }
  }

  #next(): Job | undefined {
    let job = this.#queue.take();
    while (job && !job.isWanted) job = this.#queue.take();
    return job;
  }

  /** Starts a worker for each waiting job that no worker on its way will take. */
  #hire(): void {
    let coming = 0;
    for (const { isReady } of this.#hands) if (!isReady) coming++;
    while (coming < this.#queue.length && this.#hands.size < this.#most && this.#open()) coming++;
  }

  /** Whether a worker could be opened. */
  #open(): boolean {
    const hand: Partial<Hand> = { isReady: false };
    try {
      hand.thread = new Thread(this.#make, {
        onReply: (reply) => this.#hear(hand as Hand, reply),
        onEnd: (cause) => this.#lose(hand as Hand, cause),
      });
      hand.thread.start(this.#start);
    } catch (error) {
      void hand.thread?.end();
      this.#notStarted(error);
      return false;
    }
    this.#hands.add(hand as Hand);
    this.#limit(hand as Hand, START_MS, new Error('it did not answer'));
    return true;
  }

  #hear(hand: Hand, reply: Reply): void {
    if (!this.#hands.has(hand)) return;
    const { job } = hand;
    switch (reply?.kind) {
      case 'ready':
        hand.isReady = true;
        this.#failedStarts = 0;
        this.#free(hand);
        break;
      case 'unfit':
        this.#lose(hand, fromPlain(reply.error));
        break;
      case 'news':
        if (job?.isWanted && job.id === reply.id) this.#tell(job, reply.news);
        break;
      case 'done':
      case 'failed':
        if (job?.id !== reply.id) return;
        if (job.isWanted && reply.kind === 'done') job.resolve(reply.answer);
        else if (job.isWanted && reply.kind === 'failed') job.reject(fromPlain(reply.error));
        this.#free(hand);
        break;
      default:
        this.#lose(hand, new Error('it is no worker of powmod'));
    }
  }

  #tell(job: Job, news: unknown): void {
    try {
      job.tell?.(news);
    } catch (error) {
      this.#drop(job, error);
    }
  }

  /** The worker has nothing to do. */
  #free(hand: Hand): void {
    clearTimeout(hand.timer);
    hand.job = undefined;
    this.#assign();
  }

  /** Takes a worker out that has ended, or that is ended here. */
  #lose(hand: Hand, cause: unknown): void {
    if (!this.#hands.delete(hand)) return;
    clearTimeout(hand.timer);
    void hand.thread.end();
    const { job } = hand;
    if (!hand.isReady) {
      this.#notStarted(cause);
      return;
    }
    if (job?.isWanted) {
      job.losses++;
      if (job.losses > 1)
        job.reject(new PowmodError('ERR_WORKER', `two workers were lost: ${messageOf(cause)}`, { cause }));
      else this.#queue.putFirst(job);
    }
    this.#assign();
    this.#hire();
  }

  /** Where no other worker is left to do what waits, nobody will. */
  #notStarted(cause: unknown): void {
    this.#failedStarts++;
    if (this.#hands.size > 0) {
      if (this.#failedStarts < MOST_FAILED_STARTS) this.#hire();
      return;
    }
    const isMistake = cause instanceof TypeError && messageOf(cause).startsWith('options.worker: ');
    const error =
      isMistake || cause instanceof PowmodError
        ? cause
        : new PowmodError('ERR_WORKER', `no worker could be started: ${messageOf(cause)}`, { cause });
    for (const job of this.#queue.takeAll()) job.reject(error);
  }

  /** Nobody waits for a job any more. */
  #drop(job: Job, reason: unknown): void {
    job.reject(reason);
    for (const hand of this.#hands) {
      if (hand.job !== job) continue;
      hand.thread.post({ kind: 'stop', id: job.id });
      this.#limit(hand, STOP_MS, reason);
    }
  }

  /** Ends a worker that is not free by then. */
  #limit(hand: Hand, milliseconds: number, cause: unknown): void {
    hand.timer = setTimeout(() => this.#lose(hand, cause), milliseconds);
    // Whether the process waits is a matter of the worker itself. In a page a timer is a number.
    hand.timer.unref?.();
  }
}

function closedMeanwhile(): PowmodError {
  return new PowmodError('ERR_WORKER', 'the pool was closed before the call was done');
}
