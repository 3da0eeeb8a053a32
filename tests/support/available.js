import { everyKernel } from '../../workshop/kernels.js';

/**
 * An instance of every kernel that this engine runs.
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
      if (error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
    }
  }
  return instances;
}
