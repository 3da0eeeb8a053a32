/** The form of a worker's jobs. */
import type { Instance } from '../../border/instance.js';
import type { Ask, JobAnswer, JobName, News } from '../workers/job-types.js';

/** What a worker works with. */
export interface Tools {
  instance: Instance;
  /** An instance of the prover module, kept from its first use on. */
  prover: (module: WebAssembly.Module) => Instance;
}

/** The way from a job to the pool. */
export interface Channel<N = never> {
  tell(news: N, transfer?: ArrayBuffer[]): void;
  /** Takes the pool's messages in. @throws when the job is to stop. */
  pause(): Promise<void>;
}

export type Job<Name extends JobName> = (
  tools: Tools,
  ask: Ask<Name>,
  channel: Channel<News<Name>>,
) => JobAnswer<Name> | Promise<JobAnswer<Name>>;
