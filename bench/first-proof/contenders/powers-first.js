// A power with an instance of the entry that has powers alone, which answers by BigInt until its kernel is there.
import { init } from 'powmod/powers';
import { isRight } from './the-power.js';

let instance;

export default async function power(numbers) {
  instance ??= await init({ first: 'bigint' });
  return isRight(instance.modPow, numbers);
}
