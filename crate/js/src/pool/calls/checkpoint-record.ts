import type { EvaluationNews } from '../workers/job-types.js';

/**
 * The checkpoint of an evaluation that goes on elsewhere: its head, which is replaced, and its kept values, to which
 * others are added.
 */
export class CheckpointRecord {
  /** A checkpoint whose head's length is not known yet. */
  #given: Uint8Array | undefined;
  #head: Uint8Array | undefined;
  #values = new Uint8Array(0);
  #length = 0;

  constructor(given: Uint8Array | undefined) {
    this.#given = given;
  }

  add({ head, values }: EvaluationNews): void {
    if (this.#given) this.#append(this.#given.subarray(head.length));
    this.#given = undefined;
    this.#head = head;
    this.#append(values);
  }

  /** The checkpoint so far, if there is one. */
  get whole(): Uint8Array | undefined {
    if (!this.#head) return this.#given;
    const whole = new Uint8Array(this.#head.length + this.#length);
    whole.set(this.#head);
    whole.set(this.values, this.#head.length);
    return whole;
  }

  get head(): Uint8Array {
    return this.#head as Uint8Array;
  }

  /** A view: what is added later may lie elsewhere. */
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
