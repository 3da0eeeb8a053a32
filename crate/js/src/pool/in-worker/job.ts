/** The types of the functions that do a worker's jobs, and how long these compute before they let messages arrive. */
import type { Instance } from '../../border/instance.js';
import type { JobArguments, JobName, JobResult, JobUpdate, PartModule } from '../threads/job-types.js';

/** Squarings or products between two pauses. */
export const SLICE = 4096;

/** The least time between two updates. */
export const INTERVAL_MS = 100;

/** The instances of a worker. */
export interface Instances {
  instance: Instance;
  /** Makes an instance of a part's module at the first call, and keeps it. */
  part: (module: PartModule) => Instance;
}

/** The connection of a job to the pool. */
export interface Channel<N = never> {
  send(update: N, transfer?: ArrayBuffer[]): void;
  /** Lets the pool's messages arrive. @throws if the job must stop. */
  pause(): Promise<void>;
}

export type Job<Name extends JobName> = (
  instances: Instances,
  args: JobArguments<Name>,
  channel: Channel<JobUpdate<Name>>,
) => JobResult<Name> | Promise<JobResult<Name>>;
