import { messageOf, PowmodError } from '../../errors.js';
import { onAbort } from '../../input/signal.js';
import type { PartModule } from '../../kernels/kernel.js';
import { globalOf, once, startTimer } from '../../runtime.js';
import type { JobArguments, JobName, JobResult, JobUpdate } from '../jobs/jobs.js';
import { fromPlain, type StartRequest, type WorkerReply } from './messages.js';
import { Queue } from './queue.js';
import type { Script } from './script.js';
import { type Listener, Thread } from './thread.js';

/** The time in which a worker must start. */
const START_MS = 20_000;

/** While others work, no worker is started after this many failures in a row, until the next call. */
const MAX_FAILED_STARTS = 3;

/** The time in which a worker must stop its job; then the worker is ended. */
const STOP_MS = 1000;

/** The message that gives a worker a job. */
interface Order<Arguments> {
  args: Arguments;
  /** Memory that moves to the worker. */
  transfer?: ArrayBuffer[];
  /** Whether the arguments are secret. The worker wipes them when it ends or stops the job. */
  hasSecrets?: boolean;
}

/** One job, from the call of `run` until its result. */
interface Job {
  readonly id: number;
  readonly name: JobName;
  /** Called each time the job is given to a worker: buffers that moved to a lost worker must be made again. */
  readonly makeOrder: () => Order<unknown>;
  /** Whether the last order had secrets. */
  hasSecrets: boolean;
  readonly onUpdate: ((update: unknown) => void) | undefined;
  /** How many workers were lost while they did the job. */
  lostWorkers: number;
  /** Whether the caller still waits for the result. */
  isPending: boolean;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/** One worker and its job. */
interface WorkerState {
  /** Undefined if it could not be made. */
  thread: Thread | undefined;
  isReady: boolean;
  job: Job | undefined;
  /** Called when the worker answers a job. */
  onAnswer: (() => void) | undefined;
  /** Ends the worker if it does not start or stop in time. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The schedulers that have pending jobs. Whoever waits for a job holds it by nothing else. */
const busy = new Set<JobScheduler>();

/** Ends the workers of schedulers that nobody can ask any more: pages drop pools, as at a hot reload. */
const orphans = /* @__PURE__ */ (() => {
  const Registry = globalOf('FinalizationRegistry');
  return Registry && new Registry<Set<WorkerState>>((workers) => workers.forEach(({ thread }) => void thread?.end()));
})();

/**
 * Gives jobs to workers, one job at a time each, and starts workers when jobs wait.
 *
 * A lost worker is replaced, and its job is given to another worker once: every job may be done twice. An idle worker
 * does not hold its scheduler; when that is collected, the worker ends.
 */
export class JobScheduler {
  readonly maxWorkers: number;
  /** Undefined while the next one is loaded. */
  #script: Script | undefined;
  readonly #start: StartRequest;
  readonly #loadProver: () => Promise<PartModule>;
  readonly #workers = new Set<WorkerState>();
  /** Jobs that wait for a worker. Jobs that are no longer pending are skipped when they are taken. */
  readonly #queue = new Queue<Job>();
  #lastId = 0;
  /** The number of pending jobs. */
  #pending = 0;
  /** Since the last start of a worker or the last call of `run`. */
  #failedStarts = 0;
  isClosed = false;
  /** This scheduler, for what lives as long as a worker. */
  readonly #weak: { deref(): JobScheduler | undefined };

  constructor(maxWorkers: number, script: Script, start: StartRequest, loadProver: () => Promise<PartModule>) {
    this.maxWorkers = maxWorkers;
    this.#script = script;
    this.#start = start;
    this.#loadProver = once(loadProver);
    const Weak = globalOf('WeakRef');
    this.#weak = Weak ? new Weak(this) : { deref: () => this };
    orphans?.register(this, this.#workers);
  }

  /** The prover module for all workers, loaded at the first call. */
  async proverModule(): Promise<PartModule> {
    if (this.isClosed) throw closedError();
    return this.#loadProver();
  }

  /**
   * Runs a job in a worker. A function makes the job's order each time that a worker gets it. An abort and `close`
   * reject at once; an abort stops the worker at its next pause. An error that `onUpdate` throws ends the job.
   */
  run<Name extends JobName>(
    name: Name,
    order: JobArguments<Name> | (() => Order<JobArguments<Name>>),
    signal?: AbortSignal,
    onUpdate?: (update: JobUpdate<Name>) => void,
  ): Promise<JobResult<Name>> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) throw closedError();
      if (signal?.aborted) throw signal.reason;
      const settle = () => {
        if (!job.isPending) return;
        job.isPending = false;
        this.#countPending(-1);
        forget();
      };
      const job: Job = {
        id: ++this.#lastId,
        name,
        makeOrder: typeof order === 'function' ? order : () => ({ args: order }),
        hasSecrets: false,
        onUpdate: onUpdate as Job['onUpdate'],
        lostWorkers: 0,
        isPending: true,
        resolve: (result) => {
          settle();
          resolve(result as JobResult<Name>);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      };
      const forget = onAbort(signal, () => this.#abandon(job, signal?.reason));
      this.#countPending(1);
      this.#queue.push(job);
      this.#failedStarts = 0;
      this.#assignJobs();
      this.#startWorkers();
    });
  }

