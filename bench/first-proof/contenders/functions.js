// A power by the function of the package, which needs no instance.
import { modPow } from 'powmod';
import { isRight } from './the-power.js';

export default (numbers) => isRight(modPow, numbers);
