// Stores runs in the browser's database, so that neither a reload nor another run loses them.
import { delMany, getMany, keys, setMany } from 'idb-keyval';
import type { Run } from './messages.ts';

/** The longest stretch of squarings that is lost when the page is closed. */
const INTERVAL_MS = 1000;

/** With the checkpoint that `pool.evaluate` resumes from; it is absent before the first one and after the end. */
export interface StoredRun extends Run {
  checkpoint?: Uint8Array;
}

/** The runs that are not written yet: all runs, where the browser has no database, as in some private windows. */
const unwritten = new Map<string, StoredRun>();
/** Whether the last write stored every run: false on a full disk, and in a browser without a database. */
export let isStored = true;
let writtenAt = Number.NEGATIVE_INFINITY;
/** The last write. Writes run one after another; the computation does not wait for them. */
let lastWrite: Promise<void> = Promise.resolve();

const keysOf = (id: string) => [`run ${id}`, `checkpoint ${id}`];

function write(work: () => Promise<void>): Promise<void> {
  lastWrite = lastWrite.then(work).catch(() => {});
  return lastWrite;
}

/** Stores a run in memory at once, and in the database at most once per interval. */
export function store(run: StoredRun) {
  unwritten.set(run.id, run);
  if (performance.now() >= writtenAt + INTERVAL_MS) void flush();
}

/** Writes what is in memory to the database. */
export function flush(): Promise<void> {
  writtenAt = performance.now();
  return write(async () => {
    let hasFailed = false;
    for (const stored of unwritten.values()) {
      const { checkpoint, ...run } = stored;
      const [runKey, checkpointKey] = keysOf(run.id) as [string, string];
      try {
        await setMany([
          [runKey, run],
          [checkpointKey, checkpoint],
        ]);
        if (unwritten.get(run.id) === stored) unwritten.delete(run.id);
      } catch {
        hasFailed = true; // the next flush tries again
      }
    }
    isStored = !hasFailed;
  });
}

/** Asks the database. Gives an empty list where the browser has no database. */
async function found<T>(ask: () => Promise<T[]>): Promise<T[]> {
  try {
    return await ask();
  } catch {
    return [];
  }
}

export async function load(id: string): Promise<StoredRun | undefined> {
  const [run, checkpoint] = await found(() => getMany(keysOf(id)));
  return unwritten.get(id) ?? (run && { ...run, ...(checkpoint && { checkpoint }) });
}

/** All runs, the newest first. */
export async function list(): Promise<Run[]> {
  const isRun = (key: IDBValidKey) => String(key).startsWith('run ');
  const stored = await found(async () => getMany<Run | undefined>((await keys()).filter(isRun)));
  const byId = new Map(stored.flatMap((run) => (run ? [[run.id, run] as const] : [])));
  for (const { checkpoint: _, ...run } of unwritten.values()) byId.set(run.id, run);
  return [...byId.values()].sort((a, b) => b.at - a.at);
}

export function discard(id: string): Promise<void> {
  unwritten.delete(id);
  return write(() => delMany(keysOf(id)));
}
