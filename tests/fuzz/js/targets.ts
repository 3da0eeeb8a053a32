// The list of targets, in the order of the bounded run.
import { commandLine } from './command-line.ts';
import { checkpoints, evaluations } from './delays.ts';
import { dropIn } from './drop-in.ts';
import { lifetimes } from './lifetimes.ts';
import { options, wasm } from './loading.ts';
import { onInstance, onMethods, onModulus, onPool, primes } from './numbers.ts';
import { poolLifetimes } from './pool-lifetimes.ts';
import { expected, proofs, proofTexts } from './proofs.ts';
import { poolSquares, randomPrimes } from './random-primes.ts';
import { crtKeys, secretPowers } from './secrets.ts';
import type { Target } from './target.ts';

export const targets: Target[] = [
  onInstance,
  onMethods,
  onModulus,
  primes,
  randomPrimes,
  secretPowers,
  crtKeys,
  proofs,
  proofTexts,
  expected,
  dropIn,
  commandLine,
  options,
  wasm,
  lifetimes,
  onPool,
  poolSquares,
  poolLifetimes,
  evaluations,
  checkpoints,
];
