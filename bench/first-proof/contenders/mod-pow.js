// One exponentiation with an instance of the package, which the first call makes: input^proof mod RSA-2048. The answer
// says whether the power is right.
import { groups, init } from 'powmod';

/** The last 64 bits of the power for crate/js/examples/wesolowski-rsa2048.json. */
const LAST = 0xe8fd85af56d5589en;

let instance;

export default async function modPow({ input, proof }) {
  instance ??= await init();
  return BigInt.asUintN(64, instance.modPow(BigInt(input), BigInt(proof), groups['RSA-2048'])) === LAST;
}
