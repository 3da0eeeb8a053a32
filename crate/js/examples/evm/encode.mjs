// What a contract needs of a proof file. It runs in pages and in every runtime.
import { readProof, toBigint, toBytes } from 'powmod';

/** A number as 0x and `bytes` bytes: what ABI encoders take for `bytes`. */
const hex = (number, bytes) => `0x${number.toString(16).padStart(2 * bytes, '0')}`;

/** The arguments of `verify` in PowmodWesolowski.sol, in their order. `pm` is what `init` gave. */
export async function callOf(pm, proof) {
  const { bits, input, output, iterations, values } = readProof(proof);
  const { index } = await challengeOf(pm, proof);
  const numbers = [input, output, ...values].map((number) => hex(number, Math.ceil(bits / 8)));
  return [...numbers, BigInt(iterations), index];
}

/**
 * The challenge of a Wesolowski proof: the first prime among the candidates that its claim gives, and the index of that
 * candidate.
 */
export async function challengeOf(pm, proof) {
  const { scheme, modulus, bits, input, output, iterations } = readProof(proof);
  if (scheme !== 'wesolowski') throw new TypeError('proof: must be a Wesolowski proof');
  const claim = [modulus, input, output].map((number) => toBytes(number, Math.ceil(bits / 8)));
  const seed = await sha256(new TextEncoder().encode('powmod-v1:wesolowski'), ...claim, toBytes(BigInt(iterations), 8));
  for (let index = 0; ; index++) {
    const hash = await sha256(seed, toBytes(BigInt(index), 4));
    hash[0] |= 0x80;
    hash[31] |= 1;
    const prime = toBigint(hash);
    if (pm.isProbablePrime(prime)) return { prime, index };
  }
}

async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer()));
}

/**
 * The numbers of a proof of the profile `tokamak`, as Tokamak Network's EVM-VDF-Verifier takes them: `val` in the fewest
 * words of 32 bytes, and the exact length in bits. A `bitlen` of the file's width, or digits that are no whole words,
 * make its contract refuse some true proofs.
 */
export function tokamakCallOf(proof) {
  const { profile, modulus, input, output, iterations, values, delta = 0 } = readProof(proof);
  if (profile !== 'tokamak') throw new TypeError('proof: must have the profile tokamak');
  const [n, x, y, ...v] = [modulus, input, output, ...values].map((number) => {
    const bitlen = number.toString(2).length;
    return { val: hex(number, 32 * Math.ceil(bitlen / 256)), bitlen };
  });
  return { v, x, y, n, delta, T: BigInt(iterations) };
}
