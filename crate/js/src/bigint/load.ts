import { publicError } from '../border/refusal.js';
import { sha256 as engineSha256 } from '../bytes.js';
import { partLoaded } from '../errors.js';
import { here } from '../here.js';
import { inTime, startClock } from '../kernels/in-time.js';
import { notLoaded } from '../kernels/kernel.js';
import { builtin } from '../runtime.js';
import type { BigintInstance } from './bigint-instance.js';

/** The kernel in native BigInt, in a file of its own: few pages need it. */
export const loadBigint = () => later(() => import('./bigint.js'));

/** The same with powers alone. */
export const loadBigintPowers = () => later(() => import('./bigint-powers.js'));

/** The SHA-256 by the engine, or in plain JavaScript where the engine has none: on pages without a secure context. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return (await engineSha256(bytes)) ?? (await import('./plain-hashes.js')).plainHashes.sha256(bytes);
}

type Bundle = Pick<typeof import('./bigint.js'), 'makeBigint'>;

async function later(load: () => Promise<Bundle>): Promise<BigintInstance> {
  const clock = startClock();
  try {
    const { makeBigint } = await inTime(clock, 'bigint', () => partLoaded('the kernel bigint', load));
    return makeBigint(publicError);
  } finally {
    clock?.stop();
  }
}

/** The kernel in native BigInt at once, from its file as a CommonJS module: in Node, Deno and Bun. */
export const loadBigintSync = () => atOnce('bigint');

/** The same with powers alone. */
export const loadBigintPowersSync = () => atOnce('bigint-powers');

function atOnce(name: string): BigintInstance {
  try {
    const require = createRequire();
    const { makeBigint } = either(
      () => require?.(`./${name}.cjs`) as Bundle,
      () => require?.(`./${name}.js`) as Bundle, // what a tracer of files left may be the module alone
    );
    return makeBigint(publicError);
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

function createRequire() {
  return here ? builtin('node:module')?.createRequire(here) : undefined;
}
