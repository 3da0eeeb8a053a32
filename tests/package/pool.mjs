// A program that uses the pool in a page.

/** The values that it computes. */
export const values = ['24n', 'true,false', '486750n', 'true'];

/** @param {string} options the argument of createPool, as code */
export const program = (options) => `import proof from 'powmod/examples/wesolowski-rsa2048.json' with { type: 'json' };
import { createPool } from 'powmod/pool';

const pool = await createPool(${options});
globalThis.computed = [
  (await pool.modPow(2n, 10n, 1000n)) + 'n',
  String(await pool.verifyAll([proof, { ...proof, iterations: 2 ** 20 - 1 }])),
  (await pool.modPow(3n, 65537n, 1000003n, { method: 'parallel' })) + 'n',
  String(await pool.verify(await pool.prove({ scheme: 'pietrzak', modulus: 'RSA-2048', input: 4n, iterations: 5000 }))),
];
await pool.close();
globalThis.isDone = true;
`;
