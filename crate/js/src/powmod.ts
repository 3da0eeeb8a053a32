import type { Engine } from './arithmetic/engine.js';
import type { Moduli } from './arithmetic/known-modulus.js';
import { findPrime, PRIME_OPTIONS, type PrimeOptions, readPrimeSearch } from './arithmetic/primes.js';
import { KeptRsaKey, loadedKey, type RsaPrivateKey, type WebCryptoKey } from './arithmetic/rsa-key.js';
import * as operations from './border/powers-operations.generated.js';
import { bytesToBigint } from './bytes.js';
import type { MalformedProofError } from './errors.js';
import { type Integer, isNegative, magnitudeBytes } from './input/integers.js';
import { readOptional, wipingCopies } from './input/reading.js';
import { Powers } from './powers.js';
import { type BatchOptions, type HalvingOptions, readSeed, type VerifyOptions } from './vdf/options.js';
import type { ProofClaim, ProofFile } from './vdf/proof-file.js';
import { verifyProof, verifyProofs } from './vdf/verify.js';

/**
 * One instance of a kernel: `init()` makes it. It has the calls of {@link Powers}, with the same rules, and besides RSA
 * keys, primes and the verification of delay proofs.
 */
export class Powmod extends Powers {
  readonly #moduli: Moduli;
  readonly #engine: Engine;

  /** @internal Use `init()`. */
  constructor(moduli: Moduli) {
    super(moduli, 'Powmod');
    this.#moduli = moduli;
    this.#engine = moduli.engine;
  }

