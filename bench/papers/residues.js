// Prots'ko and Gryshchuk: tables of residues, plain and in Montgomery form, by one worker and by several; and their
// algorithms.
import { availableParallelism } from 'node:os';
import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { seededNumber } from '../../workshop/numbers.js';
import { awaited } from '../../workshop/timing.js';
import { peers } from '../peers/peers.mjs';
import { randomNumber, timeEqual } from './shared.js';

const WORKERS = Math.max(2, availableParallelism());

export default async function measureResidues({ quick, timing, gmp }) {
  const pm = await init();
  const pools = await Promise.all([1, WORKERS].map((workers) => createPool({ workers })));
  const rows = [];
  for (const bits of quick ? [1024] : [1024, 2048]) {
    rows.push(...algorithms(bits, quick ? 2 : 50));
    rows.push({ part: 'residues', kernel: pm.kernel, bits, timings: await tables(pm, pools, bits, gmp, timing) });
  }
  for (const pool of pools) await pool.close();
  return { rows };
}

/**
 * A power by each table, and the making of each table; then by workers, to which its residues are sent, or which make
 * them.
 */
async function tables(pm, pools, bits, gmp, timing) {
  const modulus = seededNumber(bits, 1) | 1n;
  const [base, exponent] = [seededNumber(bits, 2) % modulus, randomNumber(bits, 0)];
  const m = pm.modulus(modulus);
  const plain = residuesOf(base, bits, modulus);
  const [kept, comb] = [m.fixedBase(base, { method: 'residues' }), m.fixedBase(base)];
  const isSet = (_, i) => (exponent >> BigInt(i)) & 1n;
  const sent = plain.filter(isSet).map((residue) => [residue, 1n]);
  const power = m.pow(base, exponent);
  // What makes a table gives the power too, which the powers by it are compared with.
  const calls = {
    'plain, table': () => residuesOf(base, bits, modulus) && power,
    'plain, power': () => plain.filter(isSet).reduce((product, residue) => (product * residue) % modulus),
    'Montgomery, table': () => m.fixedBase(base, { method: 'residues' }).free() ?? power,
    'Montgomery, power': () => kept.pow(exponent),
    'comb, table': () => m.fixedBase(base).free() ?? power,
    'comb, power': () => comb.pow(exponent),
    modPow: () => m.pow(base, exponent),
  };
  const others = gmp ? [{ name: 'GMP', ...(await peers.gmp.prepare(base, exponent, modulus)) }] : [];
  const add = async (name, wait) => others.push({ name, result: await wait(), milliseconds: awaited(wait) });
  for (const [pool, by, options] of [
    [pools[0], 'one worker', {}],
    [pools[1], `${WORKERS} workers`, { method: 'parallel' }],
  ]) {
    await add(`residues sent to ${by}`, () => pool.modMultiPow(sent, modulus, options));
    await add(`modPow by ${by}`, () => pool.modPow(base, exponent, modulus, options));
  }
  return timeEqual(calls, power, timing, others);
}

/** r_i = base^(2^i) mod modulus, in plain BigInt. */
function residuesOf(base, bits, modulus) {
  const residues = [base];
  for (let i = 1; i < bits; i++) residues.push((residues[i - 1] * residues[i - 1]) % modulus);
  return residues;
}

/**
 * Figures 1, 2 and 4, which go bit by bit: how many results are right as they are printed, and as they are mended here.
 */
function algorithms(k, samples) {
  const R = 1n << BigInt(k);
  const less = (x, m) => (x >= m ? x - m : x);
  const halved = (x, m) => (x + (x & 1n) * m) >> 1n;
  const steps = (first, count, step) => Array.from({ length: count }).reduce((s, _, i) => step(s, BigInt(i)), first);
  const constant = (m) =>
    R - steps(1n, k - 1, (y, i) => (BigInt.asUintN(Number(i) + 2, m * y) === 1n ? y : y + (2n << i)));
  const reduced = (m, x, y) => steps(x * y, k, (s) => halved(s, m));
  const product = (m, x, y, count) =>
    less(
      steps(0n, count, (s, i) => halved(s + ((x >> i) & 1n) * y, m)),
      m,
    );
  const isProduct = (m, x, y, z) => z < m && (z * R - x * y) % m === 0n;
  const figures = {
    'Figure 1': [0, 0].map(() => (m) => (constant(m) * m + 1n) % R === 0n),
    'Figure 2': [(z) => z, less].map((end) => (m, x, y) => isProduct(m, x, y, end(reduced(m, x, y), m))),
    'Figure 4': [k + 1, k].map((count) => (m, x, y) => isProduct(m, x, y, product(m, x, y, count))),
  };
  const numbers = Array.from({ length: samples }, (_, i) => {
    const m = randomNumber(k, 3 * i) | 1n;
    return [m, randomNumber(k, 3 * i + 1) % m, randomNumber(k, 3 * i + 2) % m];
  });
  return Object.entries(figures).map(([name, both]) => {
    const [printed, mended] = both.map((is) => `${numbers.filter((some) => is(...some)).length} of ${samples}`);
    return { part: 'algorithms', name, bits: k, values: { printed, mended } };
  });
}
