// The product of the first kernel on numbers, beside the package's own code, and what it must be.

const BITS = 48n;
/** The columns' and the numbers' zeros, as ../../crate/js/src/first/fused.wat reads over their ends. */
const ZEROS = 4;

/**
 * @typedef {{
 *   m: WebAssembly.Memory,
 *   f: (to: number, a: number, b: number, n: number, size: number) => void,
 * }} Exports
 */

/** @returns {Exports} @param {BufferSource} bytes */
export const startProduct = (bytes) => new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;

/** N* of an odd modulus: its multiple that is −1 modulo 2^48. @param {bigint} n */
export function multipleOf(n) {
  const radix = 1n << BITS;
  let inverse = 1n;
  for (let i = 0; i < 6; i++) inverse = BigInt.asUintN(Number(BITS), inverse * (2n - n * inverse));
  return n * (radix - inverse);
}

/** The least even count of limbs with R > 4·N*. @param {bigint} multiple */
export function limbsFor(multiple) {
  let limbs = 2;
  while (1n << (BITS * BigInt(limbs)) <= 4n * multiple) limbs += 2;
  return limbs;
}

/**
 * a·b/R modulo N*, up to N*, by the module: in memory behind the columns.
 *
 * @param {Exports} exports @param {bigint} a @param {bigint} b @param {bigint} multiple @param {number} limbs
 */
export function productBy({ m, f }, a, b, multiple, limbs) {
  const start = 8 * limbs * 2 + 8 * 2 * ZEROS;
  const stride = 8 * (limbs + ZEROS);
  const missing = start + 4 * stride + 64 - m.buffer.byteLength;
  if (missing > 0) m.grow(Math.ceil(missing / 65536));
  const memory = new Float64Array(m.buffer);
  memory.fill(0, start / 8 - ZEROS, (start + 4 * stride) / 8);
  const [toN, toA, toB, to] = [0, 1, 2, 3].map((i) => start + i * stride);
  for (const [address, value] of [
    [toN, (multiple + 1n) >> BITS],
    [toA, a],
    [toB, b],
  ])
    for (let i = 0, rest = value; rest; i++, rest >>= BITS) memory[address / 8 + i] = Number(BigInt.asUintN(48, rest));
  f(to, toA, toB, toN, 8 * limbs);
  let product = 0n;
  for (let i = limbs - 1; i >= 0; i--) product = (product << BITS) | BigInt(memory[to / 8 + i]);
  return product;
}

/**
 * (a·b + q·N*)/R, where q makes the quotient whole.
 *
 * @param {bigint} a @param {bigint} b @param {bigint} multiple @param {number} limbs
 */
export function productOf(a, b, multiple, limbs) {
  const [bits, product] = [Number(BITS) * limbs, a * b];
  // 1/(1 − 2^48·N') modulo R is 1 + 2^48·N' + …: so q is found limb by limb.
  let q = 0n;
  let sum = product;
  for (let i = 0; i < limbs; i++) {
    const digit = BigInt.asUintN(48, sum >> (BITS * BigInt(i)));
    q |= digit << (BITS * BigInt(i));
    sum += (digit * multiple) << (BITS * BigInt(i));
  }
  if (BigInt.asUintN(bits, sum) !== 0n || sum !== product + q * multiple) throw new Error('the oracle is wrong');
  return sum >> BigInt(bits);
}