  /**
   * Keeps an RSA key with its moduli prepared, for private operations by the Chinese remainder theorem (RFC 8017,
   * section 5.1.2). From `{ n, e, d }` it finds the primes, in the time of a few powers, and from `{ p, q, e }` it
   * computes dp, dq and qInv. It also takes a JWK, PKCS #8 and PKCS #1 in PEM or DER, and a `KeyObject` of Node; a page
   * reads files by {@link rsaPrivateKeyFrom}. What a key says twice is compared: n with p·q, and d with dp, dq and e;
   * in a key with d, as files have it, qInv with q too. p and q are tested to be primes, in about the time of one
   * `pow`: a composite number passes only if it was made for that.
   *
   * Time depends on p, q and e, on the lengths of the arrays, and on numbers that are `bigint`s as for `modPowSecret`,
   * but not on the value of dp, dq, qInv and d. Without the primes it depends on n and e, and on how soon the primes
   * are found: on the exponents of 2 in e·d − 1, p − 1 and q − 1, and on which small number finds them.
   *
   * @throws RangeError if p or q is no prime, or n or e is even, or dp, dq or qInv is longer than its prime, or n is
   *   not p·q, or d, e or qInv does not agree with the others, or a JWK has other primes, or a file is damaged or
   *   another. PowmodError `ERR_KERNEL_UNAVAILABLE` as for `modPowSecret`, `ERR_OUT_OF_MEMORY`
   *   where there is no room for the key's memory: in Node each reserves 10 GB of addresses, not of memory, and `free`
   *   gives them to the next key.
   *
   * @example
   * ```ts
   * const [p, q, e] = [new Uint8Array([61]), new Uint8Array([53]), new Uint8Array([17])];
   * const [dp, dq, qInv] = [new Uint8Array([53]), new Uint8Array([49]), new Uint8Array([38])];
   * const key = pm.rsaPrivateKey({ p, q, dp, dq, qInv, e });
   * key.pow(65n); // Uint8Array(2) [ 2, 76 ]
   * key.free();
   * const found = pm.rsaPrivateKey({ n: 3233n, e: 17n, d: 413n });
   * found.pow(65n); // Uint8Array(2) [ 2, 76 ]
   * found.free();
   * ```
   */
  rsaPrivateKey(key: RsaPrivateKey): KeptRsaKey {
    return wipingCopies(() => new KeptRsaKey(this.#engine, key));
  }

  /**
   * As {@link rsaPrivateKey}, for keys that take time to read: a `CryptoKey` of WebCrypto that is extractable, and in
   * pages PEM and DER, whose reader is a file of its own. It takes every key of `rsaPrivateKey` too. The bytes of a
   * `CryptoKey` are wiped.
   *
   * @throws TypeError if the key is not extractable or not private, and as `rsaPrivateKey`. PowmodError `ERR_LOAD`
   *   if the reader could not be loaded.
   *
   * @example
   * ```ts
   * const modulusLength = 2048;
   * const algorithm = { name: 'RSA-PSS', hash: 'SHA-256', modulusLength, publicExponent: new Uint8Array([1, 0, 1]) };
   * const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
   * const key = await pm.rsaPrivateKeyFrom(privateKey);
   * key.pow(65n).length; // 256
   * key.free();
   * ```
   */
  async rsaPrivateKeyFrom(key: RsaPrivateKey | WebCryptoKey): Promise<KeptRsaKey> {
    const { loaded, copy } = await loadedKey(key);
    try {
      return this.rsaPrivateKey(loaded as RsaPrivateKey);
    } finally {
      copy?.fill(0);
    }
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
    const value = this.#engine.integers.exponent(n, 'n');
    return !isNegative(value) && this.#engine.instance.call(operations.isProbablePrime, { n: magnitudeBytes(value) });
  }

  /**
   * A random prime of exactly `bits` bits, 2 to `maxBits`, with its two highest bits set: the product of two such
   * primes has both their lengths together. For a safe prime p, (p − 1)/2 is a prime too; it has 3 bits, or 6 or more.
   *
   * The search starts at a random number and takes the first prime, so that a prime after a long gap is more likely.
   * The prime passes the Baillie–PSW test and strong tests to 8 random bases. The search blocks the calling thread: a
   * pool does not. Time depends on the prime, and copies of it stay in memory until something else overwrites them.
   *
   * @throws TypeError if `random` gives no bytes, RangeError if a wrong number of them. What it throws itself is thrown
   *   as it is.
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
    return findPrime(this.#engine.instance, readPrimeSearch(bits, checked, this.#engine.integers.maxBits));
  }

  /**
   * Whether a proof of sequential squaring is valid. `proof` is the object of its file, the file's JSON as text or
   * bytes, or the claim from `readProof`. Time depends on all arguments: not for secrets.
   *
   * Whoever knows the factors of the modulus can prove anything. State in `options.expect` what the proof must show; a
   * proof of anything else is not valid, and so is one of another profile than `powmod-v1`, if you do not name it:
   * a `tokamak` proof proves its output only up to sign. Take `element(output, modulus)` of it.
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
    const { instance, integers } = this.#engine;
    const powerTimes = (z: bigint, r: bigint, v: bigint, n: bigint) => this.modPow2(z, r, v, 1n, n);
    return verifyProof(instance, integers, powerTimes, proof, options);
  }

  /**
   * Verifies any number of proofs, an array or another iterable, each by itself, or with `batch: true` those of one
   * modulus together, up to 1024 at a time. They are read in parts. The verdicts have the order of the proofs. A
   * malformed proof gives its error as its verdict. Time depends on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * const wrong = { ...proof, output: proof.input };
   * pm.verifyBatch([proof, wrong]); // [ true, false ]
   * ```
   */
  verifyBatch(
    proofs: Iterable<ProofFile | ProofClaim | string | Uint8Array> & object,
    options?: BatchOptions,
  ): (boolean | MalformedProofError)[] {
    return verifyProofs(this.#engine.instance, this.#engine.integers, proofs, options);
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
      z: this.#engine.integers.base(z, 'z'),
      modulus: this.#moduli.read(modulus).bytes,
    };
    return bytesToBigint(this.#engine.instance.call(operations.element, given));
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
      modulus: this.#moduli.read(modulus).bytes,
    };
    return bytesToBigint(this.#engine.instance.call(operations.hashToGroup, given));
  }
}
