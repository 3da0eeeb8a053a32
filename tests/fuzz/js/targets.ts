// The list of targets, in the order of the bounded run.
import { lifetimes } from './lifetimes.ts';
import { onInstance, onModulus, onPool, primes, secrets } from './numbers.ts';
import type { Target } from './run.ts';

export const targets: Target[] = [onInstance, onModulus, secrets, primes, lifetimes, onPool];
