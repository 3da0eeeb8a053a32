// Times powmod, native BigInt and SJCL, in turn. Runs in the measured engine.
import { init } from 'powmod';
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { breathe } from '../../workshop/engines/inside.js';
import { seededNumber } from '../../workshop/numbers.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';
import { sjcl } from '../peers/sjcl.js';

/**
 * @param {object} task
 * @param {{ bits: number, exponentBits: number }} task.row
 * @param {object} task.timing
 */
export default async function measureStrength({ row: { bits, exponentBits }, timing }) {
  const pm = await init();
  const modulus = seededNumber(bits, 1) | 1n;
  const base = seededNumber(bits, 2) % modulus;
  const exponent = seededNumber(exponentBits, 3);
  const own = {
    powmod: () => pm.modPow(base, exponent, modulus),
    BigInt: () => bigintModPow(base, exponent, modulus),
  };
  const other = await sjcl.prepare(base, exponent, modulus);
  const cases = Object.entries(own).map(([name, once]) => {
    if (once() !== other.result) throw new Error(`${name} differs at ${bits}/${exponentBits}`);
    return { name, run: repeat(once) };
  });
  cases.push({ name: sjcl.name, run: other.run });
  return { kernel: pm.kernel, timings: await timeInTurn(cases, { ...timing, breathe }) };
}
