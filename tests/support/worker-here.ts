// A pool whose one worker is in the test's own thread: the test does the jobs that the pool sends, and sees them.
import './built.mjs';
import { createPool, type Pool } from 'powmod/pool';
import type { Channel, Instances } from '../../crate/js/src/pool/jobs/job.ts';
import { type JobName, jobs } from '../../crate/js/src/pool/jobs/jobs.ts';
import * as prover from '../../crate/js/src/pool/jobs/prover.ts';
import { toPlain, type WorkerReply, type WorkerRequest } from '../../crate/js/src/pool/threads/messages.ts';

/** The jobs by the complete module of a kernel. */
export const namesOfJobs = (Object.keys(jobs) as JobName[]).filter(
  (name) => !(name in prover) && name !== 'chiaVerify',
);

/** The job of this name, whatever its types. */
export const jobOf = (name: JobName) =>
  jobs[name] as (instances: Instances, args: unknown, channel: Channel<unknown>) => unknown;

export function poolHere(
  perform: (name: JobName, args: Record<string, unknown>, send: (update: unknown) => void) => unknown,
): Promise<Pool> {
  const worker = () => {
    let listener = (_: WorkerReply) => {};
    const reply = (message: WorkerReply) => setImmediate(() => listener(structuredClone(message)));
    const answer = async ({ id, job, args }: WorkerRequest & { kind: 'job' }) => {
      try {
        const send = (update: unknown) => reply({ kind: 'update', id, update });
        reply({ kind: 'done', id, result: await perform(job, args as Record<string, unknown>, send) });
      } catch (error) {
        reply({ kind: 'failed', id, error: toPlain(error) });
      }
    };
    return {
      postMessage(message: unknown) {
        const request = structuredClone(message) as WorkerRequest;
        if (request.kind === 'start') reply({ kind: 'ready', lock: false });
        if (request.kind === 'job') void answer(request);
      },
      on(type: string, onMessage: typeof listener) {
        if (type === 'message') listener = onMessage;
      },
      ref() {},
      unref() {},
      terminate() {},
    };
  };
  return createPool({ workers: 1, kernel: 'scalar', worker });
}
