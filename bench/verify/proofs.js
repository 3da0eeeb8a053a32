// Wesolowski proofs modulo RSA-2048 to verify.
import { groups } from 'powmod';
import { equation } from '../../workshop/bigint/wesolowski.js';
import { seededNumber } from '../../workshop/numbers.js';

export const N = groups['RSA-2048'];

/** The squarings of a proof that is made here. */
const SQUARINGS = 1000;

const hex = (z) => `0x${z.toString(16).padStart(512, '0')}`;

/** An element of the group. */
export function random(seed) {
  const z = seededNumber(2048, seed) % N;
  return z < N - z ? z : N - z;
}

/** A well-formed proof. With a random output it is invalid, which a verifier finds only at its very end. */
export const file = (x, y, pi, iterations) => ({
  scheme: 'wesolowski',
  profile: 'powmod-v1',
  modulus: 'RSA-2048',
  input: hex(x),
  output: hex(y),
  iterations,
  proof: hex(pi),
});

/** A valid proof, by its definition: x^⌊2^T / l⌋. `m` is the modulus of `pm`. */
export function prove(pm, m, x) {
  const y = pm.element(m.square(x, SQUARINGS), N);
  const [[, prime]] = equation(file(x, y, x, SQUARINGS), N).terms;
  return file(x, y, pm.element(m.pow(x, (1n << BigInt(SQUARINGS)) / prime), N), SQUARINGS);
}
