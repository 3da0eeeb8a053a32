// Pseudorandom numbers from a seed. POWMOD_SEED=… repeats a failed test.
import './built.mjs';

export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed = Number(process.env.POWMOD_SEED ?? Math.floor(Math.random() * 2 ** 32))) {
    this.seed = seed;
    this.#state = seed >>> 0;
  }

  /** 32 bits by Mulberry32. */
  word(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** An integer from `least` to `most`. */
  between(least: number, most: number): number {
    return least + (this.word() % (most - least + 1));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.between(0, choices.length - 1)] as T;
  }

  /** A number of exactly `bits` bits: random, all ones, 2^k, 2^k + 1, or alternating 32-bit limbs. */
  number(bits: number): bigint {
    if (bits === 0) return 0n;
    const top = 1n << BigInt(bits - 1);
    switch (this.between(0, 7)) {
      case 0:
        return 2n * top - 1n;
      case 1:
        return top + 1n;
      case 2:
        return top;
      case 3: {
        const limbs = 'ffffffff00000000'.repeat(Math.ceil(bits / 64));
        return top | (BigInt(`0x${limbs}`) & (top - 1n));
      }
      default:
        return top | (this.bits(bits) & (top - 1n));
    }
  }

  bits(count: number): bigint {
    let value = 0n;
    for (let i = 0; i < count; i += 32) value = (value << 32n) | BigInt(this.word());
    return value;
  }
}
