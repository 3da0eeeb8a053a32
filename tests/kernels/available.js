// For checks that run inside an engine.
import { init } from '../../crate/js/dist/index.js';

/** Instances of the kernels that the engine runs, the fastest of WebAssembly first. */
export async function available() {
  const instances = [];
  for (const kernel of ['relaxed', 'wide', 'simd128', 'scalar', 'bigint']) {
    try {
      instances.push(await init({ kernel }));
    } catch (error) {
      if (error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
    }
  }
  return instances;
}
