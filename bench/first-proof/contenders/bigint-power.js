// A power in native BigInt, by sliding windows.
import { bigintModPow } from '../../../workshop/bigint/mod-pow.js';
import { isRight } from './the-power.js';

export default (numbers) => isRight(bigintModPow, numbers);
