/** First in, first out, in constant time: an array's own `shift` moves all other items. */
export class Queue<T> {
  #items: T[] = [];
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Puts an item before all others. */
  pushFront(item: T): void {
    this.#items = [item, ...this.takeAll()];
  }

  take(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#first];
    this.#first++;
    if (2 * this.#first >= this.#items.length) this.#items = this.takeAll();
    return item;
  }

  takeAll(): T[] {
    const items = this.#items.slice(this.#first);
    this.#items = [];
    this.#first = 0;
    return items;
  }
}
