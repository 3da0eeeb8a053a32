import { here } from '../here.js';
import type { FastPowers } from './fast-powers.js';

/** The fast kernel, by a file of its own. */
export const loadFast: (() => Promise<FastPowers>) | undefined = async () => {
  const { load } = await import('./fast-powers.js');
  return load(here);
};

/** The fast kernel at once, where nothing is loaded. */
export const startFast: (() => FastPowers) | undefined = undefined;
