// A program without top-level await, for formats of bundles that have none.

/** The values that it computes. */
export const values = ['24', '5', '24', '27', '1', '24', '24', '24', 'ERR_LOAD', 'ERR_LOAD'];

export const program = `import { init, initSync } from 'powmod';
import { modInv, modPow } from 'powmod/bigint-mod-arith';
import { createPool } from 'powmod/pool';

const n = 2n ** 521n - 1n;
// The page's policy forbids it.
const alone = globalThis.process ? new Function('return ' + modPow)() : modPow;
const values = [modPow(2, 10, 1000n), modInv(3, 7n), alone(2, 10, 1000n), alone(3, -9, 35n, [5, 7]) ];
const codeOf = (work) => Promise.resolve().then(work).catch((error) => error.code);

(async () => {
  while (!modPow.kernel) await new Promise((resolve) => setTimeout(resolve, 5));
  values.push(modPow(3n, n - 1n, n));
  for (const kernel of ['auto', 'bigint']) values.push((await init({ kernel })).modPow(2n, 10n, 1000n));
  // This bundle has no files beside it: the worker starts from its text.
  values.push(await codeOf(async () => (await createPool()).modPow(2n, 10n, 1000n)));
  for (const options of [{}, { kernel: 'bigint' }]) values.push(await codeOf(() => initSync(options)));
  globalThis.computed = values.map(String);
  globalThis.isDone = true;
  globalThis.finish?.(globalThis.computed);
})();
`;
