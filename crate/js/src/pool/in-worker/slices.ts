/** How long a worker's job computes before it lets messages arrive, and how often it tells its progress. */

/** Squarings or products between two pauses. */
export const SLICE = 4096;

/** The time for short powers between two pauses. */
export const SLICE_MS = 20;

/** The least time between two updates. */
export const INTERVAL_MS = 100;
