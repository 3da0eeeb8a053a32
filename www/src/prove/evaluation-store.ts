// Stores the current evaluation in the browser's database, so that it can be resumed after the page was closed.
import { del, get, set } from 'idb-keyval';
import type { Task } from './messages.ts';

const KEY = 'evaluation';

/** The longest stretch of work that is lost when the page is closed. */
const INTERVAL_MS = 1000;

export interface StoredEvaluation {
  task: Task;
  /** The number of squarings done. */
  done: number;
  /** The checkpoint that `pool.evaluate` resumes from; absent before the first one. */
  checkpoint?: Uint8Array;
}

/** A copy in memory. Where the browser gives no database, as in some private windows, it is the only one. */
let current: StoredEvaluation | undefined;
let writtenAt = Number.NEGATIVE_INFINITY;
/** The last write. Writes run one after another; the computation does not wait for them. */
let lastWrite: Promise<void> = Promise.resolve();

/** Stores the evaluation in memory at once, and in the database at most once per interval. */
export function store(evaluation: StoredEvaluation) {
  current = evaluation;
  if (performance.now() >= writtenAt + INTERVAL_MS) void flush();
}

/** Writes the copy in memory to the database. */
export function flush(): Promise<void> {
  writtenAt = performance.now();
  lastWrite = lastWrite.then(() => (current ? set(KEY, current) : del(KEY))).catch(() => {});
  return lastWrite;
}

export async function load(): Promise<StoredEvaluation | undefined> {
  current ??= await get<StoredEvaluation>(KEY).catch(() => undefined);
  return current;
}

export function discard() {
  current = undefined;
  void flush();
}
