/** The worker's file, which pages and bundlers find beside this module by `import.meta`. */
import type { WorkerFile } from './script.js';

/** It is a constant, so that no bundler takes the URL for an asset. */
const HERE = import.meta.url;

export const workerFile: WorkerFile = {
  /** `new URL(…)` would be an asset to some bundlers for servers, which give another class of URLs for it. */
  get url() {
    return HERE?.replace(/[^/]*$/, 'powmod-worker.js');
  },
  // Bundlers recognise exactly this form.
  make: () => new Worker(new URL('./powmod-worker.js', import.meta.url), { type: 'module' }),
};
