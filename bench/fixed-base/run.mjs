// Fixed-base exponentiation (Prots'ko, Gryshchuk): plain against Montgomery form, one worker against many, and GMP.
// node bench/fixed-base/run.mjs [--quick] [--json FILE]

import { inNode } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeRows } from '../harness.mjs';
import { missingGmpy2 } from '../peers/gmpy2.mjs';

const options = readOptions();
const timing = options.quick
  ? { rounds: 5, sampleMs: 4, warmMs: 10, slowMs: 10 }
  : { rounds: 25, sampleMs: 20, slowMs: 100 };
/** Bases and moduli: some whose repeated squares cycle within the exponent's length, and some whose squares do not. */
const BITS = 2048;
const PERIODIC = [
  { base: 6n, modulus: 2n ** 20n * 3n ** 20n },
  { base: 5n, modulus: 1009n },
  { base: 3n, modulus: 65537n },
  { base: 3n, modulus: 2n ** 32n },
  { base: 2n, modulus: 2n ** 61n - 1n },
  { base: 10n, modulus: 7n ** 40n },
  { base: 7n, modulus: 2n ** 127n - 1n },
];

const withoutGmp = missingGmpy2();
if (withoutGmp) console.log(`GMP is left out: ${withoutGmp}`);

const periods = PERIODIC.map(({ base, modulus }) => {
  const found = firstRepetition(base, modulus);
  const [offset, period] = found ?? ['not found', 'not found'];
  const values = { 'offset u': offset, "period T'": period, 'residues kept': found ? offset + period : BITS };
  return { part: 'period', base: `${base}`, modulus: `${modulus}`, values };
});

const { engine, kernel, workers, rows } = await inNode('bench/fixed-base/measure.js', {
  shapes: [
    [1024, 1024],
    [2048, 2048],
    [2048, 256],
  ],
  against: withoutGmp ? [] : ['gmp'],
  timing,
});
const times = rows.map(({ bits, exponentBits, timings }) => ({
  ...{ part: 'time', engine, kernel, workers, shape: `${bits}/${exponentBits}` },
  timings,
}));
writeRows(options, [...times, ...periods]);

/** The [offset, period] at which the repeated squares of a base begin to cycle; undefined if they do not. */
function firstRepetition(base, modulus) {
  const seen = new Map();
  for (let i = 0, residue = base % modulus; i < BITS; i++, residue = (residue * residue) % modulus) {
    const before = seen.get(residue);
    if (before !== undefined) return [before, i - before];
    seen.set(residue, i);
  }
  return undefined;
}