  /** Ends every worker and rejects every unfinished job. */
  async close(): Promise<void> {
    this.isClosed = true;
    const workers = [...this.#workers];
    this.#workers.clear();
    const unfinished = [...workers.flatMap(({ job }) => job ?? []), ...this.#queue.takeAll()];
    for (const job of unfinished) job.reject(closedError());
    await Promise.all(workers.map((worker) => this.#endWiped(worker)));
  }

  /** Ends a worker. One that has secrets gets the time to wipe them. */
  async #endWiped(worker: WorkerState): Promise<void> {
    clearTimeout(worker.timer);
    const { job, thread } = worker;
    if (job?.hasSecrets)
      await new Promise<void>((resolve) => {
        worker.onAnswer = resolve;
        worker.timer = setTimeout(resolve, STOP_MS);
        thread?.post({ kind: 'stop', id: job.id });
      });
    clearTimeout(worker.timer);
    await thread?.end();
  }

  /** Counts pending jobs. Without any, the process need not wait for the workers. */
  #countPending(change: 1 | -1): void {
    const wasIdle = this.#pending === 0;
    this.#pending += change;
    if (wasIdle === (this.#pending === 0)) return;
    if (wasIdle) busy.add(this);
    else busy.delete(this);
    for (const { thread } of this.#workers) thread?.keepProcessAlive(wasIdle);
  }

  /** Gives waiting jobs to workers that have none. */
  #assignJobs(): void {
    for (const worker of this.#workers)
      while (worker.isReady && !worker.job) {
        const job = this.#nextJob();
        if (!job) return;
        if (this.#send(job, worker)) worker.job = job;
      }
  }

  /** Whether a job could be sent. Otherwise it has failed. */
  #send(job: Job, { thread }: WorkerState): boolean {
    let sent: ArrayBuffer[] | undefined;
    try {
      const { args, transfer, hasSecrets } = { transfer: undefined, hasSecrets: false, ...job.makeOrder() };
      sent = transfer;
      job.hasSecrets = hasSecrets;
      thread?.post({ kind: 'job', id: job.id, job: job.name, args }, transfer);
      return true;
    } catch (cause) {
      for (const buffer of sent ?? []) new Uint8Array(buffer).fill(0);
      job.reject(new PowmodError('ERR_WORKER', `the work could not be sent: ${messageOf(cause)}`, { cause }));
      return false;
    }
  }

  #nextJob(): Job | undefined {
    let job = this.#queue.take();
    while (job && !job.isPending) job = this.#queue.take();
    return job;
  }

  /** Starts workers until each waiting job has a starting worker, or `maxWorkers` is reached. */
  #startWorkers(): void {
    if (this.#pending === 0) return; // the queue may hold jobs that were aborted
    let starting = 0;
    for (const { isReady } of this.#workers) if (!isReady) starting++;
    while (starting < this.#queue.length && this.#workers.size < this.maxWorkers && this.#startWorker()) starting++;
  }

  /** Whether a worker could be made. It is ready only after its reply. */
  #startWorker(): boolean {
    const script = this.#script;
    if (!script) return false;
    const worker: WorkerState = {
      thread: undefined,
      isReady: false,
      job: undefined,
      onAnswer: undefined,
      timer: undefined,
    };
    try {
      worker.thread = new Thread(script, JobScheduler.#listener(this.#weak, worker));
      worker.thread.start(this.#start);
    } catch (error) {
      void worker.thread?.end();
      this.#onStartFailed(error);
      return false;
    }
    this.#workers.add(worker);
    this.#endAfter(worker, START_MS, new Error(`it did not answer: its script must import 'powmod/worker'`));
    return true;
  }

  static #listener(scheduler: { deref(): JobScheduler | undefined }, worker: WorkerState): Listener {
    const tell = (how: (scheduler: JobScheduler) => void) => {
      const found = scheduler.deref();
      if (found) how(found);
    };
    return {
      onReply: (reply) => tell((scheduler) => scheduler.#onReply(worker, reply)),
      onEnd: (cause) => tell((scheduler) => scheduler.#remove(worker, cause)),
    };
  }

  #onReply(worker: WorkerState, reply: WorkerReply): void {
    if (reply?.kind === 'done' || reply?.kind === 'failed') worker.onAnswer?.();
    if (!this.#workers.has(worker)) return;
    const { job } = worker;
    switch (reply?.kind) {
      case 'ready':
        worker.isReady = true;
        if (this.#script) this.#script.next = undefined;
        this.#failedStarts = 0;
        this.#setIdle(worker);
        break;
      case 'startFailed':
        this.#remove(worker, fromPlain(reply.error));
        break;
      case 'update':
        if (job?.isPending && job.id === reply.id) this.#onUpdate(job, reply.update);
        break;
      case 'done':
      case 'failed':
        if (job?.id !== reply.id) return;
        if (job.isPending && reply.kind === 'done') job.resolve(reply.result);
        else if (job.isPending && reply.kind === 'failed') job.reject(fromPlain(reply.error));
        this.#setIdle(worker);
        break;
      default:
        this.#remove(worker, new Error(`it is no worker of powmod: its script must import 'powmod/worker'`));
    }
  }

  #onUpdate(job: Job, update: unknown): void {
    try {
      job.onUpdate?.(update);
    } catch (error) {
      this.#abandon(job, error);
    }
  }

  /** The worker has started, or finished its job. */
  #setIdle(worker: WorkerState): void {
    clearTimeout(worker.timer);
    worker.timer = undefined;
    worker.job = undefined;
    this.#assignJobs();
  }

  /** Ends a worker, if it has not ended by itself, and gives its job to another. */
  #remove(worker: WorkerState, cause: unknown): void {
    if (!this.#workers.delete(worker)) return;
    clearTimeout(worker.timer);
    void worker.thread?.end();
    const { job } = worker;
    if (!worker.isReady) {
      this.#onStartFailed(cause);
      return;
    }
    if (job?.isPending) {
      job.lostWorkers++;
      if (job.lostWorkers > 1)
        job.reject(new PowmodError('ERR_WORKER', `two workers were lost: ${messageOf(cause)}`, { cause }));
      else this.#queue.pushFront(job);
    }
    this.#assignJobs();
    this.#startWorkers();
  }

  /** Takes the next script, or tries again while other workers are left; without any, all waiting jobs fail. */
  #onStartFailed(cause: unknown): void {
    const script = this.#script;
    if (script?.next && !(cause instanceof PowmodError)) {
      void this.#takeNext(script, script.next);
      return;
    }
    this.#failedStarts++;
    if (this.#workers.size > 0) {
      if (this.#failedStarts < MAX_FAILED_STARTS) this.#startWorkers();
      return;
    }
    const isArgumentError = cause instanceof TypeError && messageOf(cause).startsWith('options.worker: ');
    // Our own words are not cut: their end says what to do.
    const why = cause instanceof Error && cause.message === script?.problem ? cause.message : messageOf(cause);
    const error =
      isArgumentError || cause instanceof PowmodError
        ? cause
        : new PowmodError('ERR_WORKER', `no worker could be started: ${why}`, { cause });
    for (const job of this.#queue.takeAll()) job.reject(error);
  }

  /** Starts all workers anew by another script, but those that work. */
  async #takeNext(script: Script, next: () => Promise<Script>): Promise<void> {
    this.#script = undefined;
    for (const worker of this.#workers) {
      if (worker.isReady) continue;
      this.#workers.delete(worker);
      clearTimeout(worker.timer);
      void worker.thread?.end();
    }
    try {
      this.#script = await next();
    } catch (error) {
      this.#script = { ...script, next: undefined };
      this.#onStartFailed(error);
      return;
    }
    this.#startWorkers();
  }

  /** Rejects a job, and stops the worker that does it. */
  #abandon(job: Job, reason: unknown): void {
    job.reject(reason);
    for (const worker of this.#workers) {
      if (worker.job !== job) continue;
      worker.thread?.post({ kind: 'stop', id: job.id });
      this.#endAfter(worker, STOP_MS, reason);
    }
  }

  /** Ends a worker that is not idle by then. */
  #endAfter(worker: WorkerState, milliseconds: number, cause: unknown): void {
    worker.timer = startTimer(() => this.#remove(worker, cause), milliseconds); // only workers keep the process alive
  }
}

function closedError(): PowmodError {
  return new PowmodError('ERR_WORKER', 'the pool was closed before the call was done');
}
