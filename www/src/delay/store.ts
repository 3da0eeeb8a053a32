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

/** Keeps it: here at once, in the database from time to time. */
export async function keep(state: Kept): Promise<void> {
  kept = state;
  if (performance.now() >= written + INTERVAL_MS) await write();
}

/** Sees to it that what is kept is in the database. */
export async function write(): Promise<void> {
  if (kept) await set(KEY, kept).catch(() => {});
  written = performance.now();
}

export async function find(): Promise<Kept | undefined> {
  kept ??= await get<Kept>(KEY).catch(() => undefined);
  return kept;
}

export async function forget(): Promise<void> {
  kept = undefined;
  await del(KEY).catch(() => {});
}
