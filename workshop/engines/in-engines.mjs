// Runs one measurement or check in each engine of a list.
import { engines } from './engines.mjs';
import { installRuntimes } from './install.mjs';

/**
 * Opens the engines one after another and collects the results of `body`. Prints the engines that this machine does
 * not have.
 *
 * @template T
 * @param {string[]} wanted names in engines.mjs; an empty list means all of them
 * @param {(engine: import('./engine.ts').OpenEngine, name: string) => Promise<T>} body
 * @returns {Promise<T[]>}
 */
export async function inEngines(wanted, body) {
  await installRuntimes();
  const results = [];
  for (const { name, missing, open } of engines) {
    if (wanted.length && !wanted.includes(name)) continue;
    const reason = missing();
    if (reason) {
      console.log(`\n${name} is left out: ${reason}`);
      continue;
    }
    const engine = await open();
    try {
      results.push(await body(engine, name));
    } finally {
      await engine.close();
    }
  }
  return results;
}
