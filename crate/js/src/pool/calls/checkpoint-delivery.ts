/** Called with a checkpoint. If it returns a promise, the next call comes after the promise has settled. */
export type OnCheckpoint = (checkpoint: Uint8Array<ArrayBuffer>) => unknown;

/** Making and delivering checkpoints takes at most one part in this many of the time. */
const TIME_SHARE = 50;

/**
 * @internal Delivers checkpoints to the caller, one at a time. Those that come too early are skipped, except the last.
 *   An error of `onCheckpoint` aborts the controller.
 */
export function checkpointDelivery(
  onCheckpoint: OnCheckpoint | undefined,
  makeCheckpoint: () => Uint8Array<ArrayBuffer>,
  controller: AbortController,
) {
  /** Settles when the caller has taken the last checkpoint. */
  let delivery: Promise<unknown> | undefined;
  /** The earliest time of the next delivery. */
  let nextTime = 0;

  const send = () => {
    if (!onCheckpoint) return;
    const began = performance.now();
    const taken = onCheckpoint(makeCheckpoint());
    const now = performance.now();
    nextTime = now + TIME_SHARE * (now - began);
    delivery = Promise.resolve(taken).then(
      () => {
        delivery = undefined;
      },
      (error) => controller.abort(error),
    );
  };

  return {
    /** Delivers a checkpoint if it is time. */
    offer() {
      if (!delivery && performance.now() >= nextTime) send();
    },

    /** Delivers the last checkpoint. */
    async finish() {
      await delivery;
      send();
      await delivery;
    },
  };
}
