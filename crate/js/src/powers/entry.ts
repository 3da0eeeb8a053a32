import { isProbablePrime } from '../bigint/primality.js';
import { bytesToBigint } from '../bytes.js';
import { variants } from '../kernels/powers.generated.js';
import { Powers } from '../powers.js';
import type { Entry } from '../start.js';

/**
 * @internal The entry with powers alone. Its modules have no test of primes: BigInt's serves a modulus that is kept.
 */
export const powers: Entry<Powers> = {
  variants,
  isComplete: false,
  isPrime: (n) => isProbablePrime(bytesToBigint(n)),
  Api: Powers,
};
