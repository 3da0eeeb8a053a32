/// <reference lib="esnext.disposable" preserve="true" />
/**
 * RSA keys. Branches in this file depend on lengths and public numbers, never on the value of a secret.
 */
import type { Instance, Resource } from '../border/instance.js';
import * as operations from '../border/powers-operations.generated.js';
import type { PublicName } from '../border/refusal.js';
import { defineTag, KeptResource } from '../border/resource.js';
import { separate } from '../border/separate.js';
import type { Handle, Secret } from '../border/wire.js';
import { base64ToBytes, withoutLeadingZeros } from '../bytes.js';
import {
  bitLength,
  type Integer,
  type IntegerReader,
  isNegative,
  isOdd,
  magnitudeBytes,
  tooLong,
} from '../input/integers.js';
import {
  describeBytes,
  isArray,
  isArrayBuffer,
  readBytes,
  readFields,
  tryReading,
  viewOf,
  wipeLater,
  wipingCopies,
} from '../input/reading.js';
import { readSecret, readUnsigned, secretOf } from '../input/secrets.js';
import { bare } from '../runtime.js';
import type { Engine } from './engine.js';
import { keyFileReader, loadKeyFileReader } from './key-reader.js';

/**
 * An RSA private key by its two primes (RFC 8017). Bytes are unsigned and big-endian. The time to convert a `bigint`
 * shows its length, and the engine keeps copies of it. That p and q are primes is tested when the key is prepared, by a
 * test that a composite number may pass if it was made for that.
 */
export interface RsaPrimes {
  /** A prime factor of N. */
  p: Integer;
  /** The other prime factor of N. */
  q: Integer;
  /** d mod (p − 1). Without `dp`, `dq` and `qInv` the key computes all three. */
  dp?: Integer | undefined;
  /** d mod (q − 1) */
  dq?: Integer | undefined;
  /** q^−1 mod p */
  qInv?: Integer | undefined;
  /** The public exponent, which checks the result. */
  e: Integer;
  /** The modulus: it must be p·q. */
  n?: Integer | undefined;
  /** The private exponent: it must agree with `dp` and `dq`. */
  d?: Integer | undefined;
}

/**
 * An RSA private key whose primes are not at hand: the key finds them. Bytes and `bigint`s are as for
 * {@link RsaPrimes}.
 */
export interface RsaExponents {
  /** The modulus, a product of two primes. */
  n: Integer;
  /** The public exponent. */
  e: Integer;
  /** The private exponent. */
  d: Integer;
}

/**
 * An RSA private key as a JSON Web Key (RFC 7518, section 6.3), as `crypto.subtle.exportKey('jwk', key)` gives it:
 * numbers in base64url. In TypeScript's type of such a key each number may be missing, so `rsaPrivateKey` refuses one
 * without `d` when it runs. Without the primes, the key finds them. The engine keeps copies of texts.
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
  /** Other primes, of which a key here has none. */
  oth?: readonly unknown[] | undefined;
}

/** A private key of Node, a `KeyObject`. */
export interface NodeKeyObject {
  readonly type: string;
  export(options: { format: 'der'; type: 'pkcs8' }): Uint8Array;
}

/** A private key of WebCrypto, a `CryptoKey`. */
export interface WebCryptoKey {
  readonly type: string;
  readonly extractable: boolean;
}

/** A key as it comes: its numbers, a JWK, PKCS #1 or PKCS #8 in PEM or DER, or a `KeyObject` of Node. */
export type RsaPrivateKey = RsaPrimes | RsaExponents | RsaJwk | string | Uint8Array | NodeKeyObject;

/**
 * An RSA key with its moduli prepared, for many private operations: `using key = pm.rsaPrivateKey(parts)`, or
 * `key.free()`; otherwise the garbage collector frees it. The key has a WebAssembly memory of its own, which `free`
 * wipes as a whole. `pow` throws a `TypeError` after the key was freed, or after a fault of its memory.
 */
export class KeptRsaKey {
  readonly #instance: Instance;
  readonly #integers: IntegerReader;
  readonly #key: KeptResource<Handle<'KeptKey'>>;
  /** The bytes of p and q together. */
  readonly #length: number;
  /** Frees the key; the same as `free()`. Only where the engine has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  /** @internal Use `pm.rsaPrivateKey(parts)`. */
  constructor(engine: Engine, parts: unknown) {
    defineTag(this, 'KeptRsaKey', Symbol.dispose, this.free);
    const { integers } = engine;
    const { length, keep } = readKey(parts, integers);
    const { instance, end } = separate(engine.instance);
    try {
      this.#key = new KeptResource(instance, 'rsaPrivateKey', 'rsaPrivateKey(parts)', keep(instance, end));
    } catch (error) {
      end();
      throw error;
    }
    this.#instance = instance;
    this.#integers = integers;
    this.#length = length;
  }

