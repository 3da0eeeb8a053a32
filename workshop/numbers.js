// Pseudorandom numbers from a seed: the same in every run and every engine.

/** A number of exactly `bits` bits, by xorshift32 from a seed above 0. */
export function seededNumber(bits, seed) {
  let state = seed;
  let number = 0n;
  for (let i = 0; i < Math.ceil(bits / 32); i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    number = (number << 32n) | BigInt(state >>> 0);
  }
  return BigInt.asUintN(bits, number) | (1n << BigInt(bits - 1));
}
