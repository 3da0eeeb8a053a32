// Verifies a proof with the entry of the package that only verifies.
import { verify } from 'powmod/verify';

export default (proof) => verify(proof, { expect: { modulus: 'RSA-2048' } });
