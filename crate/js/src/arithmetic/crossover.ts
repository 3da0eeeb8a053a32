// Where native BigInt takes over from WebAssembly: a model of both costs. `bench/crossover` shows what its choices
// cost.
import { bitLength, type Integer, isNegative } from '../input/integers.js';
import type { Kernel, WasmKernel } from '../kernels/kernel.js';
import { engineName, has, listOf } from '../runtime.js';

/**
 * The time of a product of 2048 bits, over that in `relaxed`; above 4096 bits it falls by a power of the length,
 * `gain`.
 */
interface Cost {
  product: number;
  /** Its products grow more slowly than the square of the length; 0 where they do not. */
  gain: number;
}

/** BigInt's cost in an engine. */
interface Engine extends Cost {
  /**
   * A product modulo a number of at most 2048 bits that comes again, where the engine keeps the inverse of a divisor.
   */
  again: number | undefined;
}

const KERNELS: Record<WasmKernel, Cost> = {
  relaxed: { product: 1, gain: 0.3 },
  wide: { product: 1.25, gain: 0 },
  simd128: { product: 1.8, gain: 0 },
  scalar: { product: 2.6, gain: 0 },
};

/** That of the first kernel (../first/kernel.ts). */
const FIRST: Cost = { product: 1.5, gain: 0 };

const V8_13: Engine = { product: 5.2, gain: 0.3, again: undefined };
const V8_14: Engine = { product: 4.4, gain: 0.65, again: undefined };
const V8_15: Engine = { product: 4, gain: 0.65, again: 2.1 };
const BUN: Engine = { product: 4, gain: 0.5, again: 1.75 };
const SPIDER_MONKEY: Engine = { product: 5, gain: 0, again: undefined };
const JAVASCRIPT_CORE: Engine = { product: 9, gain: 0, again: undefined };

/**
 * The cost of a call with bigints, in products, is this number divided by the bits of the modulus. With bytes it is
 * half.
 */
const CALL = 27_000;
/** The way into Montgomery form and out of it, and that with the set-up of a modulus, in products. */
const ENTER = 4;
const SET_UP = 14;

/**
 * Gives the most products of a power for which BigInt is faster, by the modulus's length and the form of the numbers.
 */
export type Crossover = (bits: number, asBytes: boolean, isFresh: boolean) => number;

/** The crossover of a kernel in this engine. */
export function crossoverOf(kernel: Kernel | 'first'): Crossover {
  if (kernel === 'bigint') return () => Infinity;
  const engine = thisEngine();
  return (bits, asBytes, isFresh) => {
    const wasm = costOf(kernel === 'first' ? FIRST : KERNELS[kernel], bits);
    const usual = costOf(engine, bits);
    const again = bits <= 2048 ? (engine.again ?? usual) : usual;
    if (again <= wasm) return Infinity;
    const fixed = CALL / bits / (asBytes ? 2 : 1) + (isFresh ? SET_UP : ENTER) * wasm;
    return fixed / ((isFresh ? usual : again) - wasm);
  };
}

function costOf({ product, gain }: Cost, bits: number): number {
  return product * Math.exp(gain * Math.min(0, Math.log(4096 / bits)));
}

function thisEngine(): Engine {
  const name = engineName();
  if (name === 'SpiderMonkey') return SPIDER_MONKEY;
  if (name === 'JavaScriptCore') return has(globalThis, 'Bun') ? BUN : JAVASCRIPT_CORE;
  if (has(Math, 'sumPrecise')) return V8_15; // 14.6 does not have it
  return has(Map.prototype, 'getOrInsert') ? V8_14 : V8_13; // 13.6 does not have it
}

/** The products of a power with this exponent, about; those of an inverse do not count. */
export function productsOf(exponent: Integer): number {
  if (typeof exponent !== 'bigint') {
    if (exponent.length > 4) return productsOfLength(bitLength(exponent));
    let word = 0;
    for (let i = 0; i < exponent.length; i++) word = (word << 8) | (exponent[i] as number);
    return productsOfWord(word >>> 0);
  }
  const magnitude = isNegative(exponent) ? -exponent : exponent;
  if (magnitude <= 0xffff_ffffn) return productsOfWord(Number(magnitude));
  // The logarithm of a number above 2^1024 is infinite here.
  return productsOfLength(Math.log2(Number(magnitude)));
}

/** Squarings, and a product for each set bit, except for the first bit. */
function productsOfWord(exponent: number): number {
  let products = exponent === 0 ? 0 : 30 - Math.clz32(exponent);
  for (let rest = exponent; rest !== 0; rest &= rest - 1) products++;
  return products;
}

/** With windows of four bits. */
function productsOfLength(bits: number): number {
  return 1.25 * bits + 14;
}

const LIMITS = /* @__PURE__ */ listOf(9, (i) => 1n << BigInt(64 << i));

/** The bits of a modulus; for a bigint, the next of 64, 128, …, 32768. */
export function lengthOf(modulus: Integer): number {
  if (typeof modulus !== 'bigint') return bitLength(modulus);
  let i = 0;
  while (i < LIMITS.length && modulus >= (LIMITS[i] as bigint)) i++;
  return 64 << i;
}
