// Evaluates and proves with a pool of workers. The page starts those workers (worker-host.ts says why).
// The page's own thread computes nothing.
import { PowmodError } from 'powmod';
import { createPool } from 'powmod/pool';
import { discard, flush, load, type StoredEvaluation, store } from './evaluation-store.ts';
import type { FromWorker, Progress, Stage, ToWorker } from './messages.ts';
import { dispatchHostEvent, startRemoteWorker } from './remote-worker.ts';
import { speedOf } from './speed.ts';

/** Bytes for intermediate values, which make proving fast. They are stored in the browser's database too. */
const MEMORY_BYTES = 1 << 24;

/** The longest wait for the database, which may not answer. */
const MAX_WAIT_MS = 2000;

const send = (message: FromWorker) => postMessage(message);

let running: AbortController | undefined;

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'worker-message':
    case 'worker-error':
      return dispatchHostEvent(data);
    case 'start':
      return running ? undefined : run({ task: data.task, done: 0 });
    case 'cancel':
      return running?.abort();
    case 'resume': {
      const stored = await load();
      if (running) return;
      return stored ? run(stored) : send({ kind: 'failed', reason: 'the stored evaluation is gone; start again' });
    }
    case 'discard':
      discard();
      return send({ kind: 'discarded' });
    case 'measure':
      return send({ kind: 'speed', modulus: data.modulus, perSecond: await speedOf(data.modulus) });
  }
});

// An earlier visit may have left an evaluation.
load().then((stored) => stored && !running && send({ kind: 'stopped', task: stored.task, done: stored.done }));

async function run(evaluation: StoredEvaluation) {
  const { task } = evaluation;
  running = new AbortController();
  const { signal } = running;
  send({ kind: 'started', task });
  try {
    const proof = await prove(evaluation, signal);
    discard();
    send({ kind: 'proved', task, json: JSON.stringify(proof) });
  } catch (error) {
    if (cannotResume(error)) {
      discard();
      send({ kind: 'failed', reason: reasonOf(error) });
    } else {
      await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
      const { done } = (await load()) ?? evaluation;
      send({ kind: 'stopped', task, done, ...(!signal.aborted && { reason: reasonOf(error) }) });
    }
  } finally {
    running = undefined;
  }
}

async function prove(stored: StoredEvaluation, signal: AbortSignal) {
  const { task } = stored;
  store(stored);
  const pool = await createPool({ worker: startRemoteWorker });
  try {
    let { done } = stored;
    const onProgress = (stage: Stage) => (progress: Progress) => {
      if (stage === 'evaluate') done = progress.done;
      send({ kind: 'progress', stage, progress });
    };
    const evaluation = await pool.evaluate(
      { ...task, memory: MEMORY_BYTES },
      {
        signal,
        ...(stored.checkpoint && { checkpoint: stored.checkpoint }),
        onProgress: onProgress('evaluate'),
        onCheckpoint: (checkpoint) => store({ task, done, checkpoint }),
      },
    );
    store({ task, done: task.iterations, checkpoint: evaluation.checkpoints });
    return await pool.prove({ ...task, evaluation }, { signal, memory: MEMORY_BYTES, onProgress: onProgress('prove') });
  } finally {
    await pool.close();
  }
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
