/**
 * Conversions between `bigint` and big-endian bytes. They go through hexadecimal, which takes linear time in V8;
 * shifting word by word takes quadratic time. An engine's own `fromHex` and `toHex` are faster still.
 */
import { PowmodError } from './errors.js';
import { bare, engineName, globalOf, has, listOf, partOf } from './runtime.js';

/** The used part of the proposal "Uint8Array to/from base64 and hex", which not every engine has. */
interface TextBytes {
  fromHex?(text: string): Uint8Array<ArrayBuffer>;
  fromBase64?(text: string): Uint8Array<ArrayBuffer>;
  prototype: {
    toHex?(this: Uint8Array): string;
    toBase64?(this: Uint8Array, options: { alphabet: 'base64url'; omitPadding: true }): string;
  };
}
const engine = Uint8Array as unknown as TextBytes;
const fromHex = /* @__PURE__ */ partOf(engine, 'fromHex');
const toHex = /* @__PURE__ */ partOf(engine.prototype, 'toHex');
const fromBase64 = /* @__PURE__ */ partOf(engine, 'fromBase64');
const toBase64 = /* @__PURE__ */ partOf(engine.prototype, 'toBase64');

/** Node's `Buffer`, for engines without `fromHex` and `toHex`. */
const node = /* @__PURE__ */ globalOf('Buffer');

/** `HEX_OF_BYTE[0x0f]` is `'0f'`. */
const HEX_OF_BYTE = /* @__PURE__ */ listOf(256, (byte) => byte.toString(16).padStart(2, '0'));

/** The value of a hexadecimal digit, at its character code. */
const DIGIT_OF_CODE = /* @__PURE__ */ (() => {
  const digits = new Uint8Array(128);
  for (let digit = 0; digit < 16; digit++) digits[digit.toString(16).charCodeAt(0)] = digit;
  return digits;
})();

/** The bytes of lower-case digits, in a buffer of their own. An odd count of digits gets a zero in front. */
export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  const digits = hex.length % 2 === 0 ? hex : `0${hex}`;
  if (fromHex) return fromHex.call(engine, digits);
  if (node) return new Uint8Array(node.from(digits, 'hex'));
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = DIGIT_OF_CODE[digits.charCodeAt(2 * i)] as number;
    const low = DIGIT_OF_CODE[digits.charCodeAt(2 * i + 1)] as number;
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

/** Two lower-case digits for each byte. */
export function bytesToHex(bytes: Uint8Array): string {
  if (toHex) return toHex.call(bytes);
  if (node) return node.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  let hex = '';
  for (const byte of bytes) hex += HEX_OF_BYTE[byte];
  return hex;
}

/** The bytes of base64. */
export function base64ToBytes(text: string): Uint8Array<ArrayBuffer> {
  if (fromBase64) return fromBase64.call(engine, text);
  if (node) return node.from(text, 'base64');
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** The bytes of base64url without padding (RFC 4648, section 5); undefined if the text is something else. */
export function base64UrlToBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 === 1 || !/^[\w-]*$/.test(text)) return undefined;
  return base64ToBytes(text.replace(/-/g, '+').replace(/_/g, '/'));
}

/** The bytes that `btoa` takes at once: a call has a limit of arguments. */
const ENCODED_AT_ONCE = 3 * 2 ** 12;

/** The text in base64url, without padding. */
export function bytesToBase64Url(bytes: Uint8Array): string {
  if (toBase64) return toBase64.call(bytes, bare({ alphabet: 'base64url', omitPadding: true }));
  if (node) return node.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
  let text = '';
  for (let at = 0; at < bytes.length; at += ENCODED_AT_ONCE)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + ENCODED_AT_ONCE)));
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}

/** Whether two numbers, or two parts of a file, are the same bytes. */
export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** The parts, one after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Below this, a number is taken apart in words of 32 bits, which is faster than hexadecimal. */
const TWO_WORDS = 1n << 64n;

/** Big-endian, in at least `length` bytes; 0 gives at least one zero byte. `value` must not be negative. */
export function bigintToBytes(value: bigint, length = 0): Uint8Array<ArrayBuffer> {
  if (value < TWO_WORDS && length <= 8) return wordsToBytes(Number(value >> 32n), Number(value & 0xffff_ffffn), length);
  return hexToBytes(value.toString(16).padStart(2 * length, '0'));
}

