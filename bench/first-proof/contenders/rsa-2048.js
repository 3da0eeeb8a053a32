import { rsa2048 } from '../../../crate/js/src/vdf/rsa-2048.generated.ts';

/** The modulus of the proof in the page. */
export const RSA_2048 = BigInt(`0x${rsa2048}`);
