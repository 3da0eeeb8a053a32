import type { Instance } from '../border/instance.js';
import { publicError } from '../border/refusal.js';
import { messageOf, PowmodError } from '../errors.js';

/** The kernel in native BigInt, in a file of its own: few pages need it. */
export async function loadBigint(): Promise<Instance> {
  try {
    const { BigintInstance } = await import('./bigint-instance.js');
    return new BigintInstance(publicError);
  } catch (cause) {
    throw new PowmodError('ERR_LOAD', `the kernel bigint could not be loaded: ${messageOf(cause)}`, { cause });
  }
}