  /**
   * RSA's private operation `base^d mod p·q`, as bytes of the length of p·q. No padding is added or removed. No
   * branch and no address depends on the value of a base in bytes.
   *
   * @throws RangeError if the base is negative or not below p·q. PowmodError `ERR_FAULT` if the result, raised to `e`,
   *   is not the base: the key is inconsistent, or one half was computed wrongly.
   */
  pow(base: Integer): Uint8Array<ArrayBuffer> {
    return wipingCopies(() => {
      const value = readBase(base, this.#integers);
      const key = this.#key.handle;
      return this.#instance.call(operations.powCrt, { key, base: secretOf(value, 8 * this.#length) });
    });
  }

  /** Wipes the key's memory. A second call does nothing. */
  free(): void {
    this.#key.free();
  }
}

function readBase(base: unknown, integers: IntegerReader): Uint8Array {
  const value = integers.secretBase(base, 'base');
  if (isNegative(value)) throw new RangeError('base: must not be negative');
  return magnitudeBytes(value);
}

/** The bytes of the key's modulus, and the call that keeps the key. */
interface CheckedKey {
  length: number;
  keep(own: Instance, end: () => void): Resource<Handle<'KeptKey'>>;
}

/** The checked key. p, q, n and e have no leading zeros, because their lengths are public. */
function readKey(key: unknown, integers: IntegerReader): CheckedKey {
  const { numbers, names } = readNumbers(key, integers);
  const nameOf: PublicName = (field) => names(field === 'q_inv' ? 'qInv' : (field as NumberName));
  const secret = (name: NumberName, bytes: number, longer: string) =>
    readSecret(numbers[name], names(name), 8 * bytes, longer);
  if (numbers.p === undefined && numbers.q === undefined) {
    const n = readPublicLength(numbers.n, names('n'), integers);
    const e = readPublicExponent(numbers.e, names('e'), integers);
    const d = secret('d', n.length, 'is longer than n');
    return { length: n.length, keep: (own, end) => own.make(operations.findRsaKey, { n, e, d }, end, nameOf) };
  }
  const [p, q] = (['p', 'q'] as const).map((name) => {
    const prime = readPublicLength(numbers[name], names(name), integers);
    if (prime.length === 0) throw new RangeError(`${names(name)}: must be an odd number above 1`);
    return prime;
  }) as [Uint8Array, Uint8Array];
  if (bitLength(p) + bitLength(q) > integers.maxBits)
    throw new RangeError(`${names('q')}: p and q have more than ${integers.maxBits} bits together`);
  const length = p.length + q.length;
  const longer = 'is longer than its prime';
  const isGiven = (name: NumberName) => numbers[name] !== undefined;
  const hasParts = PARTS.every(isGiven);
  if (!hasParts && PARTS.some(isGiven)) {
    const missing = PARTS.filter((name) => !isGiven(name)).map(names);
    throw new TypeError(
      `${missing.join(', ')}: is missing, but of ${PARTS.map(names).join(', ')} a key has all or none`,
    );
  }
  const parts = hasParts
    ? {
        dp: secret('dp', p.length, longer),
        dq: secret('dq', q.length, longer),
        qInv: secret('qInv', p.length, longer),
      }
    : undefined;
  const [ofP, ofQ] = [p, q].map((bytes) => ({ bytes, width: bytes.length })) as [Secret, Secret];
  const n = numbers.n === undefined ? undefined : readPublicLength(numbers.n, names('n'), integers);
  const whole: operations.RsaPrimes = {
    p: ofP,
    q: ofQ,
    parts,
    e: readPublicExponent(numbers.e, names('e'), integers),
    n,
    d: numbers.d === undefined ? undefined : secret('d', (n ?? { length }).length, 'is longer than n'),
  };
  return { length, keep: (own, end) => own.make(operations.keepRsaKey, { key: whole }, end, nameOf) };
}

const PARTS = ['dp', 'dq', 'qInv'] as const;
const NUMBERS = ['p', 'q', ...PARTS, 'n', 'e', 'd'] as const;
type NumberName = (typeof NUMBERS)[number];

/** The numbers of a key, not checked yet, and their names in errors. */
interface GivenKey {
  numbers: { [name in NumberName]?: unknown };
  names: (name: NumberName) => string;
}

/** The numbers of a key, in any of its forms. */
function readNumbers(key: unknown, integers: IntegerReader): GivenKey {
  const file = typeof key === 'string' ? key : viewOf(key, 'key');
  if (file !== undefined) return numbersOfFile(file, integers);
  if (typeof key !== 'object' || key === null || isArray(key) || isArrayBuffer(key) || ArrayBuffer.isView(key))
    throw new TypeError(`key: must be the numbers of an RSA key, a JWK, PEM or DER, not ${describeBytes(key)}`);
  const numbers = readFields(key, 'key.', [...FORMS, ...NUMBERS]);
  const { kty, qi, oth } = numbers;
  checkForm(numbers);
  if (typeof numbers.extractable === 'boolean')
    throw new TypeError('key: is a CryptoKey, which gives its numbers later: await pm.rsaPrivateKeyFrom(key)');
  if (typeof numbers.export === 'function')
    return numbersOfFile(exported(key, numbers.export as NodeKeyObject['export']), integers);
  const names = (name: NumberName) => `key.${kty !== undefined && name === 'qInv' ? 'qi' : name}`;
  if (kty === undefined && qi !== undefined)
    throw new TypeError("key.qi: is qInv here, or give the whole JWK with its kty: 'RSA'");
  if (kty !== undefined && kty !== 'RSA') throw new RangeError("key.kty: must be 'RSA'");
  if (oth !== undefined && !(isArray(oth) && tryReading('key.oth', () => oth.length === 0)))
    throw new RangeError('key.oth: must be empty, because a key here has two primes');
  if (numbers.p === undefined && numbers.q === undefined && numbers.d === undefined)
    throw new TypeError(
      numbers.n === undefined
        ? 'key: must have p, q and e, or n, e and d, or be a JWK'
        : 'key.d: is missing: this is a public key, and the private one has d',
    );
  if (kty !== undefined) {
    numbers.qInv = qi;
    for (const name of NUMBERS)
      if (numbers[name] !== undefined) numbers[name] = readBase64url(numbers[name], names(name));
  }
  return { numbers, names };
}

function numbersOfFile(file: string | Uint8Array, { maxBits }: IntegerReader): GivenKey {
  const read = keyFileReader();
  if (!read) throw new TypeError('key: is a file, whose reader is not loaded yet: await pm.rsaPrivateKeyFrom(key)');
  return { numbers: read(file, maxBits, wipeLater), names: (name) => `key.${name}` };
}

/** The fields by which an object that is no key of numbers shows what it is. */
const FORMS = ['kty', 'qi', 'oth', 'type', 'export', 'extractable', 'privateKey', 'keys', 'then'] as const;

/** What an object is that has the private key inside it, or none: the error says what to give. */
function checkForm(key: { readonly [name in (typeof FORMS)[number]]?: unknown }): void {
  if (typeof key.then === 'function') throw new TypeError('key: is a promise: await it');
  if (key.privateKey !== undefined) throw new TypeError('key: is a pair of keys: give its privateKey');
  if (isArray(key.keys)) throw new TypeError('key: is a set of JWKs: give one of its keys');
  const isCryptoKey = typeof key.extractable === 'boolean';
  if ((isCryptoKey || typeof key.export === 'function') && key.type !== 'private') {
    const what = isCryptoKey ? 'CryptoKey' : 'KeyObject';
    throw new TypeError(`key: is a ${what} of type ${String(key.type)}: give the private one`);
  }
}

/** The bytes of a key of Node, PKCS #8 in DER. */
function exported(key: object, work: NodeKeyObject['export']): Uint8Array {
  const der = tryReading('key', () => work.call(key, bare({ format: 'der', type: 'pkcs8' })));
  const bytes = readBytes(der, 'key');
  wipeLater(bytes);
  return bytes;
}

/** What {@link readNumbers} reads at once, of a key that may be a `CryptoKey`; `copy` is to be wiped. */
export async function loadedKey(key: unknown): Promise<{ loaded: unknown; copy: Uint8Array | undefined }> {
  await loadKeyFileReader(); // before there is a copy
  const isObject = typeof key === 'object' && key !== null && !ArrayBuffer.isView(key);
  const fields = isObject ? readFields(key, 'key.', FORMS) : undefined;
  let copy: Uint8Array | undefined;
  if (typeof fields?.extractable === 'boolean') {
    checkForm(fields);
    if (!fields.extractable)
      throw new TypeError('key: is a CryptoKey that is not extractable: WebCrypto alone computes with it');
    copy = new Uint8Array(await globalThis.crypto.subtle.exportKey('pkcs8', key as CryptoKey));
  }
  return { loaded: copy ?? key, copy };
}

function readBase64url(text: unknown, name: string): Uint8Array {
  if (typeof text !== 'string' || !/^(?:[\w-]{4})*(?:[\w-]{2,3})?$/.test(text))
    throw new TypeError(`${name}: must be text in base64url, as in a JWK`);
  // Long numbers in base64url have such digits alone with a probability below 2^-60, and no usual e begins with 0x.
  if (/^(?:0x[\da-fA-F]+|[\da-f]{32,}|[\dA-F]{32,})$/.test(text))
    throw new TypeError(`${name}: is text in hexadecimal digits, but a JWK has base64url`);
  const bytes = base64ToBytes(text.replaceAll('-', '+').replaceAll('_', '/'));
  wipeLater(bytes);
  return bytes;
}

function readPublicExponent(value: unknown, name: string, integers: IntegerReader): Uint8Array {
  const e = readPublicLength(value, name, integers);
  if (!isOdd(e) || bitLength(e) === 1) throw new RangeError(`${name}: must be an odd number above 1`);
  return e;
}

function readPublicLength(value: unknown, name: string, integers: IntegerReader): Uint8Array {
  const bytes = withoutLeadingZeros(readUnsigned(value, name));
  if (bitLength(bytes) > integers.maxBits) throw tooLong(name, integers.maxBits);
  return bytes;
}
