/** The options of the calls for Chia. */
import { describe, readCount, readFlag, readOptional } from '../input/reading.js';
import type { Kernel } from '../kernels/kernel.js';
import { type CallOptions, readCallOptions } from '../pool/calls/options.js';
import type { Pool } from '../pool/pool.js';
import type { JobScheduler } from '../pool/threads/scheduler.js';
import { schedulerOf } from '../pool/threads/schedulers.js';

export interface ChiaOptions extends CallOptions {
  /** Refuse encodings whose b is too long, which consensus takes. Default `false`. */
  strict?: boolean | undefined;
  /**
   * The length of the discriminant in bits: a multiple of 8 from 16 to 1024. Default: 1024, as on mainnet, for
   * challenges of 32 bytes. If it is given, a challenge may have 2 to 1024 bytes.
   */
  discriminantBits?: number | undefined;
  /** The pool that does the work. Default: the calling thread. */
  pool?: Pool | undefined;
}

/** @internal A pool of the caller. */
export interface GivenPool {
  scheduler: JobScheduler;
  kernel: Kernel;
}

/** @internal The options that the module reads. */
export type CheckedOptions = ReturnType<typeof readChiaOptions>['options'];

/** @internal */
export function readChiaOptions(value: unknown) {
  const given = readOptional(value, 'options', ['strict', 'discriminantBits', 'pool', 'onProgress', 'signal']);
  const { strict, discriminantBits, pool } = given;
  return {
    options: {
      strict: readFlag(strict, 'options.strict'),
      discriminantBits: readBits(discriminantBits),
    },
    call: readCallOptions(given),
    pool: pool === undefined ? undefined : readPool(pool),
  };
}

function readBits(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const name = 'options.discriminantBits';
  const bits = readCount(value, name, 16, 1024);
  if (bits % 8 !== 0) throw new RangeError(`${name}: must be a multiple of 8`);
  return bits;
}

function readPool(value: unknown): GivenPool {
  const scheduler = schedulerOf(value);
  if (!scheduler) throw new TypeError(`options.pool: must be a pool that createPool made, not ${describe(value)}`);
  if (scheduler.isClosed) throw new TypeError('pool: was closed');
  return { scheduler, kernel: (value as Pool).kernel };
}
