// Evaluates and proves with a pool of workers, which the page lends this one: the page's own thread computes nothing.
import { PowmodError } from 'powmod';
import { createPool } from 'powmod/pool';
import { borrow, hear } from './lent.ts';
import type { Progress, Reply, Request, Stage, Word } from './messages.ts';
import { find, forget, type Kept, keep, write } from './store.ts';

/** For the values that make proving fast; they are kept in the browser's database too. */
const MEMORY = 1 << 24;

/** For a database that does not answer. */
const MOST_WAIT_MS = 2000;

const tell = (reply: Reply) => postMessage(reply);

let running: AbortController | undefined;

addEventListener('message', async ({ data }: MessageEvent<Request | Word>) => {
  switch (data.kind) {
    case 'heard':
    case 'lost':
      return hear(data);
    case 'start':
      return running ? undefined : run({ task: data.task, done: 0 });
    case 'cancel':
      return running?.abort();
    case 'resume': {
      const kept = await find();
      if (running) return;
      return kept ? run(kept) : tell({ kind: 'failed', reason: 'what was kept is gone; start again' });
    }
    case 'forget':
      forget();
      return tell({ kind: 'forgotten' });
  }
});

find().then((kept) => kept && !running && tell({ kind: 'stopped', task: kept.task, done: kept.done }));

async function run(kept: Kept) {
  const { task } = kept;
  running = new AbortController();
  const { signal } = running;
  tell({ kind: 'started', task });
  try {
    const proof = await prove(kept, signal);
    forget();
    tell({ kind: 'proved', task, json: JSON.stringify(proof) });
  } catch (error) {
    if (isHopeless(error)) {
      forget();
      tell({ kind: 'failed', reason: reasonOf(error) });
    } else {
      await Promise.race([write(), new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))]);
      const { done } = (await find()) ?? kept;
      tell({ kind: 'stopped', task, done, ...(!signal.aborted && { reason: reasonOf(error) }) });
    }
  } finally {
    running = undefined;
  }
}

async function prove(kept: Kept, signal: AbortSignal) {
  const { task } = kept;
  keep(kept);
  const pool = await createPool({ worker: borrow });
  try {
    let { done } = kept;
    const onProgress = (stage: Stage) => (progress: Progress) => {
      if (stage === 'evaluate') done = progress.done;
      tell({ kind: 'progress', stage, progress });
    };
    const evaluation = await pool.evaluate(
      { ...task, memory: MEMORY },
      {
        signal,
        ...(kept.checkpoint && { checkpoint: kept.checkpoint }),
        onProgress: onProgress('evaluate'),
        onCheckpoint: (checkpoint) => keep({ task, done, checkpoint }),
      },
    );
    keep({ task, done: task.iterations, checkpoint: evaluation.checkpoints });
    return await pool.prove({ ...task, evaluation }, { signal, memory: MEMORY, onProgress: onProgress('prove') });
  } finally {
    await pool.close();
  }
}

/** Whether going on would end as before: what was asked for cannot be computed, or what was kept is damaged. */
function isHopeless(error: unknown): boolean {
  return error instanceof RangeError || error instanceof TypeError || isDamage(error);
}

function isDamage(error: unknown): boolean {
  return error instanceof PowmodError && error.code === 'ERR_CHECKPOINT';
}

function reasonOf(error: unknown): string {
  if (isDamage(error)) return 'what was kept is damaged; start again';
  return error instanceof Error ? error.message : String(error);
}
