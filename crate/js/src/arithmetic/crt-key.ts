/// <reference lib="esnext.disposable" preserve="true" />
/**
 * RSA keys. Branches in this file depend on lengths and public numbers, never on the value of a secret.
 */
import type { Instance, Resource, SeparateInstance } from '../border/instance.js';
import * as operations from '../border/powers-operations.generated.js';
import type { PublicName } from '../border/refusal.js';
import { defineDispose, KeptResource } from '../border/resource.js';
import type { Handle, Padded } from '../border/wire.js';
import { base64ToBytes, withoutLeadingZeros } from '../bytes.js';
import { bitLength, type Integer, type IntegerReader, isNegative, magnitudeBytes, tooLong } from '../input/integers.js';
import { describe, readFields, wipeLater, wipingCopies } from '../input/reading.js';
import { padded, readSecret, readUnsigned } from './secret.js';

/**
 * The parts of an RSA private key by the Chinese remainder theorem (RFC 8017). Bytes are unsigned and big-endian. The
 * time to convert a `bigint` shows its length, and the engine keeps copies of it.
 */
export interface CrtKey {
  /** A prime factor of N. */
  p: Integer;
  /** The other prime factor of N. */
  q: Integer;
  /** d mod (p − 1) */
  dp: Integer;
  /** d mod (q − 1) */
  dq: Integer;
  /** q^−1 mod p */
  qInv: Integer;
  /** The public exponent, which checks the result. */
  e: Integer;
}

/** An RSA private key whose primes are not at hand: the key finds them. Bytes and `bigint`s are as for {@link CrtKey}. */
export interface RsaKey {
  /** The modulus, a product of two primes. */
  n: Integer;
  /** The public exponent. */
  e: Integer;
  /** The private exponent. */
  d: Integer;
}

/**
 * An RSA private key as a JSON Web Key (RFC 7518, section 6.3), as `crypto.subtle.exportKey('jwk', key)` gives it: numbers
 * in base64url. Without the primes, the key finds them. The engine keeps copies of texts.
 */
export interface RsaJwk {
  /** `'RSA'` */
  kty?: string | undefined;
  n?: string | undefined;
  e?: string | undefined;
  d?: string | undefined;
  p?: string | undefined;
  q?: string | undefined;
  dp?: string | undefined;
  dq?: string | undefined;
  /** q^−1 mod p */
  qi?: string | undefined;
}

/**
 * An RSA key with its moduli prepared, for many private operations: `using key = pm.crtKey(parts)`, or `key.free()`;
 * otherwise the garbage collector frees it. The key has a WebAssembly memory of its own, which `free` wipes as a whole.
 * `pow` throws a `TypeError` after the key was freed, or after a fault of its memory.
 */
export class KeptCrtKey {
  readonly #instance: SeparateInstance;
  readonly #integers: IntegerReader;
  readonly #key: KeptResource<Handle<'KeptKey'>>;
  /** The bytes of p and q together. */
  readonly #length: number;
  /** Frees the key; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  /** @internal Use `pm.crtKey(parts)`. */
  constructor(instance: Instance, integers: IntegerReader, parts: unknown) {
    const { length, keep } = readKey(parts, integers);
    const own = instance.separate();
    try {
      this.#key = new KeptResource(own, 'crtKey', 'crtKey(parts)', keep(own));
    } catch (error) {
      own.end();
      throw error;
    }
    this.#instance = own;
    this.#integers = integers;
    this.#length = length;
  }

