/** `powmod/pool` in workerd, which has no workers. So a program for it holds no kernel twice. */
import { PowmodError } from '../errors.js';

export { MalformedProofError, PowmodError } from '../errors.js';

export async function createPool(): Promise<never> {
  throw new PowmodError(
    'ERR_WORKER',
    "no worker could be started: workerd has none; init of 'powmod' computes in this thread",
  );
}
