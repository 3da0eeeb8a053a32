/** In place of load.ts in bundles that hold BigInt. */

import { publicError } from '../border/refusal.js';
import { sha256 as engineSha256 } from '../bytes.js';
import { makeBigint } from './bigint.js';
import type { BigintInstance } from './bigint-instance.js';
import { makeBigint as makeBigintPowers } from './bigint-powers.js';
import { plainHashes } from './plain-hashes.js';

export const loadBigintSync = (): BigintInstance => makeBigint(publicError);

export const loadBigint = async (): Promise<BigintInstance> => loadBigintSync();

export const loadBigintPowersSync = (): BigintInstance => makeBigintPowers(publicError);

export const loadBigintPowers = async (): Promise<BigintInstance> => loadBigintPowersSync();

/** The SHA-256 by the engine, or in plain JavaScript where the engine has none. */
export const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  (await engineSha256(bytes)) ?? plainHashes.sha256(bytes);
