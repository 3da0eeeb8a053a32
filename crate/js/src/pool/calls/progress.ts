/** How far a call has come. */
export interface Progress {
  done: number;
  total: number;
  /** The average since the call. */
  perSecond: number;
}

export type OnProgress = (progress: Progress) => void;

/** With one report more at the end, any second holds ten at most. */
const INTERVAL_MS = 112;

/** Tells a caller how far a call has come: at most ten times a second, and at its end. */
export class ProgressMeter {
  readonly #onProgress: OnProgress | undefined;
  readonly #began = performance.now();
  #last = this.#began;
  #isFinished = false;
  /** What was done before the call: the first report says so. */
  #first: number | undefined;

  constructor(onProgress: OnProgress | undefined) {
    this.#onProgress = onProgress;
  }

  report(done: number, total: number): void {
    const now = performance.now();
    this.#first ??= done;
    if (!this.#onProgress || now - this.#last < INTERVAL_MS) return;
    this.#report(done, total, now);
  }

  /** The last report: all is done. */
  finish(total: number): void {
    if (!this.#isFinished) this.#report(total, total, performance.now());
  }

  #report(done: number, total: number, now: number): void {
    this.#last = now;
    this.#isFinished = done === total;
    const seconds = Math.max(now - this.#began, 1) / 1000;
    this.#onProgress?.({ done, total, perSecond: Math.max(done - (this.#first ?? 0), 0) / seconds });
  }
}
