// What powmod/bigint-mod-arith has in place of the arithmetic of bigint-mod-arith and bigint-crypto-utils.
import { modPow } from 'powmod/bigint-mod-arith';

export const arithmetic = { modPow, modInv: (a, n) => modPow(a, -1n, n) };
