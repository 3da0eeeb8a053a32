// The plainest modular power in BigInt, with which tests compare results.

export function nativePow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let power = 1n % modulus;
  let square = ((base % modulus) + modulus) % modulus;
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) power = (power * square) % modulus;
    square = (square * square) % modulus;
  }
  return power;
}

export function toBytes(value: bigint): Uint8Array {
  const hex = value.toString(16);
  return Uint8Array.from(Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex'));
}
