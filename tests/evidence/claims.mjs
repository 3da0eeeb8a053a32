// What rests on long runs: each claim of SECURITY.md, by its words in the table "Where proof ends", and the hunts
// behind it, by their names in tests/fuzz/LOG.md. What a hunt covers is found: loaded.mjs.
import { emulated } from '../../workshop/engines/emulated.mjs';
import { engines, platforms } from '../../workshop/engines/engines.mjs';
import { comparedIn, DEFAULT, EMULATED, FUNCTIONS, operationsIn } from './places.mjs';
import { GMP, ofJavaScript } from './targets.mjs';

const all = [...engines, ...emulated];
const PLACES = [...DEFAULT, ...EMULATED];
const differential = PLACES.flatMap((place) => comparedIn(place, all).map((name) => `differential ${name}, ${place}`));
const operations = PLACES.flatMap((place) => operationsIn(place, all).map((name) => `operations ${name}, ${place}`));

const functions = platforms
  .filter(({ kernels }) => kernels.length)
  .map(({ name }) => `operations ${FUNCTIONS}, ${name}`);

/** @type {{ claim: string, hunts: string[] }[]} */
export const claims = [
  {
    claim: 'Products, squarings and final subtractions are right',
    hunts: ['fuzz kernels', 'fuzz two_long_moduli', 'fuzz numbers', 'fuzz inverses'],
  },
  {
    claim: 'Products of class groups are right',
    hunts: ['fuzz class_group'],
  },
  {
    claim: 'A false delay proof is refused',
    hunts: ['fuzz proofs', 'fuzz mutated_proofs', 'fuzz provers', 'fuzz chia_proofs'],
  },
  {
    claim: 'A right kernel gives right results',
    hunts: ['fuzz mod_pow', 'fuzz even_crt', GMP, ...differential, ...operations, ...functions],
  },
  {
    claim: 'Bad input is a clear error',
    hunts: ofJavaScript.map((name) => `fuzz js ${name}`),
  },
  {
    claim: 'The time does not depend on a secret',
    hunts: ['bench dudect'],
  },
  {
    claim: 'A faulty half of a private operation reveals no factor',
    hunts: ['fuzz keys'],
  },
];
