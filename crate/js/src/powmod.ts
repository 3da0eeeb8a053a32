import { KeptCrtKey, loadedKey, type RsaPrivateKey, type WebCryptoKey } from './arithmetic/crt-key.js';
import type { FasterBigint } from './arithmetic/faster-bigint.js';
import { type ModexpOptions, readModexp } from './arithmetic/modexp.js';
import { Modulus } from './arithmetic/modulus.js';
import { findPrime, PRIME_OPTIONS, type PrimeOptions, readPrimeSearch } from './arithmetic/primes.js';
import { powerSecret, type SecretModulus, type SecretOptions } from './arithmetic/secret.js';
import { multiplyParts, readTerms } from './arithmetic/tables.js';
import type { Instance } from './border/instance.js';
import * as operations from './border/powers-operations.generated.js';
import { bindMethods, defineTag } from './border/resource.js';
import { bytesToBigint, randomBelow } from './bytes.js';
import type { MalformedProofError } from './errors.js';
import { copied, type Integer, type IntegerReader, isNegative, magnitudeBytes } from './input/integers.js';
import { nameOfPair, readPair } from './input/lists.js';
import { present, presentNumber, type Result, type ResultOptions, readResultOptions } from './input/options.js';
import { readOptional, wipingCopies } from './input/reading.js';
import type { Kernel, KernelChoice } from './kernels/kernel.js';
import { type BatchOptions, type HalvingOptions, readSeed, type VerifyOptions } from './vdf/options.js';
import type { ProofClaim, ProofFile } from './vdf/proof-file.js';
import { verifyProof, verifyProofs } from './vdf/verify.js';

/**
 * One instance of a kernel: `init()` makes it.
 *
 * An integer is a `bigint` or an unsigned big-endian `Uint8Array`. A modulus must be positive. A modulus or an exponent
 * may have `maxBits` bits: 65,536, unless `init` was given another limit. A base may have four times as many. A base is
 * reduced first, a negative base to [0, N). A negative exponent gives the power of the inverse. x^0 is 1 mod N, and so
 * is 0^0.
 *
 * Every method throws a `TypeError` for an argument of a wrong type and a `RangeError` for a value out of its range.
 * The message begins with the name of the argument. When WebAssembly fails, the method throws a `PowmodError`,
 * `ERR_OUT_OF_MEMORY` or `ERR_FAULT`, and the next call starts a new WebAssembly instance.
 *
 * The instance remembers the last few moduli, so that repeated calls cost no set-up.
 */
export class Powmod {
  /** The arithmetic kernel in use. */
  readonly kernel: Kernel;
  /** That kernel, and in words why it was chosen. */
  readonly choice: KernelChoice;
  readonly #instance: Instance;
  readonly #integers: IntegerReader;
  /** BigInt for what it computes faster; undefined if the caller asked for one kernel. */
  readonly #bigint: FasterBigint | undefined;

  /** @internal Use `init()`. */
  constructor(choice: KernelChoice, instance: Instance, integers: IntegerReader, bigint?: FasterBigint) {
    defineTag(this, 'Powmod');
    this.kernel = choice.kernel;
    this.choice = Object.freeze(choice);
    this.#instance = instance;
    this.#integers = integers;
    this.#bigint = bigint;
    bindMethods<Powmod>(this, Powmod.prototype);
  }

