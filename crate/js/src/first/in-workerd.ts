/** In place of behind.ts in workerd, where all kernels are compiled before the program starts. */

import { loadWantedSync } from '../kernels/choose.js';
import { loadModuleSync } from '../kernels/load.js';
import { variants } from '../kernels/powers.generated.js';
import { type FastPowers, powersBy } from './fast-powers.js';

export const loadFast: (() => Promise<FastPowers>) | undefined = undefined;

export const startFast: (() => FastPowers) | undefined = () =>
  powersBy(loadWantedSync(variants, 'auto', ({ name, wasm }) => loadModuleSync(name, wasm)));
