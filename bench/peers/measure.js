// Times modPow and its peers, in turn. bench/modpow/run.mjs runs it in Node.
import { init } from 'powmod';
import { seededNumber } from '../../workshop/numbers.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';
import { peers } from './peers.mjs';

/**
 * @param {object} task
 * @param {string} task.kernel
 * @param {[bits: number, exponentBits: number][]} task.shapes
 * @param {string[]} task.against the peers' names in peers.mjs
 * @param {object} task.timing
 */
export default async function measureModPow({ kernel, shapes, against, timing }) {
  const pm = await init({ kernel });
  const powmod = {
    name: 'powmod',
    async prepare(base, exponent, modulus) {
      const run = () => pm.modPow(base, exponent, modulus);
      return { result: run(), run: repeat(run) };
    },
  };

  const rows = [];
  for (const [bits, exponentBits] of shapes) {
    const modulus = seededNumber(bits, 1) | 1n;
    const base = seededNumber(bits, 2) % modulus;
    const exponent = seededNumber(exponentBits, 3);
    const cases = [];
    for (const peer of [powmod, ...against.map((name) => peers[name])]) {
      const prepared = await peer.prepare(base, exponent, modulus);
      if (cases.length > 0 && prepared.result !== cases[0].result) throw new Error(`${peer.name} differs`);
      cases.push({ name: peer.name, ...prepared });
    }
    const timings = await timeInTurn(cases, timing);
    for (const { close } of cases) close?.();
    rows.push({ bits, exponentBits, timings });
  }
  return { kernel: pm.kernel, openssl: process.versions.openssl, rows };
}
