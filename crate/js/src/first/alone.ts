/** In place of behind.ts in bundles that load nothing: the first kernel and BigInt compute. */
import type { FastPowers } from './fast-powers.js';

export const loadFast: (() => Promise<FastPowers>) | undefined = undefined;

export const startFast: (() => FastPowers) | undefined = undefined;
