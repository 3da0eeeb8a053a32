import { publicError } from '../border/refusal.js';
import { here } from '../here.js';
import { inTime, startClock } from '../kernels/in-time.js';
import { notLoaded } from '../kernels/kernel.js';
import { builtin } from '../runtime.js';
import type { BigintInstance } from './bigint-instance.js';

/** The kernel in native BigInt, in a file of its own: few pages need it. */
export async function loadBigint(): Promise<BigintInstance> {
  const clock = startClock();
  const load = () =>
    import('./bigint-instance.js').catch((cause) => {
      throw notLoaded('bigint', cause);
    });
  try {
    const { BigintInstance } = await inTime(clock, 'bigint', load);
    return new BigintInstance(publicError);
  } finally {
    clock?.stop();
  }
}

/** The kernel in native BigInt at once, from its file as a CommonJS module: in Node, Deno and Bun. */
export function loadBigintSync(): BigintInstance {
  try {
    const require = createRequire();
    const { BigintInstance } = either(
      () => require?.('./bigint.cjs') as Bundle,
      () => require?.('./bigint.js') as Bundle, // what a tracer of files left may be the module alone
    );
    return new BigintInstance(publicError);
  } catch {
    throw notLoaded(
      'bigint',
      'initSync finds no file of the package here: give options.wasm, or use init or powmod/static',
    );
  }
}

function either<T>(first: () => T, second: () => T): T {
  try {
    return first();
  } catch {
    return second();
  }
}

type Bundle = typeof import('./bigint-instance.js');

function createRequire() {
  return here ? builtin('node:module')?.createRequire(here) : undefined;
}
