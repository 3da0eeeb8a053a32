/** In place of load.ts in bundles that hold BigInt. */
import type { Instance } from '../border/instance.js';
import { publicError } from '../border/refusal.js';
import { BigintInstance } from './bigint-instance.js';

export const loadBigintSync = (): Instance => new BigintInstance(publicError);

export const loadBigint = async (): Promise<Instance> => loadBigintSync();
