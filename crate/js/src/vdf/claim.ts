/** Elements, and the claim of a Pietrzak proof (eprint 2018/627), as in crate/vdf/src/pietrzak/claim.rs. */
import type { Proof } from '../border/powers-operations.generated.js';
import type { Profile } from '../border/types.generated.js';
import { bigintToBytes, bytesToBigint } from '../bytes.js';
import type { Halving } from './options.js';

/** min(z mod n, n − z mod n). */
export function upToSign(z: bigint, n: bigint): bigint {
  const residue = z % n;
  const negated = n - residue;
  return negated < residue ? negated : residue;
}

/** The element of z modulo n in a profile. */
function elementOf(profile: Profile, z: bigint, n: bigint): bigint {
  return profile === 'tokamak' ? z % n : upToSign(z, n);
}

/** z^r · v, modulo n or not reduced yet. */
export type PowerTimes = (z: bigint, r: bigint, v: bigint, n: bigint) => bigint;

/** x^(2^T) = y, the claim that is left of a proof whose form is checked, after a halving for each of its midpoints. */
export function halved(
  { profile, modulus, values, ...proof }: Proof,
  challenge: (halving: Halving) => bigint,
  powerTimes: PowerTimes,
) {
  const n = bytesToBigint(modulus);
  const width = modulus.length;
  const bytes = (z: bigint) => bigintToBytes(z, width);
  const element = (z: bigint) => elementOf(profile, z, n);
  let x = bytesToBigint(proof.input);
  let y = bytesToBigint(proof.output);
  let { iterations } = proof;
  for (let index = 0; index * width < values.length; index++) {
    if (iterations % 2 === 1) {
      y = element(y * y);
      iterations++;
    }
    const midpoint = values.slice(index * width, (index + 1) * width);
    const v = bytesToBigint(midpoint);
    const r = challenge({ modulus: modulus.slice(), input: bytes(x), output: bytes(y), midpoint, iterations, index });
    x = element(powerTimes(x, r, v, n));
    y = element(powerTimes(v, r, y, n));
    iterations /= 2;
  }
  return { x, y, n, iterations, element };
}
