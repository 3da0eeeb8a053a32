import { messageOf, PowmodError } from '../../errors.js';
import type { Ask, JobAnswer, JobName, News } from './job-types.js';
import { fromPlain, type Reply, type StartOrder } from './messages.js';
import { Queue } from './queue.js';
import { type PoolWorker, Thread } from './thread.js';

/** A worker that has not said within a minute that it is ready will not. */
const START_MS = 60_000;

/** So many workers in turn may fail to start while others work; then it is tried again with the next call. */
const MOST_FAILED_STARTS = 3;

/** A worker that was told to stop and computes on for so long is ended. */
const STOP_MS = 1000;

/** One job, from the call until its answer. */
interface Job {
  readonly id: number;
  readonly name: JobName;
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
interface Member {
  thread: Thread;
  isReady: boolean;
  job: Job | undefined;
  /** Ends a worker that does not do what it should in time. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

export interface RunOptions<Name extends JobName> {
  signal?: AbortSignal | undefined;
  /** What it throws ends the work. */
  onNews?: ((news: News<Name>) => void) | undefined;
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
  readonly #members = new Set<Member>();
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
  run<Name extends JobName>(
    name: Name,
    ask: () => { ask: Ask<Name>; transfer?: ArrayBuffer[] },
    { signal, onNews }: RunOptions<Name> = {},
  ): Promise<JobAnswer<Name>> {
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
        name,
        ask,
        tell: onNews as Job['tell'],
        losses: 0,
        isWanted: true,
        resolve: (answer) => {
          settle();
          resolve(answer as JobAnswer<Name>);
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
      this.#startWorkers();
    });
  }

  /** Ends every worker; what was not done is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const members = [...this.#members];
    this.#members.clear();
    const unfinished = [...members.flatMap(({ job }) => job ?? []), ...this.#queue.takeAll()];
    for (const job of unfinished) job.reject(closedMeanwhile());
    for (const { timer } of members) clearTimeout(timer);
    await Promise.all(members.map(({ thread }) => thread.end()));
  }

  /** More jobs are waited for, or fewer: without any the process need not wait for the workers. */
  #want(more: 1 | -1): void {
    const wasIdle = this.#wanted === 0;
    this.#wanted += more;
    if (wasIdle === (this.#wanted === 0)) return;
    for (const { thread } of this.#members) thread.hold(this.#wanted > 0);
  }

  /** Gives waiting jobs to workers that have none. */
  #assign(): void {
    for (const member of this.#members) {
      if (!member.isReady || member.job) continue;
      const job = this.#next();
      if (!job) return;
      try {
        const { ask, transfer } = job.ask();
        member.thread.post({ kind: 'job', id: job.id, job: job.name, ask }, transfer);
        member.job = job;
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
  #startWorkers(): void {
    let coming = 0;
    for (const { isReady } of this.#members) if (!isReady) coming++;
    while (coming < this.#queue.length && this.#members.size < this.#most && this.#startWorker()) coming++;
  }

  /** Whether a worker could be opened. */
  #startWorker(): boolean {
    const member: Partial<Member> = { isReady: false };
    try {
      member.thread = new Thread(this.#make, {
        onReply: (reply) => this.#onReply(member as Member, reply),
        onEnd: (cause) => this.#remove(member as Member, cause),
      });
      member.thread.start(this.#start);
    } catch (error) {
      void member.thread?.end();
      this.#notStarted(error);
      return false;
    }
    this.#members.add(member as Member);
    this.#limit(member as Member, START_MS, new Error('it did not answer'));
    return true;
  }

  #onReply(member: Member, reply: Reply): void {
    if (!this.#members.has(member)) return;
    const { job } = member;
    switch (reply?.kind) {
      case 'ready':
        member.isReady = true;
        this.#failedStarts = 0;
        this.#setFree(member);
        break;
      case 'unfit':
        this.#remove(member, fromPlain(reply.error));
        break;
      case 'news':
        if (job?.isWanted && job.id === reply.id) this.#tell(job, reply.news);
        break;
      case 'done':
      case 'failed':
        if (job?.id !== reply.id) return;
        if (job.isWanted && reply.kind === 'done') job.resolve(reply.answer);
        else if (job.isWanted && reply.kind === 'failed') job.reject(fromPlain(reply.error));
        this.#setFree(member);
        break;
      default:
        this.#remove(member, new Error('it is no worker of powmod'));
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
  #setFree(member: Member): void {
    clearTimeout(member.timer);
    member.job = undefined;
    this.#assign();
  }

  /** Takes a worker out that has ended, or that is ended here. */
  #remove(member: Member, cause: unknown): void {
    if (!this.#members.delete(member)) return;
    clearTimeout(member.timer);
    void member.thread.end();
    const { job } = member;
    if (!member.isReady) {
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
    this.#startWorkers();
  }

  /** Where no other worker is left to do what waits, nobody will. */
  #notStarted(cause: unknown): void {
    this.#failedStarts++;
    if (this.#members.size > 0) {
      if (this.#failedStarts < MOST_FAILED_STARTS) this.#startWorkers();
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
    for (const member of this.#members) {
      if (member.job !== job) continue;
      member.thread.post({ kind: 'stop', id: job.id });
      this.#limit(member, STOP_MS, reason);
    }
  }

  /** Ends a worker that is not free by then. */
  #limit(member: Member, milliseconds: number, cause: unknown): void {
    member.timer = setTimeout(() => this.#remove(member, cause), milliseconds);
    // Whether the process waits is a matter of the worker itself. In a page a timer is a number.
    member.timer.unref?.();
  }
}

function closedMeanwhile(): PowmodError {
  return new PowmodError('ERR_WORKER', 'the pool was closed before the call was done');
}
