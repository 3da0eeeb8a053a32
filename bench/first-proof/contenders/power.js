// A power with an instance of the package, which the first call makes.
import { init } from 'powmod';
import { isRight } from './the-power.js';

let instance;

export default async function power(numbers) {
  instance ??= await init();
  return isRight(instance.modPow, numbers);
}