/**
 * The most bytes that are read at once; longer numbers are read in halves. JavaScriptCore reads hexadecimal in
 * quadratic time. Its newer build in Bun takes linear time, as the other engines do.
 */
const READ_AT_ONCE = /* @__PURE__ */ readAtOnce();

function readAtOnce(): number {
  return engineName() === 'JavaScriptCore' && !has(globalThis, 'Bun') ? 64 : Infinity;
}

/** The value of big-endian unsigned bytes; an empty array is 0. */
export function bytesToBigint(bytes: Uint8Array): bigint {
  if (bytes.length > READ_AT_ONCE) {
    const half = bytes.length >> 1;
    return (bytesToBigint(bytes.subarray(0, -half)) << BigInt(8 * half)) | bytesToBigint(bytes.subarray(-half));
  }
  if (bytes.length > 8) return BigInt(`0x${bytesToHex(bytes)}`);
  let high = 0;
  let low = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (bytes.length - i > 4) high = high * 256 + byte;
    else low = low * 256 + byte;
  }
  return high === 0 ? BigInt(low) : (BigInt(high) << 32n) | BigInt(low);
}

/** The bytes of high · 2^32 + low, as {@link bigintToBytes} gives them. */
function wordsToBytes(high: number, low: number, length: number): Uint8Array<ArrayBuffer> {
  const bits = high === 0 ? 32 - Math.clz32(low) : 64 - Math.clz32(high);
  const bytes = new Uint8Array(Math.max(length, Math.ceil(bits / 8), 1));
  for (let i = 0; i < bytes.length; i++) {
    const word = i < 4 ? low : high;
    bytes[bytes.length - 1 - i] = word >>> (8 * (i % 4));
  }
  return bytes;
}

/** The bytes of a text in ASCII. */
export function asciiToBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The text of bytes in UTF-8. @throws Error if they are none */
export function decodeUtf8(bytes: Uint8Array): string {
  // Bare shells of engines have no decoder.
  if (!globalOf('TextDecoder'))
    return decodeURIComponent(bytes.reduce((text, byte) => `${text}%${(byte + 256).toString(16).slice(1)}`, ''));
  return new TextDecoder('utf-8', bare({ fatal: true, ignoreBOM: true })).decode(bytes);
}

/** The same number without its leading zero bytes, as a view of the same memory. */
export function withoutLeadingZeros(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length && bytes[start] === 0) start++;
  return start === 0 ? bytes : bytes.subarray(start);
}

/** Bytes of the platform's secure generator. @throws PowmodError where it has none */
export function secureBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const crypto: Crypto = Object(globalOf('crypto'));
  if (length && typeof partOf(crypto, 'getRandomValues') !== 'function')
    throw new PowmodError('ERR_LOAD', 'crypto.getRandomValues is missing');
  // The platform's limit for one call is 65536 bytes.
  for (let at = 0; at < length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
  return bytes;
}

/**
 * A uniformly random number below n, as many bytes as n. The bytes of n have no leading zeros, and there is at least
 * one. A draw has as many bits as n, so it is below n at least half of the time. The comparison takes the same time for
 * all numbers of a length.
 */
export function randomBelow(n: Uint8Array): Uint8Array<ArrayBuffer> {
  const highest = 0xff >> (Math.clz32(n[0] as number) - 24);
  for (;;) {
    const draw = secureBytes(n.length);
    draw[0] = (draw[0] as number) & highest;
    let borrow = 0;
    for (let i = n.length - 1; i >= 0; i--) borrow = ((draw[i] as number) - (n[i] as number) - borrow) >>> 31;
    if (borrow) return draw;
  }
}

/** The SHA-256 by the engine, of the bytes as they are now. Only pages with a secure context have it. */
export async function sha256(bytes: BufferSource): Promise<Uint8Array | undefined> {
  const crypto: Crypto = Object(globalOf('crypto'));
  const subtle: SubtleCrypto = Object(partOf(crypto, 'subtle'));
  if (typeof partOf(subtle, 'digest') !== 'function') return undefined;
  return new Uint8Array(await subtle.digest('SHA-256', bytes));
}
