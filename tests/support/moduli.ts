// Moduli, each of which one rule alone refuses, and moduli that a weaker rule would refuse.
import type { WesolowskiProofFile } from 'powmod';

const mersenne = (bits: bigint) => (1n << bits) - 1n;
const [p, q] = [mersenne(521n), mersenne(607n)];

/** A prime s for which 2s − 1 is a prime too, so that the product passes the strong test to base 2. */
const s = BigInt(
  '0xc7b26117960fc13c180da4a0669c6d226592cfae14d74503bcbb2c50477ead4d46966acee3e0eca1fe70f0be658b76dbcdab34b9d340985cfa945a849ee6f085',
);

/** The modulus, and the reason to refuse it; an empty one if it is taken. */
export const moduli: [bigint, string][] = [
  [p * q, ''],
  [s * (2n * s - 1n), ''],
  [p * 65_537n * q, ''],
  [2n * p * q, 'must be odd'],
  [p * 65_521n * q, 'must have no factor below 2^16'],
  [q ** 2n, 'must not be a perfect power'],
  [mersenne(89n) ** 13n, 'must not be a perfect power'],
  [65_537n ** 67n, 'must not be a perfect power'],
  [mersenne(1279n), 'must not be a prime'],
  [mersenne(127n) * p, 'must have at least 1000 bits'],
  // Of 999 bits, and of 1000.
  [p * (2n ** 478n - 95n), 'must have at least 1000 bits'],
  [p * (2n ** 478n + 583n), ''],
  [mersenne(9689n) * mersenne(9941n), 'must have at most 16384 bits'],
  [2n ** 16384n + 1n, 'must have at most 16384 bits'],
];

/** The proof that 4^(2^1) is 16. π is 1, whatever the challenge is. */
export function oneSquaring(n: bigint): WesolowskiProofFile {
  const digits = n.toString(16).length + 1 - ((n.toString(16).length + 1) % 2);
  const number = (z: bigint) => `0x${z.toString(16).padStart(digits, '0')}`;
  const fields = { modulus: number(n), input: number(4n), output: number(16n), proof: number(1n) };
  return { scheme: 'wesolowski', profile: 'powmod-v1', ...fields, iterations: 1 };
}
