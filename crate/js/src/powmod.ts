import { Modulus } from './arithmetic/modulus.js';
import { type CrtKey, powerCrt, powerSecret, type SecretOptions } from './arithmetic/secret.js';
import type { Instance } from './border/instance.js';
import * as operations from './border/operations.generated.js';
import { bytesToBigint } from './bytes.js';
import type { MalformedProofError } from './errors.js';
import { type Integer, type IntegerReader, isNegative, magnitudeBytes } from './input/integers.js';
import { nameOfPair, nameOfTerm, readPair, readTerms } from './input/lists.js';
import {
  type PowOptions,
  present,
  type Result,
  type ResultOptions,
  readMultiPowOptions,
  readPowOptions,
  readResultOptions,
} from './input/options.js';
import type { Kernel } from './kernels/kernel.js';
import { type BatchOptions, readSeed, type VerifyOptions } from './vdf/options.js';
import type { ProofClaim, ProofFile } from './vdf/proof-file.js';
import { verifyProof, verifyProofs } from './vdf/verify.js';

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
    const checked = readPowOptions(options);
    const given = {
      base: this.#integers.base(base, 'base'),
      exponent: this.#integers.exponent(exponent, 'exponent'),
      modulus: this.#integers.modulus(modulus, 'modulus'),
      options: checked.options,
    };
    return present(this.#instance.call(operations.pow, given), checked.asBytes);
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
    const checked = readMultiPowOptions(options);
    const given = {
      terms: readPair(x, a, y, b, this.#integers),
      modulus: this.#integers.modulus(modulus, 'modulus'),
      options: checked.options,
    };
    return present(this.#instance.call(operations.multiPow, given, nameOfPair), checked.asBytes);
  }

  /** The product of `base^exponent` over all `[base, exponent]` pairs, modulo `modulus`; no pairs are a `RangeError`. */
  modMultiPow<O extends PowOptions = Record<never, never>>(
    terms: readonly (readonly [Integer, Integer])[],
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const checked = readMultiPowOptions(options);
    const given = {
      terms: readTerms(terms, this.#integers),
      modulus: this.#integers.modulus(modulus, 'modulus'),
      options: checked.options,
    };
    return present(this.#instance.call(operations.multiPow, given, nameOfTerm), checked.asBytes);
  }

  /** `a · b mod modulus`. */
  modMul<O extends ResultOptions = Record<never, never>>(
    a: Integer,
    b: Integer,
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const asBytes = readResultOptions(options);
    const given = {
      a: this.#integers.base(a, 'a'),
      b: this.#integers.base(b, 'b'),
      modulus: this.#integers.modulus(modulus, 'modulus'),
    };
    return present(this.#instance.call(operations.mul, given), asBytes);
  }

  /** The inverse of `a` modulo `modulus`. @throws RangeError when there is none. */
  modInv<O extends ResultOptions = Record<never, never>>(a: Integer, modulus: Integer, options?: O): Result<O> {
    const asBytes = readResultOptions(options);
    const given = {
      a: this.#integers.base(a, 'a'),
      modulus: this.#integers.modulus(modulus, 'modulus'),
    };
    return present(this.#instance.call(operations.inv, given), asBytes);
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
    return !isNegative(value) && this.#instance.call(operations.isProbablePrime, { n: magnitudeBytes(value) });
  }

  /**
   * Whether a proof of sequential squaring is valid. `proof` is the object or its file's JSON, as text or bytes.
   *
   * Whoever knows the factors of the modulus can prove anything, so say in `options.expect` what is to be proved;
   * the proof of anything else is not valid. A `tokamak` proof proves its output only up to sign: use `element`.
   *
   * @throws MalformedProofError when it is not a proof at all.
   */
  verify(proof: ProofFile | ProofClaim | string | Uint8Array, options?: VerifyOptions): boolean {
    return verifyProof(this.#instance, this.#integers, proof, options);
  }

  /**
   * Verifies many proofs, each by itself, or with `batch: true` those of one modulus together. A malformed one gives
   * its error in its place.
   */
  verifyBatch(
    proofs: readonly (ProofFile | ProofClaim | string | Uint8Array)[],
    options?: BatchOptions,
  ): (boolean | MalformedProofError)[] {
    return verifyProofs(this.#instance, this.#integers, proofs, options);
  }

  /** min(z mod N, N − z mod N): the element of the group without signs, which is what a `tokamak` proof proves. */
  element(z: Integer, modulus: Integer): bigint {
    const given = {
      z: this.#integers.base(z, 'z'),
      modulus: this.#integers.modulus(modulus, 'modulus'),
    };
    return bytesToBigint(this.#instance.call(operations.element, given));
  }

  /**
   * The element that a seed stands for: the input of a proof that nobody could choose. `seed` has up to 2^20 bytes;
   * the modulus must be fit for a VDF.
   */
  hashToGroup(seed: Uint8Array, modulus: Integer): bigint {
    const given = {
      seed: readSeed(seed, 'seed'),
      modulus: this.#integers.modulus(modulus, 'modulus'),
    };
    return bytesToBigint(this.#instance.call(operations.hashToGroup, given));
  }
}
