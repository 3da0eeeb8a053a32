// The packages that are installed here, and their files, with other modules in place of those that they require.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';

export const require = createRequire(import.meta.url);

/** @returns {Promise<any>} */
export const load = (name) => import(name);

/** The path of a file of a package, whatever the package exports. */
export const pathIn = (name, file = '') => fileURLToPath(new URL(`node_modules/${name}/${file}`, import.meta.url));

/**
 * Runs a CommonJS file, and gives its exports.
 *
 * @param {string} path
 * @param {Record<string, unknown>} replaced what `require` gives for these names; for others it gives the file's own
 * @param {Record<string, unknown>} [globals]
 */
export function runCommonJs(path, replaced, globals = {}) {
  const module = { exports: {} };
  const own = createRequire(path);
  const names = {
    module,
    exports: module.exports,
    require: (name) => (name in replaced ? replaced[name] : own(name)),
    __filename: path,
    __dirname: dirname(path),
    ...globals,
  };
  compileFunction(readFileSync(path, 'utf8'), Object.keys(names), { filename: path })(...Object.values(names));
  return module.exports;
}

/** The worker of @cap.js/widget: its `onmessage`. `answer` gets its messages. */
export function capWorker(answer) {
  const self = { CAP_SILENT: true, postMessage: answer };
  runCommonJs(pathIn('@cap.js/widget', 'src/worker.js'), {}, { self });
  return self.onmessage;
}