  /**
   * `base^exponent mod modulus`. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if the exponent is negative and the base has no inverse.
   *
   * @example
   * ```ts
   * pm.modPow(2n, 10n, 1000n); // 24n
   * pm.modPow(2n, 10n, 1000n, { as: 'bytes' }); // Uint8Array(2) [ 0, 24 ]
   * pm.modPow(3n, -1n, 7n); // 5n
   * ```
   */
  modPow<O extends ResultOptions = Record<never, never>>(
    base: Integer,
    exponent: Integer,
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const form = readResultOptions(options);
    const given = {
      base: this.#integers.base(base, 'base'),
      exponent: this.#integers.exponent(exponent, 'exponent'),
    };
    const n = this.#integers.modulus(modulus, 'modulus');
    const power = this.#bigint?.pow(given.base, given.exponent, n, form.asBytes);
    if (power !== undefined) return presentNumber(power, n, form);
    const all = { ...given, modulus: this.#integers.bytesOf(n) };
    return present(this.#instance.call(operations.pow, all), form);
  }

  /**
   * `x^a · y^b mod modulus`, the double exponentiation: it takes little more time than the longer power alone. Time
   * depends on all arguments: not for secrets.
   *
   * @throws RangeError if an exponent is negative and its base has no inverse.
   *
   * @example
   * ```ts
   * pm.modPow2(2n, 10n, 3n, 5n, 1000n); // 832n
   * ```
   */
  modPow2<O extends ResultOptions = Record<never, never>>(
    x: Integer,
    a: Integer,
    y: Integer,
    b: Integer,
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const form = readResultOptions(options);
    const given = {
      terms: readPair(x, a, y, b, this.#integers),
      tables: [],
      modulus: this.#integers.modulusBytes(modulus, 'modulus'),
    };
    return present(this.#instance.call(operations.multiPow, given, nameOfPair), form);
  }

  /**
   * The product of `base^exponent` over `[base, exponent]` pairs, modulo `modulus`; 1 modulo it if there are none. The
   * pairs are an array or another iterable, and are read in parts. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if an exponent is negative and its base has no inverse.
   *
   * @example
   * ```ts
   * pm.modMultiPow([[2n, 10n], [3n, 5n], [5n, 2n]], 1000n); // 800n
   * ```
   */
  modMultiPow<O extends ResultOptions = Record<never, never>>(
    terms: Iterable<readonly [Integer, Integer]>,
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const form = readResultOptions(options);
    const n = copied(this.#integers.modulusBytes(modulus, 'modulus'));
    return present(
      multiplyParts(this.#instance, readTerms(terms, this.#integers), () => n),
      form,
    );
  }

  /**
   * `a · b mod modulus`. Time depends on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * pm.modMul(123n, 456n, 1000n); // 88n
   * ```
   */
  modMul<O extends ResultOptions = Record<never, never>>(
    a: Integer,
    b: Integer,
    modulus: Integer,
    options?: O,
  ): Result<O> {
    const form = readResultOptions(options);
    const given = { a: this.#integers.base(a, 'a'), b: this.#integers.base(b, 'b') };
    const n = this.#integers.modulus(modulus, 'modulus');
    const product = this.#bigint?.mul(given.a, given.b, n, form.asBytes);
    if (product !== undefined) return presentNumber(product, n, form);
    return present(this.#instance.call(operations.mul, { ...given, modulus: this.#integers.bytesOf(n) }), form);
  }

  /**
   * The inverse of `a` modulo `modulus`. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if `a` has no inverse.
   *
   * @example
   * ```ts
   * pm.modInv(3n, 7n); // 5n
   * pm.modInv(2n, 4n); // throws RangeError: a: has no inverse modulo the modulus
   * ```
   */
  modInv<O extends ResultOptions = Record<never, never>>(a: Integer, modulus: Integer, options?: O): Result<O> {
    const form = readResultOptions(options);
    const given = { a: this.#integers.base(a, 'a') };
    const n = this.#integers.modulus(modulus, 'modulus');
    const inverse = this.#bigint?.inv(given.a, n);
    if (inverse !== undefined) return presentNumber(inverse, n, form);
    return present(this.#instance.call(operations.inv, { ...given, modulus: this.#integers.bytesOf(n) }), form);
  }

  /**
   * `base^exponent mod modulus` for a secret exponent, as bytes of the modulus's length. The modulus must be odd.
   *
   * Time depends on the modulus, on `exponentBits`, on the lengths of the arrays, and on a base or an exponent that is a
   * `bigint`: the engine converts it in a time that shows its length, and leaves copies in memory. Time does not depend
   * on the value of bytes. What powmod copies is wiped, except the result. SECURITY.md says how far this protects a
   * secret in a WebAssembly engine.
   *
   * @throws RangeError if the exponent has more than `exponentBits` bits or the modulus is even. PowmodError
   *   `ERR_KERNEL_UNAVAILABLE` on the kernel `bigint`, whose time would tell the exponent.
   *
   * @example
   * ```ts
   * const exponent = new Uint8Array([10]);
   * pm.modPowSecret(2n, exponent, 1000003n, { exponentBits: 8 }); // Uint8Array(3) [ 0, 4, 0 ]
   * ```
   */
  modPowSecret(base: Integer, exponent: Integer, modulus: Integer, options: SecretOptions): Uint8Array<ArrayBuffer> {
    const terms = [[base, exponent, 'base', 'exponent']] as const;
    return powerSecret(this.#instance, this.#integers, terms, options, () => this.#secretModulus(modulus));
  }

  /**
   * `x^a · y^b mod modulus` for secret exponents of at most `exponentBits` bits each, as bytes of the modulus's length.
   * Time depends on the same things as for `modPowSecret`.
   *
   * @throws RangeError if an exponent has more than `exponentBits` bits or the modulus is even. PowmodError as for
   *   `modPowSecret`.
   *
   * @example
   * ```ts
   * const [a, b] = [new Uint8Array([10]), new Uint8Array([5])];
   * pm.modPow2Secret(2n, a, 3n, b, 1000003n, { exponentBits: 8 }); // Uint8Array(3) [ 3, 204, 0 ]
   * ```
   */
  modPow2Secret(
    x: Integer,
    a: Integer,
    y: Integer,
    b: Integer,
    modulus: Integer,
    options: SecretOptions,
  ): Uint8Array<ArrayBuffer> {
    const terms = [
      [x, a, 'x', 'a'],
      [y, b, 'y', 'b'],
    ] as const;
    return powerSecret(this.#instance, this.#integers, terms, options, () => this.#secretModulus(modulus));
  }

  /**
   * Keeps an RSA key with its moduli prepared, for private operations by the Chinese remainder theorem (RFC 8017, section
   * 5.1.2). From `{ n, e, d }` it finds the primes, in the time of a few powers, and from `{ p, q, e }` it computes dp, dq and
   * qInv. It also takes a JWK, PKCS #8 and PKCS #1 in PEM or DER, and a `KeyObject` of Node; a page reads files by
   * {@link crtKeyFrom}. What a key says twice is compared: n with p·q, and d with dp and dq.
   *
   * Time depends on p, q and e, on the lengths of the arrays, and on numbers that are `bigint`s as for `modPowSecret`,
   * but not on the value of dp, dq, qInv and d. Without the primes it depends on n and e, and on how soon the primes are
   * found: on the exponents of 2 in e·d − 1, p − 1 and q − 1, and on which small number finds them.
   *
   * @throws RangeError if p, q, n or e is even, or dp, dq or qInv is longer than its prime, or n is not p·q, or d is not
   *   the private exponent, or a JWK has other primes. PowmodError `ERR_KERNEL_UNAVAILABLE` as for `modPowSecret`,
   *   `ERR_OUT_OF_MEMORY` where there is no room for the key's memory: in Node each reserves 10 GB of addresses, not of
   *   memory, and `free` gives them to the next key.
   *
   * @example
   * ```ts
   * const [p, q, e] = [new Uint8Array([61]), new Uint8Array([53]), new Uint8Array([17])];
   * const [dp, dq, qInv] = [new Uint8Array([53]), new Uint8Array([49]), new Uint8Array([38])];
   * const key = pm.crtKey({ p, q, dp, dq, qInv, e });
   * key.pow(65n); // Uint8Array(2) [ 2, 76 ]
   * key.free();
   * const found = pm.crtKey({ n: 3233n, e: 17n, d: 413n });
   * found.pow(65n); // Uint8Array(2) [ 2, 76 ]
   * found.free();
   * ```
   */
  crtKey(key: RsaPrivateKey): KeptCrtKey {
    return wipingCopies(() => new KeptCrtKey(this.#instance, this.#integers, key));
  }

  /**
   * As {@link crtKey}, for keys that take time to read: a `CryptoKey` of WebCrypto that is extractable, and in pages PEM and
   * DER, whose reader is a file of its own. It takes every key of `crtKey` too. The bytes of a `CryptoKey` are wiped.
   *
   * @throws TypeError if the key is not extractable or not private, and as `crtKey`. PowmodError `ERR_LOAD` if the reader
   *   could not be loaded.
   *
   * @example
   * ```ts
   * const algorithm = { name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
   * const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
   * const key = await pm.crtKeyFrom(privateKey);
   * key.pow(65n).length; // 256
   * key.free();
   * ```
   */
  async crtKeyFrom(key: RsaPrivateKey | WebCryptoKey): Promise<KeptCrtKey> {
    const { loaded, copy } = await loadedKey(key);
    try {
      return this.crtKey(loaded as RsaPrivateKey);
    } finally {
      copy?.fill(0);
    }
  }

  /**
   * Ethereum's precompiled contract 0x05, `modexp`, on its bytes (EIP-198): three lengths of 32 bytes, then base,
   * exponent and modulus. A short input goes on with zeros. The result is as long as the modulus in the input; for a
   * modulus of 0 it is all zeros. Numbers of 1024 bytes block the thread for up to a second: `Pool.modexp` does not. Time
   * depends on the input: not for secrets.
   *
   * @throws RangeError if an exponent or a modulus has more than `maxBits` bits, or a base four times as many, or one of
   *   them has more than 1024 bytes and `options.eip7823` is true.
   *
   * @example
   * ```ts
   * const input = new Uint8Array(99);
   * input[31] = input[63] = input[95] = 1;
   * input.set([3, 5, 100], 96);
   * pm.modexp(input); // Uint8Array(1) [ 43 ]
   * ```
   */
  modexp(input: Uint8Array, options?: ModexpOptions): Uint8Array<ArrayBuffer> {
    const { base, exponent, modulus, length } = readModexp(input, options, this.#integers.maxBits);
    if (modulus.length === 0) return new Uint8Array(length);
    return this.modPow(base, exponent, modulus, { as: 'bytes', length });
  }

  /**
   * Keeps a modulus and its precomputation, for many calls. Time depends on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * const m = pm.modulus(1000003n);
   * m.pow(2n, 10n); // 1024n
   * ```
   */
  modulus(modulus: Integer): Modulus {
    const n = this.#integers.modulus(modulus, 'modulus');
    return new Modulus(this.#instance, this.#integers, n, this.#bigint);
  }

  /**
   * Whether `n`, of at most `maxBits` bits, is a prime by the Baillie–PSW test: no composite that passes is known. A
   * negative number is not a prime. Time depends on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * pm.isProbablePrime(2n ** 127n - 1n); // true
   * pm.isProbablePrime(-7n); // false
   * ```
   */
  isProbablePrime(n: Integer): boolean {
    const value = this.#integers.exponent(n, 'n');
    return !isNegative(value) && this.#instance.call(operations.isProbablePrime, { n: magnitudeBytes(value) });
  }

  /**
   * A random prime of exactly `bits` bits, 2 to `maxBits`, with its two highest bits set: the product of two such primes
   * has both their lengths together. For a safe prime p, (p − 1)/2 is a prime too; it has 3 bits, or 6 or more.
   *
   * The search starts at a random number and takes the first prime, so that a prime after a long gap is more likely. The
   * prime passes the Baillie–PSW test and strong tests to 8 random bases. The search blocks the calling thread: a pool
   * does not. Time depends on the prime, and copies of it stay in memory until something else overwrites them.
   *
   * @throws TypeError if `random` throws, or RangeError if it gives a wrong number of bytes.
   *
   * @example
   * ```ts
   * const p = pm.randomPrime(512);
   * p >> 510n; // 3n
   * const random = (length: number) => new Uint8Array(length).fill(7);
   * pm.randomPrime(32, { safe: true, random }); // 3339127139n
   * ```
   */
  randomPrime(bits: number, options?: PrimeOptions): bigint {
    const checked = readOptional(options, 'options', PRIME_OPTIONS);
    return findPrime(this.#instance, readPrimeSearch(bits, checked, this.#integers.maxBits));
  }

  /**
   * A uniformly random number from 0 to n − 1, as bytes as long as n: random bytes of the platform's secure generator
   * are drawn until they are below n. Time depends on n, and on how many draws were too large, which tells nothing about
   * the result.
   *
   * @example
   * ```ts
   * pm.randomBelow(1000n).length; // 2
   * ```
   */
  randomBelow(n: Integer): Uint8Array<ArrayBuffer> {
    return randomBelow(this.#integers.modulusBytes(n, 'n'));
  }

  /**
   * Whether a proof of sequential squaring is valid. `proof` is the object of its file, the file's JSON as text or
   * bytes, or the claim from `readProof`. Time depends on all arguments: not for secrets.
   *
   * Whoever knows the factors of the modulus can prove anything. State in `options.expect` what the proof must show; a
   * proof of anything else is not valid. A `tokamak` proof proves its output only up to sign: compare by `element`.
   *
   * A Pietrzak proof whose transcript is that of another protocol takes its challenge of a halving as a function.
   *
   * @throws MalformedProofError if a field is missing, unknown or out of its range.
   *
   * @example
   * ```ts
   * pm.verify(proof, { expect: { modulus: 'RSA-2048', iterations: 2 ** 20 } }); // true
   * pm.verify(proof, { expect: { iterations: 5 } }); // false
   * pm.verify('{}'); // throws MalformedProofError
   * ```
   */
  verify(proof: ProofFile | ProofClaim | string | Uint8Array, options?: VerifyOptions | HalvingOptions): boolean {
    const powerTimes = (z: bigint, r: bigint, v: bigint, n: bigint) => this.modPow2(z, r, v, 1n, n);
    return verifyProof(this.#instance, this.#integers, powerTimes, proof, options);
  }

  /**
   * Verifies up to 2^20 proofs, each by itself, or with `batch: true` those of one modulus together. The verdicts have
   * the order of the proofs. A malformed proof gives its error as its verdict. Time depends on all arguments: not for
   * secrets.
   *
   * @example
   * ```ts
   * const wrong = { ...proof, output: proof.input };
   * pm.verifyBatch([proof, wrong]); // [ true, false ]
   * ```
   */
  verifyBatch(
    proofs: readonly (ProofFile | ProofClaim | string | Uint8Array)[],
    options?: BatchOptions,
  ): (boolean | MalformedProofError)[] {
    return verifyProofs(this.#instance, this.#integers, proofs, options);
  }

  /**
   * min(z mod N, N − z mod N): the element of the group without signs, which a `tokamak` proof proves. Time depends on
   * all arguments: not for secrets.
   *
   * @throws RangeError if the modulus is even, prime, a perfect power, has a factor below 2^16, or more than 16,384
   *   bits.
   *
   * @example
   * ```ts
   * import { groups } from 'powmod';
   * const N = groups['RSA-2048'];
   * pm.element(N - 5n, N); // 5n
   * ```
   */
  element(z: Integer, modulus: Integer): bigint {
    const given = {
      z: this.#integers.base(z, 'z'),
      modulus: this.#integers.modulusBytes(modulus, 'modulus'),
    };
    return bytesToBigint(this.#instance.call(operations.element, given));
  }

  /**
   * Derives an element of the group from a seed of at most 2^20 bytes, for the input of a proof. Nobody can choose
   * which element a seed gives. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if the modulus has fewer than 1,000 bits, or as for `element`.
   *
   * @example
   * ```ts
   * import { groups } from 'powmod';
   * const seed = new TextEncoder().encode('my seed');
   * const x = pm.hashToGroup(seed, groups['RSA-2048']);
   * x < groups['RSA-2048']; // true
   * ```
   */
  hashToGroup(seed: Uint8Array, modulus: Integer): bigint {
    const given = {
      seed: readSeed(seed, 'seed'),
      modulus: this.#integers.modulusBytes(modulus, 'modulus'),
    };
    return bytesToBigint(this.#instance.call(operations.hashToGroup, given));
  }

  #secretModulus(modulus: unknown): SecretModulus {
    const bytes = this.#integers.modulusBytes(modulus, 'modulus');
    return { bytes, argument: bytes };
  }
}
