// Runs one measurement or check in each engine of a list.
import { engines } from './engines.mjs';
import { installRuntimes } from './install.mjs';

/**
 * Opens the engines one after another and collects the results of `body`. Prints the engines that this machine does
 * not have.
 *
 * @template T
 * @param {string[]} wanted names in the list; an empty list of names means all of them
 * @param {(engine: import('./engine.ts').OpenEngine, name: string) => Promise<T>} body
 * @param {import('./engine.ts').Engine[]} [list]
 * @returns {Promise<T[]>}
 */
export async function inEngines(wanted, body, list = engines) {
  await installRuntimes();
  const results = [];
  for (const { name, open } of available(list, wanted)) {
    const engine = await open();
    try {
      results.push(await body(engine, name));
    } finally {
      await engine.close();
    }
  }
  return results;
}

/**
 * Runs a module in the newest Node with long-term support, for what needs one engine. Gives its answer, and the engine.
 *
 * @param {string} module its path below the repository's root
 * @param {object} task
 */
export async function inNode(module, task) {
  const [answer] = await inEngines(['Node 24'], async (engine) => ({
    engine: engine.version,
    ...(await engine.call(module, task)),
  }));
  if (!answer) throw new Error('Node 24 is not there');
  return answer;
}

/**
 * Those of a list of engines that are wanted and can be run. The others that are wanted are named on the console.
 *
 * @template {{ name: string, missing: () => string | undefined }} E
 * @param {E[]} list
 * @param {string[]} wanted names; an empty list means all of them
 * @returns {Generator<E>}
 */
export function* available(list, wanted) {
  const unknown = wanted.find((name) => !list.some((engine) => engine.name === name));
  if (unknown !== undefined) console.log(`\n${unknown} is no engine of this bench`);
  for (const engine of list) {
    if (wanted.length && !wanted.includes(engine.name)) continue;
    const reason = engine.missing();
    if (reason) console.log(`\n${engine.name} is left out: ${reason}`);
    else yield engine;
  }
}
