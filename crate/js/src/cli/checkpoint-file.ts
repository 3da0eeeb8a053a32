import { readIfPresent, writeAtomically } from './atomic-file.js';

/** The file of a checkpoint. It is written at intervals, and never twice at once. */
export class CheckpointFile {
  readonly #path: string;
  readonly #interval: number;
  /** The last checkpoint, if the file does not hold it yet. */
  #newer: Uint8Array | undefined;
  #next: number;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, seconds: number) {
    this.#path = path;
    this.#interval = 1000 * seconds;
    this.#next = performance.now() + this.#interval;
  }

  read(): Promise<Uint8Array | undefined> {
    return readIfPresent(this.#path);
  }

  /** Takes a new checkpoint, and writes it if the interval is over. */
  async offer(checkpoint: Uint8Array): Promise<void> {
    this.#newer = checkpoint;
    if (performance.now() >= this.#next) await this.save();
  }

  /** Writes the last checkpoint, if the file does not hold it yet. */
  save(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const checkpoint = this.#newer;
      this.#newer = undefined;
      if (checkpoint) await writeAtomically(this.#path, checkpoint);
      this.#next = performance.now() + this.#interval;
    });
    return this.#writing;
  }
}
