import { everyKernel } from '../../workshop/kernels.js';

/** What the build leaves of a module of other sources: crate/build/stale.mjs. */
export const STALE = /is not compiled from the sources of today/;

/**
 * An instance of every kernel that this engine runs, and that was built.
 *
 * @template Instance
 * @param {(options: { kernel: any }) => Promise<Instance>} init the package's
 */
export async function available(init) {
  /** @type {Instance[]} */
  const instances = [];
  for (const kernel of everyKernel) {
    try {
      instances.push(await init({ kernel }));
    } catch (error) {
      if (STALE.test(error.message)) console.log(`left out: ${error.message}`);
      else if (error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
    }
  }
  return instances;
}
