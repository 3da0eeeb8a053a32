// The challenge of a contract that hashes it in a way of its own: a function for `pool.prove`. `pm` is what `init` gave.
import { toBigint, toBytes } from 'powmod';

/** 0xProject/VDF, whose input has 32 bytes, and whose output and proof are elements: at most (N − 1)/2. */
export function challengeOf0x(pm) {
  return async (modulus, input, output) => {
    const message = [toBytes(input, 32), toBytes(pm.element(output, modulus), 256)];
    const hash = await crypto.subtle.digest('SHA-256', await new Blob(message).arrayBuffer());
    let prime = toBigint(new Uint8Array(hash)) | (1n << 255n);
    while (!pm.isProbablePrime(prime)) prime++;
    return prime;
  };
}
