/** The kernel in BigInt, with powers alone: the bundle `bigint-powers`. */
import type { publicError } from '../border/refusal.js';
import { BigintInstance } from './bigint-instance.js';
import { functions } from './powers.js';
import { secrets } from './secrets.js';

export const makeBigint = (errorOf: typeof publicError): BigintInstance =>
  new BigintInstance(errorOf, functions, secrets);
