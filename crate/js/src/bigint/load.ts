import type { Instance } from '../border/instance.js';
import { publicError } from '../border/refusal.js';
import { notLoaded } from '../kernels/kernel.js';

/** The kernel in native BigInt, in a file of its own: few pages need it. */
export async function loadBigint(): Promise<Instance> {
  try {
    const { BigintInstance } = await import('./bigint-instance.js');
    return new BigintInstance(publicError);
  } catch (cause) {
    throw notLoaded('bigint', cause);
  }
}
