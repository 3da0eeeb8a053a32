// Verifies a proof with an instance of the package, which the first call makes.
import { init } from 'powmod';

let instance;

export default async function verify(proof) {
  instance ??= await init();
  return instance.verify(proof, { expect: { modulus: 'RSA-2048' } });
}
