import type { Instance } from '../border/instance.js';
import { publicError } from '../border/refusal.js';
import { notLoaded } from '../kernels/kernel.js';
import { builtin } from '../runtime.js';

/** The kernel in native BigInt, in a file of its own: few pages need it. */
export async function loadBigint(): Promise<Instance> {
  try {
    const { BigintInstance } = await import('./bigint-instance.js');
    return new BigintInstance(publicError);
  } catch (cause) {
    throw notLoaded('bigint', cause);
  }
}

/** The kernel in native BigInt at once, from its file as a CommonJS module: in Node, Deno and Bun. */
export function loadBigintSync(): Instance {
  const require = createRequire();
  if (!require) throw notLoaded('bigint', 'initSync finds no file bigint.cjs here: use init');
  try {
    const { BigintInstance } = require('./bigint.cjs') as Bundle;
    return new BigintInstance(publicError);
  } catch (cause) {
    throw notLoaded('bigint', cause);
  }
}

type Bundle = typeof import('./bigint-instance.js');

function createRequire() {
  const url = import.meta.url; // undefined in some formats of bundles
  return url ? builtin('node:module')?.createRequire(url) : undefined;
}
