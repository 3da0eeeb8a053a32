// For checks that run inside an engine.
import { init } from '../../crate/js/dist/index.js';
import { everyKernel } from '../../workshop/kernels.js';

/** Instances of the kernels that the engine runs. */
export async function available() {
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
