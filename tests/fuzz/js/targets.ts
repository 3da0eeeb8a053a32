// The list of targets, in the order of the bounded run.
import { lifetimes } from './lifetimes.ts';
import { onInstance, onMethods, onModulus, onPool, primes } from './numbers.ts';
import { crtKeys } from './secrets.ts';
import type { Target } from './target.ts';

export const targets: Target[] = [onInstance, onMethods, onModulus, primes, crtKeys, lifetimes, onPool];
