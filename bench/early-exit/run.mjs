// The early exit (Brun): its counts and times, for powers in which a residue becomes 0 and for powers in which none
// does. node bench/early-exit/run.mjs [--quick] [--json FILE]

import { inNode } from '../../workshop/engines/in-engines.mjs';
import { seededNumber } from '../../workshop/numbers.js';
import { methods } from '../counts.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();
const timing = options.quick ? { rounds: 5, sampleMs: 4, warmMs: 20 } : { rounds: 41, sampleMs: 10 };

/** A seeded number begins with a 1 and many zeros; this one has ones among its leading bits. */
const ANY = 2n ** 2047n + BigInt.asUintN(2047, seededNumber(2112, 99));
const POWERS = [
  { name: '294^98725745 mod 98', base: 294n, exponent: 98725745n, modulus: 98n },
  { name: '6^e mod 2^20·3^20, e of 2048 bits', base: 6n, exponent: ANY, modulus: 6n ** 20n },
  { name: '6^(2^2047) mod 2^20·3^20', base: 6n, exponent: 2n ** 2047n, modulus: 6n ** 20n },
  { name: '2945^98725745 mod 98', base: 2945n, exponent: 98725745n, modulus: 98n },
  { name: '294^98725745 mod 985', base: 294n, exponent: 98725745n, modulus: 985n },
  {
    name: '2048/2048, odd',
    base: seededNumber(2047, 2),
    exponent: seededNumber(2048, 3),
    modulus: seededNumber(2048, 1) | 1n,
  },
  {
    name: '2048/256, odd',
    base: seededNumber(2047, 2),
    exponent: seededNumber(256, 3),
    modulus: seededNumber(2048, 1) | 1n,
  },
];

const powers = POWERS.map(({ name, base, exponent, modulus }) => ({
  name,
  base: `${base}`,
  exponent: `${exponent}`,
  modulus: `${modulus}`,
}));
/** The options of the binary method, by their names in the report. */
const EXITS = { 'no exit': {}, 'after products': { earlyExit: 'products' }, 'after all': { earlyExit: 'all' } };
const counts = POWERS.map(({ name, base, exponent, modulus }) => {
  const theirs = rightToLeft(base, exponent, modulus);
  const ours = Object.entries(EXITS).map(([exit, chosen]) => {
    const method = { method: 'binary', ...chosen };
    if (methods.modPow(base, exponent, modulus, method) !== theirs.power) throw new Error(`${name} differs`);
    return [exit, methods.count(base, exponent, modulus, method)];
  });
  const text = ({ squarings, products }) => `${squarings} + ${products}`;
  const paper = { 'paper, no exit': text(theirs.counts.none), 'paper, exit': text(theirs.counts.exit) };
  return {
    part: 'count',
    name,
    values: { ...paper, ...Object.fromEntries(ours.map(([exit, count]) => [exit, text(count)])) },
  };
});

const { engine, kernel, rows } = await inNode('bench/early-exit/measure.js', { powers, exits: EXITS, timing });
const times = rows.map((row) => ({ part: 'time', engine, kernel, ...row }));
writeRows(options, [...counts, ...times]);

/** The paper's listing, right to left. Added: the base is reduced first, exponent 0 works, and nothing overflows. */
function rightToLeft(base, exponent, modulus) {
  const run = (exits) => {
    const count = { squarings: 0, products: 0 };
    let [power, square] = [1n % modulus, base % modulus];
    for (let e = exponent; e > 0n; e >>= 1n) {
      if (e & 1n) {
        power = (power * square) % modulus;
        count.products++;
        if (exits && power === 0n) break;
      }
      if (e > 1n) {
        square = (square * square) % modulus;
        count.squarings++;
      }
    }
    return { count, power };
  };
  const [none, exit] = [run(false), run(true)];
  return { power: none.power, counts: { none: none.count, exit: exit.count } };
}
