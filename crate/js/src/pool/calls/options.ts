import { describe, readFields, readFunction } from '../../input/reading.js';
import type { OnProgress } from './progress.js';

/** The options of a long call. */
export interface CallOptions {
  /** Called at most ten times a second, and at the end. An error that it throws ends the call. */
  onProgress?: OnProgress;
  /** Stops the work. The call then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** The checked options. */
export interface Call {
  onProgress: OnProgress | undefined;
  signal: AbortSignal | undefined;
}

export function readCallOptions({ onProgress, signal }: { onProgress?: unknown; signal?: unknown }): Call {
  return { onProgress: readFunction<OnProgress>(onProgress, 'options.onProgress'), signal: readSignal(signal) };
}

/** An `AbortSignal`, of this realm or of another. */
function readSignal(value: unknown): AbortSignal | undefined {
  if (value === undefined) return undefined;
  const { aborted, addEventListener, removeEventListener } =
    typeof value === 'object' && value !== null
      ? readFields(value, 'options.signal.', ['aborted', 'addEventListener', 'removeEventListener'])
      : {};
  if (
    typeof aborted !== 'boolean' ||
    typeof addEventListener !== 'function' ||
    typeof removeEventListener !== 'function'
  )
    throw new TypeError(`options.signal: must be an AbortSignal, not ${describe(value)}`);
  return value as AbortSignal;
}
