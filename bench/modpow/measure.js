// Times modPow, native BigInt and peers, in turn. bench/modpow/modpow.mjs runs it in each engine.
import { init } from 'powmod';
import { breathe } from '../../workshop/engines/inside.js';
import { seededNumber } from '../../workshop/numbers.js';
import { timeInTurn } from '../../workshop/timing.js';
import { call, everywhere } from '../peers/everywhere.js';

/**
 * @param {object} task
 * @param {string} task.kernel
 * @param {string} task.shape `2048/256` is a modulus of 2048 bits and an exponent of 256 bits
 * @param {string[]} task.peers
 * @param {object} task.timing
 * @returns {Promise<object | null>} the kernel, whether `init` chooses it, and the times; nothing if the engine lacks
 *   the kernel
 */
export default async function measureModPow({ kernel, shape, peers, timing }) {
  const chosen = (await init()).kernel;
  let pm;
  try {
    pm = await init(kernel === chosen ? {} : { kernel });
  } catch (error) {
    if (error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
    return null;
  }
  const [bits, exponentBits] = shape.split('/').map(Number);
  const modulus = seededNumber(bits, 1) | 1n;
  const numbers = [seededNumber(bits, 2) % modulus, seededNumber(exponentBits, 3), modulus];
  const others = peers.every((name) => name in everywhere) ? everywhere : (await import('../peers/peers.mjs')).peers;
  const cases = [];
  for (const peer of [call('powmod', (...all) => pm.modPow(...all)), ...peers.map((name) => others[name])]) {
    const prepared = await peer.prepare(...numbers);
    if (cases.length > 0 && prepared.result !== cases[0].result) throw new Error(`${peer.name} differs at ${shape}`);
    cases.push({ name: peer.name, ...prepared });
  }
  const timings = await timeInTurn(cases, { ...timing, breathe });
  for (const { close } of cases) close?.();
  return { kernel: pm.kernel, auto: pm.kernel === chosen ? 'yes' : '', shape, timings };
}
