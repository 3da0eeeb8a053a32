/** The worker's file, which pages and bundlers find beside this module by `import.meta`. */
import type { WorkerFile } from './script.js';

/** It is a constant, so that no bundler takes the URL for an asset. */
const HERE = import.meta.url;

/** The package's own files, beside which the worker's file lies, by their ends. */
const OWN = /\/pool(?:\.min)?\.js$/;

/**
 * In the text of `make`: the address as it is here, which no bundler has followed; and that of Vite's dev servers,
 * which often have no file there.
 */
const UNKNOWN = /\.\/powmod-worker\.js|[?&]worker_file/;

export const workerFile: WorkerFile = {
  /** `new URL(…)` would be an asset to some bundlers for servers, which give another class of URLs for it. */
  get url() {
    return HERE?.replace(/[^/]*$/, 'powmod-worker.js');
  },
  get isSure() {
    return OWN.test(HERE) || !UNKNOWN.test(String(workerFile.make));
  },
  // Bundlers recognise exactly this form.
  make: () => new Worker(new URL('./powmod-worker.js', import.meta.url), { type: 'module' }),
};
