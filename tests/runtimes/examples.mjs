// The package's example proofs: 2^20 squarings modulo RSA-2048, by each scheme.
import { example } from '../support/package.ts';

export const proofs = ['wesolowski', 'pietrzak'].map((scheme) => example(`${scheme}-rsa2048`));
