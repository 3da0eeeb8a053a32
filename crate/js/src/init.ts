import { loadBigint } from './bigint/load.js';
import { isProbablePrime } from './border/powers-operations.generated.js';
import { variants } from './kernels/verifiers.generated.js';
import { Powmod } from './powmod.js';
import { type Entry, type InitOptions, start } from './start.js';

/** @internal The entry with all operations. */
export const whole: Entry<Powmod> = {
  variants,
  isComplete: true,
  isPrime: (n, instance) => instance.call(isProbablePrime, { n }),
  Api: Powmod,
};

/**
 * Loads a kernel and makes an instance of it, which shares nothing with other instances.
 *
 * @throws PowmodError `ERR_KERNEL_UNAVAILABLE` if the engine does not run the named kernel correctly; `ERR_LOAD` if it
 *   cannot be loaded, or nothing can, with the reason for each kernel: a later call tries again. TypeError or
 *   RangeError for a wrong option.
 *
 * @example
 * ```ts
 * import { init } from 'powmod';
 * const pm = await init({ maxBits: 4096 });
 * pm.modPow(2n, 10n, 1000n); // 24n
 * ```
 */
export function init(options: InitOptions = {}): Promise<Powmod> {
  return start(options, whole, loadBigint);
}
