/** In place of load.ts in bundles that hold BigInt. */
import { publicError } from '../border/refusal.js';
import { BigintInstance } from './bigint-instance.js';

export const loadBigintSync = (): BigintInstance => new BigintInstance(publicError);

export const loadBigint = async (): Promise<BigintInstance> => loadBigintSync();
