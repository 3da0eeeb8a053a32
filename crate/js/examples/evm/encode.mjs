// What a contract needs of a proof file. It runs in pages and in every runtime.
import { challengeOf, readProof } from 'powmod';

/** A number as 0x and `bytes` bytes: what ABI encoders take for `bytes`. */
const hex = (number, bytes) => `0x${number.toString(16).padStart(2 * bytes, '0')}`;

/** The arguments of `verify` in PowmodWesolowski.sol, in their order. */
export async function callOf(proof) {
  const { bits, input, output, iterations, values } = readProof(proof);
  const { index } = await challengeOf(proof);
  const numbers = [input, output, ...values].map((number) => hex(number, Math.ceil(bits / 8)));
  return [...numbers, BigInt(iterations), index];
}

/**
 * The numbers of a proof of the profile `tokamak`, as Tokamak Network's EVM-VDF-Verifier takes them: `val` in the
 * fewest words of 32 bytes, and the exact length in bits. A `bitlen` of the file's width, or digits that are no whole
 * words, make its contract refuse some true proofs.
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
