// paillier-bigint, whose arithmetic is bigint-crypto-utils, on powmod.
import * as utils from 'bigint-crypto-utils';
import { pathIn, runCommonJs } from './packages.mjs';

/** The package with the `modPow` and `modInv` of powmod/bigint-mod-arith, or others. */
export const paillierOn = ({ modPow, modInv }) =>
  runCommonJs(pathIn('paillier-bigint', 'dist/index.node.cjs'), {
    'bigint-crypto-utils': { ...utils, modPow, modInv },
  });
