// What powmod/bigint-mod-arith has in place of the arithmetic of bigint-mod-arith and bigint-crypto-utils.
import { modInv, modPow } from 'powmod/bigint-mod-arith';

export const arithmetic = { modPow, modInv };
