/** The worker's file, which pages and bundlers find beside this module by `import.meta`. */
import type { WorkerFile } from './script.js';

/** It is a constant, so that no bundler takes the URL for an asset. */
const HERE = import.meta.url;

/** The end of the addresses of the package's own files. The worker's file is in the same folder as these. */
const OWN = /\/pool(?:\.min)?\.js$/;

/**
 * In the text of `make`: the address as it is here, which no bundler has followed; and that of Vite's dev servers,
 * which often have no file there.
 */
const UNKNOWN = /\.\/powmod-worker\.js|[?&]worker_file/;

/**
 * The address in the text of `make`, where it is a literal, as here, or as Vite and Angular put it. Vite writes a
 * comment before it, or `"" +`, or a second `new URL`. webpack computes the address.
 */
const WRITTEN = /new URL\((?:\s|\/\*.*?\*\/|(["'`])\1\s*\+|new URL\()*(["'`])([^"'`$]+)\2/s;

export const workerFile: WorkerFile = {
  here: HERE,
  get url() {
    const path = WRITTEN.exec(String(workerFile.make))?.[3];
    try {
      return path && HERE && new URL(path, HERE).href;
    } catch {
      return undefined; // A module from a Blob has no file beside it.
    }
  },
  get isSure() {
    return OWN.test(HERE) || !UNKNOWN.test(String(workerFile.make));
  },
  // Bundlers recognise exactly this form.
  make: () => new Worker(new URL('./powmod-worker.js', import.meta.url), { type: 'module' }),
};
