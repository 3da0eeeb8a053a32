// The package's example proofs: 2^20 squarings modulo RSA-2048, by each scheme.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const proofs = ['wesolowski', 'pietrzak'].map((scheme) =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`powmod/examples/${scheme}-rsa2048.json`)), 'utf8')),
);
