/**
 * The first kernel: products of powers by a module of some hundred bytes, which the script holds. The module multiplies
 * (./fused.wat). BigInt does the rest: windows, and the way into Montgomery form and out of it.
 */
import { bestWindow, type Factors, multiPow, type Power, placeFactors } from '../bigint/arithmetic.js';
import { base64ToBytes, bigintToBytes, bytesToBigint } from '../bytes.js';
import { fused } from './fused.generated.js';

/** The bits of a limb, and the bytes of one in a big-endian number. */
const BITS = 48;
const WIDTH = 48n;
const LIMB = 6;

/** The bytes of two limbs: a number has pairs of them. */
const PAIR = 16;

/** The zeros around each number: three limbs behind, and one in front of the next. */
const ZEROS = 32;

/** Shorter moduli are BigInt's, which is faster there. For longer ones nobody would want to wait for this kernel. */
const LEAST = 1n << 256n;
const MOST = 1n << 16_384n;

/** The exports of ./fused.wat. */
interface Exports {
  /** The memory. */
  m: WebAssembly.Memory;
  /** to = a·b/R modulo N*, by the addresses of the numbers and of N', and the bytes of a number. */
  f(to: number, a: number, b: number, n: number, size: number): void;
}

export class FirstKernel {
  readonly #exports: Exports;
  #limbs: Float64Array;
  /** The modulus that is set up; 0 if none is. */
  #modulus = 0n;
  /** The bytes of a number. */
  #size = 0;
  /** The address of the first number, which is N'. */
  #start = 0;
  /** The address of the number 1. */
  #one = 0;
  /** The end of the last number. */
  #end = 0;
  /** R is 2 to this power. */
  #shift = 0n;

  constructor(exports: Exports) {
    this.#exports = exports;
    this.#limbs = new Float64Array(exports.m.buffer);
  }

  /** The product of powers modulo n; undefined for a modulus that is not this kernel's, and for want of memory. */
  multiPow(terms: readonly Power[], n: bigint): bigint | undefined {
    if (n < LEAST || n >= MOST || (n & 1n) === 0n) return undefined;
    try {
      return this.#product(terms, n);
    } catch {
      this.#modulus = 0n;
      return undefined;
    }
  }

  #product(terms: readonly Power[], n: bigint): bigint {
    if (n !== this.#modulus) this.#prepare(n);
    this.#end = this.#one + this.#size + ZEROS;
    const factors: Factors<number> = [];
    for (const [base, exponent] of terms) {
      const window = bestWindow(exponent);
      placeFactors(factors, exponent, window, this.#oddPowers(base, window));
    }
    const product = this.#new();
    let isOne = true;
    for (let place = factors.length - 1; place >= 0; place--) {
      if (!isOne) this.#multiply(product, product, product);
      for (const factor of factors[place] ?? []) {
        if (isOne) this.#copy(product, factor);
        else this.#multiply(product, product, factor);
        isOne = false;
      }
    }
    if (isOne) return 1n;
    // Out of Montgomery form. The residue is modulo N*, a multiple of n.
    this.#multiply(product, product, this.#one);
    return this.#read(product) % n;
  }

  /** Sets a modulus up. */
  #prepare(n: bigint): void {
    // N* has at most 48 bits more than n, and R must be above 4·N*.
    const pairs = Math.ceil((4 * n.toString(16).length + BITS + 2) / (2 * BITS));
    this.#size = PAIR * pairs;
    this.#shift = 2n * WIDTH * BigInt(pairs);
    // The columns stand in front of all numbers: 32 bytes for each pair of them, and one pair more.
    this.#start = 2 * this.#size + 2 * ZEROS;
    this.#limbs.fill(0);
    // 1/n modulo 2^48, by Newton's method. n is its own inverse modulo 8.
    const low = BigInt.asUintN(BITS, n);
    let inverse = low;
    for (let right = 3; right < BITS; right *= 2) inverse = BigInt.asUintN(BITS, inverse * (2n - low * inverse));
    this.#end = this.#start;
    // N* = n·(−1/n modulo 2^48), and N' = (N* + 1)/2^48.
    this.#write(((BigInt.asUintN(BITS, -inverse) * n) >> WIDTH) + 1n);
    this.#one = this.#write(1n);
    this.#modulus = n;
  }

  /** base^1, base^3, … base^(2^window − 1), in Montgomery form. */
  #oddPowers(base: bigint, window: number): number[] {
    const first = this.#write((base << this.#shift) % this.#modulus);
    const powers = [first];
    if (window === 1) return powers;
    const square = this.#new();
    this.#multiply(square, first, first);
    for (let last = first; powers.length < 2 ** (window - 1); powers.push(last)) {
      const power = this.#new();
      this.#multiply(power, last, square);
      last = power;
    }
    return powers;
  }

  #multiply(to: number, a: number, b: number): void {
    this.#exports.f(to, a, b, this.#start, this.#size);
  }

  #copy(to: number, from: number): void {
    this.#limbs.copyWithin(to / 8, from / 8, (from + this.#size) / 8);
  }

  /** The address of a new number. */
  #new(): number {
    const address = this.#end;
    this.#end += this.#size + ZEROS;
    const { m } = this.#exports;
    const missing = this.#end + ZEROS - m.buffer.byteLength;
    if (missing > 0) {
      m.grow(Math.ceil(missing / 65_536));
      this.#limbs = new Float64Array(m.buffer);
    }
    return address;
  }

  #write(value: bigint): number {
    const address = this.#new();
    const count = this.#size / 8;
    const { buffer } = bigintToBytes(value, LIMB * count);
    const view = new DataView(buffer);
    for (let i = 0, at = LIMB * count; i < count; i++) {
      at -= LIMB;
      this.#limbs[address / 8 + i] = 2 ** 32 * view.getUint16(at) + view.getUint32(at + 2);
    }
    return address;
  }

  #read(address: number): bigint {
    const count = this.#size / 8;
    const bytes = new Uint8Array(LIMB * count);
    const view = new DataView(bytes.buffer);
    for (let i = 0, at = LIMB * count; i < count; i++) {
      const limb = this.#limbs[address / 8 + i] as number;
      at -= LIMB;
      view.setUint16(at, limb / 2 ** 32);
      view.setUint32(at + 2, limb);
    }
    return bytesToBigint(bytes);
  }
}

/**
 * Starts the first kernel; undefined where the engine has no fused multiply-add. An engine may also round it twice, as
 * the specification allows: there the self-test fails.
 *
 * @throws where no WebAssembly may be compiled, as by a page's policy, which reports each attempt
 */
export function startFirst(bytes: BufferSource = base64ToBytes(fused)): FirstKernel | undefined {
  if (!WebAssembly.validate(bytes)) return undefined;
  return firstOf(new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Exports);
}

/**
 * The kernel of a module's exports; undefined if the self-test fails. The limbs of its numbers follow no pattern:
 * modulo 2^521 − 1, N' would be nearly all zeros.
 */
export function firstOf(exports: Exports): FirstKernel | undefined {
  const kernel = new FirstKernel(exports);
  const n = multiPow([[7n, 185n]], 1n << 600n); // 7^185
  const terms: Power[] = [[n / 3n, (1n << 61n) - 1n]];
  return kernel.multiPow(terms, n) === multiPow(terms, n) ? kernel : undefined;
}