  /**
   * RSA's private operation `base^d mod p·q`, as bytes of the length of p·q. No padding is added or removed. No
   * branch and no address depends on the value of a base in bytes.
   *
   * @throws RangeError if the base is negative or not below p·q. PowmodError `ERR_FAULT` if the result, raised to `e`, is
   *   not the base: the key is inconsistent, or one half was computed wrongly.
   */
  pow(base: Integer): Uint8Array<ArrayBuffer> {
    return wipingCopies(() => {
      const value = readBase(base, this.#integers);
      const key = this.#key.handle;
      return this.#instance.call(operations.powCrt, { key, base: padded(value, 8 * this.#length) });
    });
  }

  /** Wipes the key's memory. A second call does nothing. */
  free(): void {
    this.#key.free();
  }
}

defineDispose(KeptCrtKey.prototype, 'KeptCrtKey', Symbol.dispose, KeptCrtKey.prototype.free);

function readBase(base: unknown, integers: IntegerReader): Uint8Array {
  const value = integers.secretBase(base, 'base');
  if (isNegative(value)) throw new RangeError('base: must not be negative');
  return magnitudeBytes(value);
}

/** The bytes of the key's modulus, and the call that keeps the key. */
interface CheckedKey {
  length: number;
  keep(own: SeparateInstance): Resource<Handle<'KeptKey'>>;
}

const nameOf: PublicName = (field) => `key.${field}`;

/** The checked key. p, q, n and e have no leading zeros, because their lengths are public. */
function readKey(key: unknown, integers: IntegerReader): CheckedKey {
  if (typeof key !== 'object' || key === null) throw new TypeError(`key: must be an object, not ${describe(key)}`);
  const given = readNumbers(key);
  if (given.p === undefined && given.q === undefined && given.d !== undefined) return readExponents(given, integers);
  const p = readPublicLength(given.p, 'key.p', integers);
  const q = readPublicLength(given.q, 'key.q', integers);
  if (p.length === 0) throw new RangeError('key.p: must be an odd number above 1');
  if (q.length === 0) throw new RangeError('key.q: must be an odd number above 1');
  if (bitLength(p) + bitLength(q) > integers.maxBits)
    throw new RangeError(`key.q: p and q have more than ${integers.maxBits} bits together`);
  const longer = 'is longer than its prime';
  const part = (name: 'dp' | 'dq' | 'qInv', { length }: Uint8Array) =>
    readSecret(given[name], `key.${name}`, 8 * length, longer);
  const [dp, dq, qInv] = [part('dp', p), part('dq', q), part('qInv', p)];
  const e = readPublicExponent(given.e, integers);
  const [ofP, ofQ] = [p, q].map((bytes) => ({ bytes, width: bytes.length })) as [Padded, Padded];
  const whole = { p: ofP, q: ofQ, dp, dq, qInv, e };
  return {
    length: p.length + q.length,
    keep: (own) => own.make(operations.keepCrtKey, { key: whole }, () => own.end(), nameOf),
  };
}

const NUMBERS = ['p', 'q', 'dp', 'dq', 'qInv', 'n', 'e', 'd'] as const;

/** The numbers of a key, which may be a JWK. */
function readNumbers(key: object): { [name in (typeof NUMBERS)[number]]?: unknown } {
  const given = readFields(key, 'key.', ['kty', 'qi', ...NUMBERS]);
  if (given.kty === undefined) {
    if (given.qi !== undefined) throw new TypeError("key.qi: is qInv here, or give the whole JWK with its kty: 'RSA'");
    return given;
  }
  if (given.kty !== 'RSA') throw new RangeError("key.kty: must be 'RSA'");
  given.qInv = given.qi;
  for (const name of NUMBERS)
    if (given[name] !== undefined) given[name] = readBase64url(given[name], `key.${name === 'qInv' ? 'qi' : name}`);
  return given;
}

function readBase64url(text: unknown, name: string): Uint8Array {
  if (typeof text !== 'string' || !/^(?:[\w-]{4})*(?:[\w-]{2,3})?$/.test(text))
    throw new TypeError(`${name}: must be text in base64url, as in a JWK`);
  const bytes = base64ToBytes(text.replaceAll('-', '+').replaceAll('_', '/'));
  wipeLater(bytes);
  return bytes;
}

/** The key of a modulus and two exponents, of which the primes are to be found. */
function readExponents(given: { n?: unknown; e?: unknown; d?: unknown }, integers: IntegerReader): CheckedKey {
  const n = readPublicLength(given.n, 'key.n', integers);
  const e = readPublicExponent(given.e, integers);
  const d = readSecret(given.d, 'key.d', 8 * n.length, 'is longer than n');
  return { length: n.length, keep: (own) => own.make(operations.findCrtKey, { n, e, d }, () => own.end(), nameOf) };
}

function readPublicExponent(value: unknown, integers: IntegerReader): Uint8Array {
  const e = readPublicLength(value, 'key.e', integers);
  if (((e.at(-1) ?? 0) & 1) === 0) throw new RangeError('key.e: must be odd');
  return e;
}

function readPublicLength(value: unknown, name: string, integers: IntegerReader): Uint8Array {
  const bytes = withoutLeadingZeros(readUnsigned(value, name));
  if (bitLength(bytes) > integers.maxBits) throw tooLong(name, integers.maxBits);
  return bytes;
}
