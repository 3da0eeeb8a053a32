import { invert, isProbablePrime, multiply, power, product } from './arithmetic.js';
import { bytesToBigint } from './bytes.js';
import type { MalformedProofError } from './errors.js';
import type { Instance } from './instance.js';
import { type Integer, type IntegerReader, isNegative, residueBytes } from './integers.js';
import type { Kernel } from './kernels.js';
import { Modulus } from './modulus.js';
import {
  type PowOptions,
  present,
  type Result,
  type ResultOptions,
  readPowOptions,
  readResultOptions,
} from './options.js';
import type { ProofFile } from './proof-file.js';
import { type CrtKey, powerCrt, powerSecret, type SecretOptions } from './secret.js';
import { readTerms } from './terms.js';
import { type BatchOptions, hashSeed, readSeed, type VerifyOptions, verifyProof, verifyProofs } from './verify.js';

/**
 * One instance: what `init()` gives.
 *
 * Integers are `bigint`s, or unsigned big-endian `Uint8Array`s; anything else is a `TypeError`. A modulus must be
 * positive; a modulus or an exponent may have `maxBits` bits (65,536 unless `init` was told otherwise), a base four
 * times as many; beyond that, a `RangeError`. A base is reduced first, a negative one into [0, N). A negative
 * exponent stands for the inverse's power, and is a `RangeError` where there is no inverse. x^0 is 1 mod N, 0^0 too.
 *
 * The last few moduli are remembered, so that repeated calls cost no set-up.
 */
export class Powmod {
  /** The arithmetic kernel in use. */
  readonly kernel: Kernel;
  readonly #instance: Instance;
  readonly #integers: IntegerReader;

  /** @internal Use `init()`. */
  constructor(kernel: Kernel, instance: Instance, integers: IntegerReader) {
    this.kernel = kernel;
    this.#instance = instance;
    this.#integers = integers;
  }

