// Times fixed-base exponentiation, plain and in Montgomery form, by one worker and by many. bench/fixed-base/run.mjs runs
// it in Node.
import { availableParallelism } from 'node:os';
import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { seededNumber } from '../../workshop/numbers.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';
import { peers } from '../peers/peers.mjs';

/** The number of bases in the product that many workers share: see `many`. */
const BASES = 64;

/**
 * @param {object} task
 * @param {[bits: number, exponentBits: number][]} task.shapes
 * @param {string[]} task.against names in peers.mjs
 * @param {object} task.timing
 */
export default async function measureFixedBase({ shapes, against, timing }) {
  const pm = await init();
  const workers = availableParallelism();
  const one = await createPool({ workers: 1 });
  const many = await createPool({ workers });
  const rows = [];
  try {
    for (const [bits, exponentBits] of shapes) {
      const numbers = numbersOf(bits, exponentBits);
      rows.push({ bits, exponentBits, timings: await row(pm, { one, many }, numbers, against, timing) });
    }
  } finally {
    await Promise.all([one.close(), many.close()]);
  }
  return { kernel: pm.kernel, workers, rows };
}

function numbersOf(bits, maxBits) {
  const modulus = seededNumber(bits, 1) | 1n;
  const term = (i) => [seededNumber(bits, 2 + i) % modulus, seededNumber(maxBits, 80 + i)];
  return { modulus, maxBits, terms: Array.from({ length: BASES }, (_, i) => term(i)) };
}

async function row(pm, { one, many }, { modulus, maxBits, terms }, against, timing) {
  const [[base, exponent]] = terms;
  const m = pm.modulus(modulus);
  const plain = residuesOf(base, maxBits, modulus);
  const residues = m.fixedBase(base, { maxBits, method: 'residues' });
  const fixedBase = m.fixedBase(base, { maxBits });
  const make = (options) => m.fixedBase(base, options).free();

  const power = m.pow(base, exponent);
  const product = m.multiPow(terms);
  const parallel = { method: 'parallel' };
  // `gives` is the expected result of a case that computes a power. A table is checked by the powers made from it.
  const things = [
    { name: 'plain, table', call: () => residuesOf(base, maxBits, modulus) },
    { name: 'plain, power', gives: power, call: () => fromResidues(plain, exponent, modulus) },
    { name: 'Montgomery, table', call: () => make({ maxBits, method: 'residues' }) },
    { name: 'Montgomery, power', gives: power, call: () => residues.pow(exponent) },
    { name: 'fixedBase, table', call: () => make({ maxBits }) },
    { name: 'fixedBase, power', gives: power, call: () => fixedBase.pow(exponent) },
    { name: 'modPow', gives: power, call: () => m.pow(base, exponent) },
    { name: 'one worker', gives: power, wait: () => one.modPow(base, exponent, modulus) },
    { name: 'many workers', gives: power, wait: () => many.modPow(base, exponent, modulus, parallel) },
    { name: 'one worker, many bases', gives: product, wait: () => one.modMultiPow(terms, modulus) },
    { name: 'many workers, many bases', gives: product, wait: () => many.modMultiPow(terms, modulus, parallel) },
  ];
  const cases = [];
  for (const { name, gives, call, wait } of things) {
    if (gives !== undefined && (await (call ?? wait)()) !== gives) throw new Error(`${name} differs`);
    cases.push(call ? { name, run: repeat(call) } : { name, milliseconds: awaited(wait) });
  }
  for (const peer of against) {
    const prepared = await peers[peer].prepare(base, exponent, modulus);
    if (prepared.result !== power) throw new Error(`${peer} differs`);
    cases.push({ name: peers[peer].name, ...prepared });
  }
  const timings = await timeInTurn(cases, timing);
  for (const { close } of cases) close?.();
  m.free();
  return timings;
}

/** r_i = base^(2^i) mod modulus, in plain BigInt. */
function residuesOf(base, bits, modulus) {
  const residues = [base];
  for (let i = 1; i < bits; i++) residues.push((residues[i - 1] * residues[i - 1]) % modulus);
  return residues;
}

/** The product of the residues whose bit is set, in plain BigInt. */
function fromResidues(residues, exponent, modulus) {
  const bits = exponent.toString(2);
  let product = 1n;
  for (const [i, residue] of residues.entries())
    if (bits[bits.length - 1 - i] === '1') product = (product * residue) % modulus;
  return product;
}

function awaited(call) {
  return async (times) => {
    const start = performance.now();
    for (let i = 0; i < times; i++) await call();
    return performance.now() - start;
  };
}
