// The challenges of programs that hash them in ways of their own: functions for `pool.prove`, and for checking their
// proofs. `pm` is what `init` gave.
import { toBigint, toBytes } from 'powmod';

/** The number that a hash of these parts is. */
async function hashOf(name, parts) {
  const hash = await crypto.subtle.digest(name, await new Blob(parts).arrayBuffer());
  return toBigint(new Uint8Array(hash));
}

/** 0xProject/VDF, whose input has 32 bytes, and whose output and proof are elements: at most (N − 1)/2. */
export function challengeOf0x(pm) {
  return async (modulus, input, output) => {
    const parts = [toBytes(input, 32), toBytes(pm.element(output, modulus), 256)];
    let prime = (await hashOf('SHA-256', parts)) | (1n << 255n);
    while (!pm.isProbablePrime(prime)) prime++;
    return prime;
  };
}

/** pineward, whose numbers are residues modulo RSA-2048. */
export function challengeOfPineward(pm) {
  return async (_modulus, input, output, iterations) => {
    const statement = `${input.toString(16)}|${output.toString(16)}|${iterations}`;
    for (let counter = 0n; ; counter++) {
      const prime = (await hashOf('SHA-256', [statement, toBytes(counter, 4)])) | (1n << 255n) | 1n;
      if (pm.isProbablePrime(prime)) return prime;
    }
  };
}

/** jedisct1/js-wesolowski, whose numbers are residues. Its prover chooses the nonce, 32 bytes. */
export function challengeOfJsWesolowski(pm, nonce) {
  return async (modulus, input, output, iterations) => {
    const { length } = toBytes(modulus);
    const [n, x, y] = [modulus, input, output].map((number) => toBytes(number, length));
    let prime = (await hashOf('SHA-512', ['wesolowski-v1', x, y, toBytes(BigInt(iterations), 8), n, nonce])) | 1n;
    while (!pm.isProbablePrime(prime)) prime += 2n;
    return prime;
  };
}
