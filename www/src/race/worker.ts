// Makes the opening proof again, to time it. The page starts the workers of its pool (../prove/worker-host.ts says why).

import file from 'powmod/examples/wesolowski-rsa2048.json';
import { createPool, type Pool } from 'powmod/pool';
import type { HostEvent } from '../prove/messages.ts';
import { dispatchHostEvent, startRemoteWorker } from '../prove/remote-worker.ts';
import type { FromWorker } from './messages.ts';

/** Bytes for intermediate values, which make proving fast. */
const MEMORY_BYTES = 1 << 24;

/** So many squarings load what the race needs. */
const WARM_UP = 1 << 10;

const send = (message: FromWorker) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<HostEvent | 'begin'>) => {
  if (data !== 'begin') return dispatchHostEvent(data);
  run().catch((error: unknown) =>
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});

async function run() {
  const pool = await createPool({ worker: startRemoteWorker });
  try {
    await make(pool, WARM_UP);
    send({ kind: 'begun' });
    const start = performance.now();
    const { output, proof } = await make(pool, file.iterations);
    const ms = performance.now() - start;
    if (output !== file.output || proof !== file.proof) throw new Error('the proof differs from the opening proof');
    send({ kind: 'finished', ms });
  } finally {
    await pool.close();
  }
}

async function make(pool: Pool, iterations: number) {
  const task = { scheme: 'wesolowski', modulus: 'RSA-2048', input: BigInt(file.input), iterations } as const;
  const evaluation = await pool.evaluate({ ...task, memory: MEMORY_BYTES });
  return pool.prove({ ...task, evaluation }, { memory: MEMORY_BYTES });
}
