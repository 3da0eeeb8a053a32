import type { EvaluationReport } from '../../border/prover-operations.generated.js';

/**
 * The last checkpoint of an evaluation in a worker. A checkpoint is a head and kept values. An update has a new head,
 * and the values that were kept since the update before.
 */
export class CheckpointRecord {
  /** The checkpoint to resume from, until an update tells the length of its head. */
  #given: Uint8Array<ArrayBuffer> | undefined;
  #head: Uint8Array | undefined;
  #values = new Uint8Array(0);
  #length = 0;

  constructor(given: Uint8Array<ArrayBuffer> | undefined) {
    this.#given = given;
  }

  add({ head, values }: EvaluationReport): void {
    if (this.#given) this.#append(this.#given.subarray(head.length));
    this.#given = undefined;
    this.#head = head;
    this.#append(values);
  }

  /** The last checkpoint, if there is one. */
  get checkpoint(): Uint8Array<ArrayBuffer> | undefined {
    if (!this.#head) return this.#given;
    const whole = new Uint8Array(this.#head.length + this.#length);
    whole.set(this.#head);
    whole.set(this.values, this.#head.length);
    return whole;
  }

  get head(): Uint8Array {
    return this.#head as Uint8Array;
  }

  /** A view, which is not valid after the next `add`. */
  get values(): Uint8Array {
    return this.#values.subarray(0, this.#length);
  }

  #append(values: Uint8Array): void {
    const length = this.#length + values.length;
    if (length > this.#values.length) {
      const roomier = new Uint8Array(Math.max(length, 2 * this.#values.length));
      roomier.set(this.values);
      this.#values = roomier;
    }
    this.#values.set(values, this.#length);
    this.#length = length;
  }
}
