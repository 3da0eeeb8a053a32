import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { readAtMost, realPathOf, writeAtomically } from './files.js';
import { tell } from './messages.js';

/** The kept values of a checkpoint take at most 2^30 bytes. */
const MAX_CHECKPOINT_BYTES = 2 ** 30 + 2 ** 16;

/** A lock that nobody refreshes lapses after 10 seconds, so a run waits a bit longer for one that was killed. */
const WAIT_SECONDS = 12;

/** The file of a checkpoint. One run has it at a time. It is written at intervals, and never twice at once. */
export class CheckpointFile {
  readonly #path: string;
  readonly #interval: number;
  readonly #lost = new AbortController();
  #unlock: () => Promise<void> = async () => {};
  /** Whether the evaluation begins with the checkpoint in the file, and has not said so. */
  #isResumed = false;
  /** The last checkpoint, if the file does not hold it yet. */
  #newer: Uint8Array | undefined;
  #next: number;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, seconds: number) {
    this.#path = path;
    this.#interval = 1000 * seconds;
    this.#next = performance.now() + this.#interval;
  }

  /** The file, which need not exist, locked. */
  static async open(path: string, seconds: number, signal: AbortSignal): Promise<CheckpointFile> {
    const file = new CheckpointFile(path, seconds);
    // Imported here, because it handles signals from then on.
    const { lock } = await import('proper-lockfile');
    const options = { realpath: false, onCompromised: () => file.#lost.abort(new Error(`${path}: lost its lock`)) };
    for (let waited = 0; ; waited++) {
      try {
        file.#unlock = await lock(await realPathOf(path), options);
        return file;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
      }
      if (waited === WAIT_SECONDS) throw new Error(`${path}: another run uses this checkpoint`);
      if (waited === 0) tell(`${path}: waiting for another run, which uses it or was killed`);
      await setTimeout(1000, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  /** Aborts if another run takes the file, as it may while this one is stopped. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** The checkpoint in the file, if there is a file. */
  async read(): Promise<Uint8Array | undefined> {
    try {
      // A pipe without a writer would be waited for.
      if (!(await stat(this.#path)).isFile()) throw new Error('is not a regular file');
      const checkpoint = await readAtMost(MAX_CHECKPOINT_BYTES, this.#path);
      this.#isResumed = true;
      return checkpoint;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new Error(`${this.#path}: ${(error as Error).message}`);
    }
  }

  /** Takes a new checkpoint, and writes it if the interval is over. The first one is the one that was read. */
  async offer(checkpoint: Uint8Array): Promise<void> {
    if (this.#isResumed) tell(`${this.#path}: ${placeOf(checkpoint)}`);
    this.#isResumed = false;
    this.#newer = checkpoint;
    if (performance.now() >= this.#next) await this.#save();
  }

  /** Writes the last checkpoint, if the file does not hold it yet, and unlocks the file. */
  async close(): Promise<void> {
    if (this.lost.aborted) return;
    await this.#save().finally(this.#unlock);
  }

  #save(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const checkpoint = this.#newer;
      this.#newer = undefined;
      if (checkpoint && !this.lost.aborted) await writeAtomically(this.#path, checkpoint);
      this.#next = performance.now() + this.#interval;
    });
    return this.#writing;
  }
}

/** The place of a checkpoint in its evaluation. crate/vdf/src/checkpoint.rs has the format. */
function placeOf(checkpoint: Uint8Array): string {
  const view = new DataView(checkpoint.buffer, checkpoint.byteOffset);
  const afterInput = 16 + 2 * view.getUint32(12);
  const [total, done] = [afterInput, afterInput + 8].map((at) => Number(view.getBigUint64(at))) as [number, number];
  const percent = Math.floor((100 * done) / total);
  return `resumes from ${done.toLocaleString('en')} of ${total.toLocaleString('en')} squarings (${percent} %)`;
}
