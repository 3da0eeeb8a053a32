/**
 * The plainest modular power in BigInt, with which tests compare results.
 *
 * @param {bigint} base
 * @param {bigint} exponent
 * @param {bigint} modulus
 * @returns {bigint}
 */
export function nativePow(base, exponent, modulus) {
  let power = 1n % modulus;
  let square = ((base % modulus) + modulus) % modulus;
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) power = (power * square) % modulus;
    square = (square * square) % modulus;
  }
  return power;
}
