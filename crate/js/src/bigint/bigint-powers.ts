/** The kernel in BigInt, with powers alone: the bundle `bigint-powers`. */
import type { publicError } from '../border/refusal.js';
import { BigintInstance } from './bigint-instance.js';
import { functions, secrets } from './of-powers.js';

export const makeBigint = (errorOf: typeof publicError): BigintInstance =>
  new BigintInstance(errorOf, functions, secrets);
