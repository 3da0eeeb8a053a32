// The power of the contenders that compute one: input^proof mod RSA-2048, of the numbers in the page.
import { RSA_2048 } from './rsa-2048.js';

/** The last 64 bits of the power for crate/js/examples/wesolowski-rsa2048.json. */
const LAST = 0xe8fd85af56d5589en;

/** Whether a function from base, exponent and modulus gives the right power. */
export async function isRight(power, { input, proof }) {
  return BigInt.asUintN(64, await power(BigInt(input), BigInt(proof), RSA_2048)) === LAST;
}
