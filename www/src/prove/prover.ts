// Evaluates and proves in the workers of a pool, which blocks nothing on the page's own thread.
import { PowmodError, readProof } from 'powmod';
import { type Progress, type Reply, type Request, type Stage, type Task, UNDO_MS } from './messages.ts';
import { withPool } from './pool.ts';
import { discard, flush, isStored, list, load, type StoredRun, store } from './run-store.ts';
import { open } from './seal.ts';

/** Bytes for intermediate values, which make proving fast. They are stored in the browser's database too. */
const MEMORY_BYTES = 1 << 24;

/** The longest wait for the database, which may not answer. */
const MAX_WAIT_MS = 2000;

let send: (reply: Reply) => void;

/** The run of this tab, which has the lock of that name. Pages that are not secure have no locks. */
let running: { id: string; controller: AbortController } | undefined;
const locks = navigator.locks as LockManager | undefined;
/** WebKit takes no lock whose name has more than about a thousand characters. The ends of an id tell runs apart. */
const lockOf = (id: string) => `powmod ${id.slice(0, 400)}${id.slice(-400)}`;
/** The runs of other tabs whose end this tab awaits. */
const watched = new Set<string>();

/** The runs that got their proof in this visit. */
const ended = new Set<string>();

/** The runs that this tab has discarded lately. */
const discarded = new Map<string, StoredRun>();

/** Tells other tabs that runs began, ended or are gone. */
const tabs = new BroadcastChannel('powmod runs');
const tell = () => tabs.postMessage(undefined);

/** Answers requests by replies. The first one has the runs that earlier visits left. */
export function startProver(onReply: (reply: Reply) => void): (request: Request) => Promise<void> {
  send = onReply;
  tabs.onmessage = () => showRuns();
  void showRuns();
  return perform;
}

async function perform(request: Request) {
  switch (request.kind) {
    case 'start':
      return start(request.task, request.proof);
    case 'cancel':
      return running?.controller.abort();
    case 'discard': {
      const { id } = request;
      const run = await load(id);
      if (run) {
        discarded.set(id, run);
        setTimeout(() => discarded.get(id) === run && discarded.delete(id), 2 * UNDO_MS);
      }
      await discard(id);
      tell();
      return showRuns();
    }
    case 'restore': {
      const run = discarded.get(request.id);
      if (run) store(run);
      discarded.delete(request.id);
      await flush();
      tell();
      return showRuns();
    }
  }
}

async function showRuns() {
  const held = new Set((await locks?.query())?.held?.map(({ name }) => name));
  // The run under way has not stopped: its progress is shown elsewhere.
  const listed = (await list()).filter((run) => run.proof || run.id !== running?.id);
  const shown = listed.map(async (run) => {
    const isElsewhere = run.id !== running?.id && held.has(lockOf(run.id));
    if (isElsewhere) watch(run.id);
    const opened = run.proof && run.task.letter && (await open(run.task.letter, readProof(run.proof).output));
    return { ...run, isElsewhere, isNew: ended.has(run.id), ...(opened || {}) };
  });
  send({ kind: 'runs', runs: await Promise.all(shown) });
}

/** Shows the runs again when another tab has ended its work on one, or has been closed. */
async function watch(id: string) {
  if (watched.has(id)) return;
  watched.add(id);
  await locks?.request(lockOf(id), () => {});
  watched.delete(id);
  await showRuns();
}

async function start(task: Task, proof: string | undefined) {
  if (running) return;
  const id = JSON.stringify(Object.values(task), (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  const controller = new AbortController();
  running = { id, controller };
  void showRuns();
  const known = (await load(id)) ?? { id, task, at: Date.now(), done: 0, ms: 0 };
  const work = async () => run(known, controller.signal);
  const alone = async () =>
    locks ? locks.request(lockOf(id), { ifAvailable: true }, (lock) => (lock ? work() : undefined)) : work();
  const end: Reply | undefined = await (proof ? take(known, proof) : alone()).catch((error) => ({
    kind: 'failed',
    reason: reasonOf(error),
  }));
  running = undefined;
  if (end?.kind === 'proved' && !end.isKnown) ended.add(id);
  tell();
  await showRuns();
  send(end ?? { kind: 'stopped', id, reason: 'another tab is at work on it' });
}

/** Takes a proof that came with a letter, if it is right. */
async function take({ ms: _ms, checkpoint: _checkpoint, ...run }: StoredRun, proof: string): Promise<Reply> {
  const { modulus, seed, iterations, scheme } = run.task;
  try {
    const expect = { modulus, seed, iterations, scheme };
    if (!(await withPool((pool) => pool.verify(proof, { expect })))) throw new Error('the proof in the link is wrong');
    store({ ...run, done: iterations, proof });
    await flushed();
    return { kind: 'proved', task: run.task, id: run.id };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

async function run(stored: StoredRun, signal: AbortSignal): Promise<Reply> {
  const { task, proof } = stored;
  if (proof) return { kind: 'proved', task, id: stored.id, isKnown: true };
  send({ kind: 'started', task });
  try {
    await prove(stored, signal);
    return { kind: 'proved', task, id: stored.id };
  } catch (error) {
    if (cannotResume(error)) {
      void discard(stored.id);
      return { kind: 'failed', reason: reasonOf(error) };
    }
    return { kind: 'stopped', id: stored.id, ...(!signal.aborted && { reason: reasonOf(error) }) };
  } finally {
    await flushed();
  }
}

const flushed = () => Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);

async function prove({ checkpoint, ...run }: StoredRun, signal: AbortSignal) {
  const { task } = run;
  const since = performance.now() - (run.ms ?? 0);
  const save = (rest: Partial<StoredRun>) => store({ ...run, ms: performance.now() - since, ...rest });
  save({ ...(checkpoint && { checkpoint }) });
  void flush().then(tell);
  await withPool(async (pool) => {
    let { done } = run;
    const onProgress = (stage: Stage) => (progress: Progress) => {
      if (stage === 'evaluate') done = progress.done;
      send({ kind: 'progress', stage, progress, isStored });
    };
    const { letter: _, names: __, words: ___, seconds: ____, ...statement } = task;
    const evaluation = await pool.evaluate(
      { ...statement, memory: MEMORY_BYTES },
      {
        signal,
        ...(checkpoint && { checkpoint }),
        onProgress: onProgress('evaluate'),
        onCheckpoint: (checkpoint) => save({ done, checkpoint }),
      },
    );
    save({ done: task.iterations, checkpoint: evaluation.checkpoints });
    const options = { signal, memory: MEMORY_BYTES, onProgress: onProgress('prove') };
    const proof = await pool.prove({ ...statement, evaluation }, options);
    save({ done: task.iterations, proof: JSON.stringify(proof) });
  });
}

/** Whether resuming would fail again: the task is invalid, or the stored evaluation is damaged. */
function cannotResume(error: unknown): boolean {
  return error instanceof RangeError || error instanceof TypeError || isDamaged(error);
}

function isDamaged(error: unknown): boolean {
  return error instanceof PowmodError && error.code === 'ERR_CHECKPOINT';
}

function reasonOf(error: unknown): string {
  if (isDamaged(error)) return 'the stored evaluation is damaged; start again';
  return error instanceof Error ? error.message : String(error);
}
