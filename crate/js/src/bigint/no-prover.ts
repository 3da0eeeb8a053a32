import { PowmodError } from '../errors.js';

/** Refuses to evaluate and to prove. */
export function noProver(): never {
  const reason = 'does not evaluate or prove: the engine and the policy of the page must allow WebAssembly for that';
  throw new PowmodError('ERR_KERNEL_UNAVAILABLE', `kernel bigint: ${reason}`);
}
