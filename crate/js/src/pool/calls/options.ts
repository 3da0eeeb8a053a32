import { readFunction } from '../../input/reading.js';
import { readSignal } from '../../input/signal.js';
import type { Signal } from '../../platform-types.js';
import type { OnProgress } from './progress.js';

/** The options of a long call. */
export interface CallOptions {
  /** Called at most ten times a second, and at the end. An error that it throws ends the call. */
  onProgress?: OnProgress | undefined;
  /** Stops the work. The call then rejects with the signal's reason. */
  signal?: Signal | undefined;
}

/** @internal The checked options. */
export interface Call {
  onProgress: OnProgress | undefined;
  signal: AbortSignal | undefined;
}

/** @internal */
export function readCallOptions({ onProgress, signal }: { onProgress?: unknown; signal?: unknown }): Call {
  return { onProgress: readFunction<OnProgress>(onProgress, 'options.onProgress'), signal: readSignal(signal) };
}
