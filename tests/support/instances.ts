// An instance of every kernel that this engine runs.
import './built.mjs';
import { init, type Powmod, PowmodError } from 'powmod';
import { everyKernel } from '../../workshop/kernels.js';

export const instances: Powmod[] = [];
for (const kernel of everyKernel) {
  try {
    instances.push(await init({ kernel }));
  } catch (error) {
    if (!(error instanceof PowmodError) || error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
  }
}
