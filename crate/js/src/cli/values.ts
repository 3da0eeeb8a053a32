import { hexToBytes } from '../bytes.js';
import type { Integer } from '../input/integers.js';
import { isGroupName } from '../vdf/groups.js';
import { UsageError } from './command.js';
import { tell } from './messages.js';

/** A decimal or 0x-hex integer, with or without a sign. */
export function readInteger(text: string, name: string): bigint {
  const [, sign, digits] = /^(-?)(\d+|0x[\da-f]+)$/i.exec(text) ?? [];
  if (digits === undefined) throw new UsageError(`${name} must be an integer, decimal or in hex after 0x`);
  return sign ? -BigInt(digits) : BigInt(digits);
}

/** An integer, or the name of a built-in group. */
export function readModulus(text: string, name: string): Integer | 'RSA-2048' {
  return isGroupName(text) ? text : readInteger(text, name);
}

/** Text, or bytes in hex after 0x. Says so if the text looks like bytes. */
export function readSeed(text: string, name: string): Uint8Array {
  if (!text.startsWith('0x')) {
    const [, digits] = /^(?:0x)?((?:[\da-f]{2}){4,})$/i.exec(text) ?? [];
    if (digits) tell(`${name} ${text} is taken as text: hex digits stand after 0x, as in ${name} 0x${digits}`);
    return new TextEncoder().encode(text);
  }
  const hex = text.slice(2).toLowerCase();
  if (hex.length % 2 !== 0 || !/^[\da-f]*$/.test(hex))
    throw new UsageError(`${name} must have an even number of hex digits after 0x`);
  return hexToBytes(hex);
}

/** A whole number from `least` to `most`. */
export function readWhole(text: string, name: string, least: number, most: number): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= least && count <= most))
    throw new UsageError(`${name} must be a whole number from ${least} to ${most > 2 ** 52 ? '2^53 - 1' : most}`);
  return count;
}

/** A time in seconds, from 0 on. */
export function readSeconds(text: string, name: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError(`${name} must be a number of seconds`);
  return Number(text);
}
