/** Called with a checkpoint. If it returns a promise, the next call comes after the promise has settled. */
export type OnCheckpoint = (checkpoint: Uint8Array<ArrayBuffer>) => unknown;

/** Making and delivering checkpoints takes at most one part in this many of the time. */
const TIME_SHARE = 50;

/** Delivers checkpoints to the caller, one at a time. Those that come too early are skipped, except the last. */
export class CheckpointDelivery {
  readonly #onCheckpoint: OnCheckpoint | undefined;
  readonly #makeCheckpoint: () => Uint8Array<ArrayBuffer>;
  readonly #controller: AbortController;
  /** Settles when the caller has taken the last checkpoint. */
  #delivery: Promise<unknown> | undefined;
  /** The earliest time of the next delivery. */
  #nextTime = 0;

  /** An error of `onCheckpoint` aborts the controller. */
  constructor(
    onCheckpoint: OnCheckpoint | undefined,
    makeCheckpoint: () => Uint8Array<ArrayBuffer>,
    controller: AbortController,
  ) {
    this.#onCheckpoint = onCheckpoint;
    this.#makeCheckpoint = makeCheckpoint;
    this.#controller = controller;
  }

  /** Delivers a checkpoint if it is time. */
  offer(): void {
    if (!this.#delivery && performance.now() >= this.#nextTime) this.#send();
  }

  /** Delivers the last checkpoint. */
  async finish(): Promise<void> {
    await this.#delivery;
    this.#send();
    await this.#delivery;
  }

  #send(): void {
    if (!this.#onCheckpoint) return;
    const began = performance.now();
    const delivery = this.#onCheckpoint(this.#makeCheckpoint());
    const now = performance.now();
    this.#nextTime = now + TIME_SHARE * (now - began);
    this.#delivery = Promise.resolve(delivery).then(
      () => {
        this.#delivery = undefined;
      },
      (error) => this.#controller.abort(error),
    );
  }
}
