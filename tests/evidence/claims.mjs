// What rests on long runs: each claim of SECURITY.md, by its words in the table "Where proof ends", the hunts behind
// it, by their names in tests/fuzz/LOG.md or bench/results/results.json, and the files that they cover.
import { emulated } from '../../workshop/engines/emulated.mjs';
import { engines } from '../../workshop/engines/engines.mjs';
import { DEFAULT, EMULATED, kernelsIn, operationsIn } from './places.mjs';
import { ofJavaScript } from './targets.mjs';

const all = [...engines, ...emulated];
const PLACES = [...DEFAULT, ...EMULATED];
const differential = PLACES.flatMap((place) => kernelsIn(place, all).map((name) => `differential ${name}, ${place}`));
const operations = PLACES.flatMap((place) => operationsIn(place, all).map((name) => `operations ${name}, ${place}`));

/** Only the target `pool-numbers` computes in a pool, and none by the command line. */
const WITHOUT_POOL = ['crate/js/src', ':!crate/js/src/pool', ':!crate/js/src/cli'];

const KERNELS = ['crate/kernel/src', 'crate/kernel/build.rs'];
const POWERS = [...KERNELS, 'crate/core/src'];

/** @type {{ claim: string, hunts: string[], files: string[] }[]} */
export const claims = [
  {
    claim: 'Products, squarings and final subtractions are right',
    hunts: ['fuzz kernels', 'fuzz two_long_moduli', 'fuzz numbers', 'fuzz inverses'],
    files: POWERS,
  },
  {
    claim: 'Products of class groups are right',
    hunts: ['fuzz class_group'],
    files: ['crate/chia/src'],
  },
  {
    claim: 'A false delay proof is refused',
    hunts: ['fuzz proofs', 'fuzz mutated_proofs', 'fuzz provers'],
    files: ['crate/vdf/src'],
  },
  {
    claim: 'A false delay proof is refused',
    hunts: ['fuzz chia_proofs'],
    files: ['crate/chia/src'],
  },
  {
    claim: 'A right kernel gives right results',
    hunts: ['fuzz mod_pow', 'fuzz even_crt', ...differential],
    files: [...POWERS, 'crate/wasm/src', 'crate/wasm/variants.mjs', 'rust-toolchain.toml'],
  },
  {
    claim: 'A right kernel gives right results',
    hunts: operations,
    files: [...POWERS, 'crate/wasm/src', ...WITHOUT_POOL],
  },
  {
    claim: 'Bad input is a clear error',
    hunts: ofJavaScript.filter((name) => name !== 'pool-numbers').map((name) => `fuzz js ${name}`),
    files: [...WITHOUT_POOL, 'crate/wasm/src'],
  },
  {
    claim: 'Bad input is a clear error',
    hunts: ['fuzz js pool-numbers'],
    files: ['crate/js/src', ':!crate/js/src/cli', 'crate/wasm/src'],
  },
  {
    claim: 'The time does not depend on a secret',
    hunts: ['bench dudect'],
    files: [...KERNELS, 'crate/core/src/secret', 'crate/js/src/input/secrets.ts'],
  },
  {
    claim: 'A faulty half of a private operation reveals no factor',
    hunts: ['fuzz keys'],
    files: [...KERNELS, 'crate/core/src/secret'],
  },
];
