// The early exit (Brun): its counts and times, for powers in which a residue becomes 0 and for powers in which none
// does, and how often a residue becomes 0. node bench/early-exit/run.mjs [--quick] [--json FILE]

import { inNode } from '../../workshop/engines/in-engines.mjs';
import { seededNumber } from '../../workshop/numbers.js';
import { methods, randomNumber } from '../counts.mjs';
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
/** The lengths of the moduli, and of the exponents for each. */
const LENGTHS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
const EXPONENT_BITS = 32;
const samples = options.quick ? 3000 : 100_000;

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
const shares = LENGTHS.map((bits) => {
  const { exhaustive, pairs, ...taken } = exitsTaken(bits);
  const percent = (share) => `${(100 * share).toFixed(3)} %`;
  const own = Object.entries(taken).map(([exit, count]) => [exit, percent(count / pairs)]);
  const values = { expected: percent(shareNilpotent(bits)), ...Object.fromEntries(own) };
  return { part: 'share', bits, pairs: `${pairs}${exhaustive ? '' : ' random'}`, values };
});

const { engine, kernel, rows } = await inNode('bench/early-exit/measure.js', { powers, exits: EXITS, timing });
const times = rows.map((row) => ({ part: 'time', engine, kernel, ...row }));

writeRows(options, [...counts, ...times, ...shares]);

/**
 * How often a random base exits early, for moduli of a length and a random exponent for each pair of modulus and base: all
 * pairs if there are at most `samples`, or else random ones.
 */
function exitsTaken(bits) {
  const [from, to] = [2 ** (bits - 1), 2 ** bits];
  const all = ((to - from) * (from + to - 1)) / 2;
  const taken = { exhaustive: all <= samples, pairs: 0, 'after all': 0, 'after products': 0 };
  let numbers = 0;
  const random = (below) => Number(randomNumber(64, numbers++) % BigInt(below));
  const add = (n, base) => {
    const exponent = randomNumber(EXPONENT_BITS, numbers++);
    const operations = (chosen) => {
      const { squarings, products } = methods.count(BigInt(base), exponent, BigInt(n), { method: 'binary', ...chosen });
      return squarings + products;
    };
    const plain = operations({});
    taken.pairs++;
    for (const exit of ['after products', 'after all']) if (operations(EXITS[exit]) < plain) taken[exit]++;
  };
  if (taken.exhaustive) for (let n = from; n < to; n++) for (let base = 0; base < n; base++) add(n, base);
  else
    while (taken.pairs < samples) {
      // Every pair is equally likely: a larger modulus has more bases.
      const [n, base] = [from + random(to - from), random(to)];
      if (base < n) add(n, base);
    }
  return taken;
}

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

/**
 * Among all pairs of a `bits`-bit modulus n and a base below n: the share in which every prime of n divides the base.
 */
function shareNilpotent(bits) {
  const [from, to] = [2 ** (bits - 1), 2 ** bits];
  const radicals = new Array(to).fill(1);
  for (let p = 2; p < to; p++) if (radicals[p] === 1) for (let n = p; n < to; n += p) radicals[n] *= p;
  let [nilpotent, pairs] = [0, 0];
  for (let n = from; n < to; n++) {
    nilpotent += n / radicals[n];
    pairs += n;
  }
  return nilpotent / pairs;
}
