// The sizes of the modules: of what a page downloads, and of the files. A test compares them with the recorded ones,
// and refuses a module that has grown.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { modules, packaged } from '../crate/build/kernels.mjs';

export const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** The modules that users install. */
export const installed = modules.filter(({ features: [feature] }) => feature !== 'methods');

/** @returns {Record<string, number>} */
export function sizesOf(module) {
  const read = (type) => readFileSync(new URL(`../crate/js/dist/kernels/${module.name}${type}`, import.meta.url));
  const wasm = packaged.includes(module) ? read('.wasm') : undefined;
  const files = wasm && { '.wasm': wasm.length, '.wasm, gzipped': gzipped(wasm) };
  return { ...files, '.js, gzipped': gzipped(read('.js')) };
}
