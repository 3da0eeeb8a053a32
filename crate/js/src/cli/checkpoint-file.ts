import { stat } from 'node:fs/promises';
import { readAtMost, writeAtomically } from './files.js';

/** The kept values of a checkpoint take at most 2^30 bytes. */
const MAX_CHECKPOINT_BYTES = 2 ** 30 + 2 ** 16;

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

  /** The checkpoint in the file, if there is a file. */
  async read(): Promise<Uint8Array | undefined> {
    try {
      // A pipe without a writer would be waited for.
      if (!(await stat(this.#path)).isFile()) throw new Error('is not a regular file');
      return await readAtMost(MAX_CHECKPOINT_BYTES, this.#path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new Error(`${this.#path}: ${(error as Error).message}`);
    }
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
