// Keeps a stopped or running evaluation in the browser's database, so that it outlives the page.
import { del, get, set } from 'idb-keyval';
import type { Task } from './messages.ts';

const KEY = 'evaluation';

/** What a page that is closed may lose. */
const INTERVAL_MS = 1000;

export interface Kept {
  task: Task;
  /** How many squarings were done. */
  done: number;
  /** What `pool.evaluate` resumes from; absent before the first. */
  checkpoint?: Uint8Array;
}

/** Where the browser gives no database, as in some private windows, a run is kept as long as the page is open. */
let kept: Kept | undefined;
let written = Number.NEGATIVE_INFINITY;
/** The last write: they are done in turn, and nothing that computes waits for them. */
let last: Promise<void> = Promise.resolve();

/** Keeps it: here at once, in the database from time to time. */
export function keep(state: Kept) {
  kept = state;
  if (performance.now() >= written + INTERVAL_MS) void write();
}

/** Brings the database up to what is kept here. */
export function write(): Promise<void> {
  written = performance.now();
  last = last.then(() => (kept ? set(KEY, kept) : del(KEY))).catch(() => {});
  return last;
}

export async function find(): Promise<Kept | undefined> {
  kept ??= await get<Kept>(KEY).catch(() => undefined);
  return kept;
}

export function forget() {
  kept = undefined;
  void write();
}
