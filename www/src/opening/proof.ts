// The proof that the page opens with.
import file from 'powmod/examples/wesolowski-rsa2048.json';
import { type ProofFile, verify } from 'powmod/verify';

export const proof = file as ProofFile;

export function isValid(): Promise<boolean> {
  return verify(proof, { expect: { modulus: 'RSA-2048', iterations: 2 ** 20 } });
}