  /** `base^exponent mod modulus`. */
  modPow<O extends PowOptions = Record<never, never>>(
    base: Integer,
    exponent: Integer,
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const { words, asBytes } = readPowOptions(options);
    const term = this.#integers.term(base, exponent, 'base', 'exponent');
    const n = this.#integers.modulus(modulus, 'modulus');
    return present(power(this.#instance, this.#instance.ring(n), term, words), asBytes);
  }

  /** `x^a · y^b mod modulus`, for about the price of the longer power alone: the double exponentiation. */
  modPow2<O extends PowOptions = Record<never, never>>(
    x: Integer,
    a: Integer,
    y: Integer,
    b: Integer,
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const { words, asBytes } = readPowOptions(options);
    const terms = [this.#integers.term(x, a, 'x', 'a'), this.#integers.term(y, b, 'y', 'b')];
    const n = this.#integers.modulus(modulus, 'modulus');
    return present(product(this.#instance, this.#instance.ring(n), terms, words), asBytes);
  }

  /** The product of `base^exponent` over all `[base, exponent]` pairs, modulo `modulus`; no pairs are a `RangeError`. */
  modMultiPow<O extends PowOptions = Record<never, never>>(
    terms: readonly (readonly [Integer, Integer])[],
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const { words, asBytes } = readPowOptions(options);
    const checked = readTerms(terms, this.#integers);
    const n = this.#integers.modulus(modulus, 'modulus');
    return present(product(this.#instance, this.#instance.ring(n), checked, words), asBytes);
  }

  /** `a · b mod modulus`. */
  modMul<O extends ResultOptions = Record<never, never>>(
    a: Integer,
    b: Integer,
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const asBytes = readResultOptions(options);
    const [left, right] = [this.#integers.base(a, 'a'), this.#integers.base(b, 'b')];
    const n = this.#integers.modulus(modulus, 'modulus');
    return present(multiply(this.#instance, this.#instance.ring(n), left, right), asBytes);
  }

  /** The inverse of `a` modulo `modulus`. @throws RangeError when there is none. */
  modInv<O extends ResultOptions = Record<never, never>>(a: Integer, modulus: Integer, options?: O): Result<O> {
    const asBytes = readResultOptions(options);
    const value = this.#integers.base(a, 'a');
    const n = this.#integers.modulus(modulus, 'modulus');
    return present(invert(this.#instance, this.#instance.ring(n), value, 'a'), asBytes);
  }

  /**
   * `base^exponent mod modulus` for a secret exponent, as bytes of the modulus's length. The modulus must be odd. Time
   * and addresses depend on lengths and on the modulus, and nothing that is copied is left behind: SECURITY.md says
   * what that is worth in a WebAssembly engine.
   */
  modPowSecret(base: Integer, exponent: Uint8Array, modulus: Integer, options: SecretOptions): Uint8Array {
    const terms = [[base, exponent, 'base', 'exponent']] as const;
    return powerSecret(this.#instance, this.#integers, terms, modulus, options);
  }

  /** `x^a · y^b mod modulus` for secret exponents of at most `exponentBits` bits each: see `modPowSecret`. */
  modPow2Secret(
    x: Integer,
    a: Uint8Array,
    y: Integer,
    b: Uint8Array,
    modulus: Integer,
    options: SecretOptions,
  ): Uint8Array {
    const terms = [
      [x, a, 'x', 'a'],
      [y, b, 'y', 'b'],
    ] as const;
    return powerSecret(this.#instance, this.#integers, terms, modulus, options);
  }

  /**
   * RSA's private operation `base^d mod p·q` by the Chinese remainder theorem, on the secret path, as bytes of the
   * length of p·q. No padding is added or removed.
   *
   * @throws PowmodError `ERR_FAULT` when the result, raised to `e`, is not the base: the key is inconsistent or a half
   *   was computed wrongly.
   */
  modPowCrt(base: Integer, key: CrtKey): Uint8Array {
    return powerCrt(this.#instance, this.#integers, base, key);
  }

  /** Keeps a modulus and what is precomputed for it. */
  modulus(modulus: Integer): Modulus {
    return new Modulus(this.#instance, this.#integers, this.#integers.modulus(modulus, 'modulus'));
  }

  /** Whether `n` is a prime, by the Baillie–PSW test: no composite that passes is known. A negative number is none. */
  isProbablePrime(n: Integer): boolean {
    const value = this.#integers.exponent(n, 'n');
    return !isNegative(value) && isProbablePrime(this.#instance, value);
  }

  /**
   * Whether a proof of sequential squaring is valid. `proof` is the object or its file's JSON, as text or bytes.
   *
   * Whoever knows the factors of the modulus can prove anything, so say in `options.expect` what is to be proved;
   * the proof of anything else is not valid. A `tokamak` proof proves its output only up to sign: use `element`.
   *
   * @throws MalformedProofError when it is not a proof at all.
   */
  verify(proof: ProofFile | string | Uint8Array, options?: VerifyOptions): boolean {
    return verifyProof(this.#instance, this.#integers, proof, options);
  }

  /**
   * Verifies many proofs, each by itself, or with `batch: true` those of one modulus together. A malformed one gives
   * its error in its place.
   */
  verifyBatch(
    proofs: readonly (ProofFile | string | Uint8Array)[],
    options?: BatchOptions,
  ): (boolean | MalformedProofError)[] {
    return verifyProofs(this.#instance, this.#integers, proofs, options);
  }

  /** min(z mod N, N − z mod N): the element of the group without signs, which is what a `tokamak` proof proves. */
  element(z: Integer, modulus: Integer): bigint {
    const value = this.#integers.base(z, 'z');
    const ring = this.#instance.ring(this.#integers.modulus(modulus, 'modulus'));
    const bytes = residueBytes(value, ring.modulus);
    return bytesToBigint(this.#instance.run(() => ring.handle.element(bytes)));
  }

  /**
   * The element that a seed stands for: the input of a proof that nobody could choose. `seed` has up to 2^20 bytes;
   * the modulus must be fit for a VDF.
   */
  hashToGroup(seed: Uint8Array, modulus: Integer): bigint {
    const bytes = readSeed(seed, 'seed');
    return hashSeed(this.#instance, bytes, this.#integers.modulus(modulus, 'modulus'));
  }
}
