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
export class Meter {
  readonly #tell: OnProgress | undefined;
  readonly #total: number;
  readonly #began = performance.now();
  #first: number;
  #last = this.#began;

  /** `done`: what was done before the call. */
  constructor(tell: OnProgress | undefined, total: number, done = 0) {
    this.#tell = tell;
    this.#total = total;
    this.#first = done;
  }

  report(done: number): void {
    const now = performance.now();
    if (!this.#tell || now - this.#last < INTERVAL_MS) return;
    this.#say(done, now);
  }

  /** The last report: all is done. */
  finish(): void {
    if (this.#tell) this.#say(this.#total, performance.now());
  }

  #say(done: number, now: number): void {
    this.#last = now;
    const seconds = Math.max(now - this.#began, 1) / 1000;
    this.#tell?.({ done, total: this.#total, perSecond: Math.max(done - this.#first, 0) / seconds });
  }
}
