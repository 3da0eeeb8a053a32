/** The progress of a call, in squarings, in entries of a list, or in steps of a proof. */
export interface Progress {
  done: number;
  /** Infinity where a list has no length before its end. */
  total: number;
  /** The average speed since the call began. */
  perSecond: number;
}

export type OnProgress = (progress: Progress) => void;

/** The least time between two reports: with the one at the end, there are at most ten in any second. */
const INTERVAL_MS = 112;

/** Reports progress at most ten times a second, and at the end. `done` stays where a worker repeats lost work. */
export class ProgressMeter {
  readonly #onProgress: OnProgress | undefined;
  readonly #began = performance.now();
  #last = this.#began;
  /** `done` and `total` at the last report. */
  #done: number | undefined;
  #total: number | undefined;
  /** `done` at the first report: work from before the call does not count for the speed. */
  #first: number | undefined;

  constructor(onProgress: OnProgress | undefined) {
    this.#onProgress = onProgress;
  }

  report(done: number, total: number): void {
    const now = performance.now();
    this.#first ??= done;
    if (!this.#onProgress || now - this.#last < INTERVAL_MS) return;
    this.#report(Math.max(done, this.#done ?? 0), total, now);
  }

  /** The last report: everything is done, also where the total was not known before. */
  finish(total: number): void {
    if (this.#done !== total || this.#total !== total) this.#report(total, total, performance.now());
  }

  #report(done: number, total: number, now: number): void {
    this.#last = now;
    this.#done = done;
    this.#total = total;
    const seconds = Math.max(now - this.#began, 1) / 1000;
    this.#onProgress?.({ done, total, perSecond: Math.max(done - (this.#first ?? 0), 0) / seconds });
  }
}
