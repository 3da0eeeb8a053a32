/** Called with a checkpoint; while it gives a promise, no other checkpoint is given. */
export type OnCheckpoint = (checkpoint: Uint8Array) => unknown;

/** A checkpoint is put together and given out for a fiftieth of the time at most. */
const SHARE = 50;

/** Gives a caller checkpoints, one at a time: while one is being taken, others are left out, but not the last. */
export class CheckpointDelivery {
  readonly #give: OnCheckpoint | undefined;
  readonly #make: () => Uint8Array;
  readonly #own: AbortController;
  /** Until the caller has taken the last one. */
  #taking: Promise<unknown> | undefined;
  #next = 0;

  /** What `give` throws, or rejects with, aborts `own`. */
  constructor(give: OnCheckpoint | undefined, make: () => Uint8Array, own: AbortController) {
    this.#give = give;
    this.#make = make;
    this.#own = own;
  }

  /** Now there is another. */
  offer(): void {
    if (!this.#taking && performance.now() >= this.#next) this.#send();
  }

  /** Gives the last one. */
  async finish(): Promise<void> {
    await this.#taking;
    this.#send();
    await this.#taking;
  }

  #send(): void {
    if (!this.#give) return;
    const began = performance.now();
    const taken = this.#give(this.#make());
    const now = performance.now();
    this.#next = now + SHARE * (now - began);
    this.#taking = Promise.resolve(taken).then(
      () => {
        this.#taking = undefined;
      },
      (error) => this.#own.abort(error),
    );
  }
}
