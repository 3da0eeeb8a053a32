/** In place of load.ts in bundles that hold BigInt. */
import { publicError } from '../border/refusal.js';
import { makeBigint } from './bigint.js';
import type { BigintInstance } from './bigint-instance.js';
import { makeBigint as makeBigintPowers } from './bigint-powers.js';

export const loadBigintSync = (): BigintInstance => makeBigint(publicError);

export const loadBigint = async (): Promise<BigintInstance> => loadBigintSync();

export const loadBigintPowersSync = (): BigintInstance => makeBigintPowers(publicError);

export const loadBigintPowers = async (): Promise<BigintInstance> => loadBigintPowersSync();
