// Verifies a proof in native BigInt.
import { verify } from '../../../workshop/bigint/wesolowski.js';
import { RSA_2048 } from './rsa-2048.js';

export default (proof) => verify(proof, RSA_2048);
