// tssrp6a on powmod. Its other files call the `modPow` of utils.js as a property of that module.
import { require } from './packages.mjs';

const utils = require('tssrp6a/dist/utils.js');

/** Puts powmod into the package. The function that is returned takes it out again. */
export function usePowmod(pm) {
  const own = utils.modPow;
  utils.modPow = (base, exponent, modulus) => pm.modPow(base, exponent, modulus);
  return () => {
    utils.modPow = own;
  };
}
