// The numbers of a power, as bigints or as bytes.
import { seededNumber } from '../../workshop/numbers.js';

/** More moduli than an instance remembers: when one comes again, the instance has forgotten it. */
const MODULI = 16;

/** @param {'bigint' | 'bytes'} form */
export function operands(bits, exponent, form) {
  const moduli = Array.from({ length: MODULI }, (_, i) => seededNumber(bits, 2 + i) | 1n);
  const base = seededNumber(bits, 1) >> 1n;
  if (form === 'bigint') return { base, exponent, moduli, options: undefined };
  return {
    base: toBytes(base, Math.ceil(bits / 8)),
    exponent: toBytes(exponent),
    moduli: moduli.map((modulus) => toBytes(modulus)),
    options: { as: 'bytes' },
  };
}

/** A function that gives the next modulus at every call, however few calls a sample has. */
export function fresh(moduli) {
  let next = 0;
  return () => moduli[next++ % moduli.length];
}

/** By the engine's own functions where it has them, as a caller who has bytes would do. */
export function toBigint(bytes) {
  if (bytes.toHex) return BigInt(`0x${bytes.toHex()}`);
  if (globalThis.Buffer)
    return BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`);
  let hex = '0x';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(hex);
}

export function toBytes(x, length = 0) {
  const digits = x.toString(16);
  const hex = digits.padStart(Math.max(2 * length, digits.length + (digits.length % 2)), '0');
  if (Uint8Array.fromHex) return Uint8Array.fromHex(hex);
  if (globalThis.Buffer) return new Uint8Array(Buffer.from(hex, 'hex'));
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
