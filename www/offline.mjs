// Writes service workers: for the page, as a Vite plugin, one with the list of all its files. The documents' build has
// its own list (www/docs/build.mjs).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { wasmKernels } from '../workshop/kernels.js';

const sourceOf = (name) => readFileSync(new URL(`src/offline/${name}`, import.meta.url), 'utf8');

/** The files below a folder, with `/` in their paths. */
export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();

/**
 * A service worker of `src/offline`, with its constants: VERSION, which changes with any of the files, FILES, their
 * addresses, and others.
 */
export function serviceWorker(name, folder, files, others = {}) {
  const source = `${sourceOf('absent.js')}\n${sourceOf(name)}`;
  const hash = createHash('sha256').update(source);
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  // A host serves index.html at the address of its folder.
  const addresses = files.map((file) => (file === 'index.html' ? './' : file));
  const constants = Object.entries({ VERSION: hash.digest('hex').slice(0, 16), FILES: addresses, ...others });
  const lines = constants.map(([constant, value]) => `const ${constant} = ${JSON.stringify(value)};\n`);
  return transformSync(lines.join('') + source, { minify: true, target: 'es2022' }).code;
}

/** @returns {import('vite').Plugin} */
export function offline() {
  return {
    name: 'offline',
    apply: 'build',
    writeBundle({ dir }) {
      // The documents beside the page have a service worker of their own.
      const files = filesIn(dir).filter((file) => file !== 'sw.js' && !file.startsWith('docs/'));
      writeFileSync(join(dir, 'sw.js'), serviceWorker('service-worker.js', dir, files, { KERNELS: wasmKernels }));
    },
  };
}
