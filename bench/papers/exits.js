// Brun: powers that stop once a residue is 0, by count and by time, and how often one does.
import { init } from '../../workshop/methods/dist/index.js';
import { seededNumber } from '../../workshop/numbers.js';
import { randomNumber, timeEqual } from './shared.js';

const POWERS = {
  'hit: 294^98725745 mod 98': [294n, 98725745n, 98n],
  'hit: 6^e mod 2^20·3^20, e of 2048 bits': [6n, randomNumber(2048, 0), 6n ** 20n],
  'miss: 2945^98725745 mod 98': [2945n, 98725745n, 98n],
  'miss: 294^98725745 mod 985': [294n, 98725745n, 985n],
  'miss: 2048 bits, odd': [seededNumber(2047, 2), randomNumber(2048, 0), seededNumber(2048, 1) | 1n],
};
const EXITS = { 'no exit': 'binary', 'exit after products': 'exit-products', 'exit after all': 'exit-all' };

export default async function measureExits({ quick, timing }) {
  const methods = await init();
  const rows = [];
  for (const [name, numbers] of Object.entries(POWERS)) {
    const [calls, values] = [{}, {}];
    for (const exits of [false, true]) {
      const way = exits ? 'listing, exit' : 'listing, no exit';
      calls[way] = () => listing(...numbers, exits).power;
      values[way] = textOf(listing(...numbers, exits));
    }
    for (const [way, method] of Object.entries(EXITS)) {
      calls[way] = () => methods.modPow(...numbers, { method });
      values[way] = textOf(methods.count(...numbers, { method }));
    }
    const timings = await timeEqual(calls, calls['no exit'](), timing);
    rows.push({ part: 'exit counts', name, values }, { part: 'exit times', kernel: methods.kernel, name, timings });
  }
  for (const bits of [4, 6, 8, 10, 12, 16, 20])
    rows.push({ part: 'exit frequency', bits, values: { exits: frequency(bits, quick ? 100 : 20_000) } });
  return { rows };
}

const textOf = ({ squarings, products }) => `${squarings} + ${products}`;

/** The paper's listing, right to left. Added: the base is reduced first, exponent 0 works, and nothing overflows. */
function listing(base, exponent, modulus, exits) {
  let [power, square, squarings, products] = [1n % modulus, base % modulus, 0, 0];
  for (let e = exponent; e > 0n && !(exits && power === 0n); e >>= 1n) {
    if (e & 1n) [power, products] = [(power * square) % modulus, products + 1];
    if (e > 1n && !(exits && power === 0n)) [square, squarings] = [(square * square) % modulus, squarings + 1];
  }
  return { power, squarings, products };
}

/** How often a power modulo a number of `bits` bits is 0, and so ends early. Base and exponent have 64 bits. */
function frequency(bits, samples) {
  const numbers = (i) => [64, 64, bits].map((length, part) => randomNumber(length, 3 * i + part));
  const hits = Array.from({ length: samples }, (_, i) => listing(...numbers(i), true)).filter(({ power }) => !power);
  return `${((100 * hits.length) / samples).toFixed(1)} %`;
}
