import { readInteger, readIterations, readSeed } from '../../../../workshop/typed.js';
import type { Integer } from '../input/integers.js';
import { UsageError } from './command.js';
import { tell } from './messages.js';
import { isGroupName } from './package.js';

/** Reads an argument by a rule whose error has the reason alone. */
function read<Value>(text: string, name: string, rule: (text: string) => Value): Value {
  try {
    return rule(text);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`${name}: ${error.message}`) : error;
  }
}

/** A decimal or 0x-hex integer, with or without a sign. */
export const readNumber = (text: string, name: string): bigint => read(text, name, readInteger);

/** A number of squarings. */
export const readCount = (text: string, name: string): number => read(text, name, readIterations);

/** An integer, or the name of a built-in group. */
export function readModulus(text: string, name: string): Integer | 'RSA-2048' {
  if (isGroupName(text)) return text;
  if (/^\s*rsa/i.test(text)) throw new UsageError(`${name}: must be RSA-2048, or an integer`);
  return readNumber(text, name);
}

/** Text, or bytes in hex after 0x. Says so if the text looks like bytes. */
export function readSeedOf(text: string, name: string): Uint8Array {
  if (/^([\da-f]{2}){4,}$/i.test(text))
    tell(`${name} ${text} is taken as text: hex digits stand after 0x, as in ${name} 0x${text}`);
  return read(text, name, readSeed);
}

/** A whole number from `least` to `most`. */
export function readWhole(text: string, name: string, least: number, most: number): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= least && count <= most))
    throw new UsageError(`${name} must be a whole number from ${least} to ${most}`);
  return count;
}

/** A time in seconds, from 0 on. */
export function readSeconds(text: string, name: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError(`${name} must be a number of seconds`);
  return Number(text);
}
