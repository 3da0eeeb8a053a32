import { bytesToBigint } from './bytes.js';
import { describe, readObject } from './reading.js';

/** In what form a result comes back. */
export interface ResultOptions {
  /** `'bytes'`: a `Uint8Array`, big-endian, of exactly the modulus's length. Default `'bigint'`. */
  as?: 'bigint' | 'bytes';
}

/** How a power is computed. The defaults are right unless you measure or compare methods. */
export interface PowOptions extends ResultOptions {
  /**
   * For one power `'binary'`, `'mary'` or `'sliding'`; for products of powers `'separate'`, `'ary'`, `'yll'`,
   * `'interleaved'` or `'pippenger'`; default `'auto'`. An unknown one is a `RangeError`.
   */
  method?: string;
  /** Window width in bits, 1 to 16; chosen from the exponent's length unless given. Not for `'binary'` and `'separate'`. */
  window?: number;
  /** Which table chooses `'sliding'`'s window: the one that minimizes the cost (default), or the source paper's. */
  table?: 'minimal' | 'paper';
  /** With `'binary'`: stop as soon as an intermediate residue is 0, looked for after products only, or after squarings too. */
  earlyExit?: 'products' | 'all';
}

/** The type of a result that was asked for with the options `O`. */
export type Result<O> = O extends { as: 'bytes' }
  ? Uint8Array
  : 'as' extends keyof O
    ? O extends { as?: 'bigint' | undefined }
      ? bigint
      : bigint | Uint8Array
    : bigint;

/** Checked options: the wasm surface's `name=value` words, and the form of the result. */
export interface Plan {
  words: string;
  asBytes: boolean;
}

const PLAIN: Plan = { words: '', asBytes: false };

/** The options of a power. */
export function readPowOptions(options: unknown): Plan {
  if (options === undefined) return PLAIN;
  const { method, window, table, earlyExit, as } = readObject(options, 'options', [
    'method',
    'window',
    'table',
    'earlyExit',
    'as',
  ]);
  const words: string[] = [];
  if (method !== undefined) {
    if (typeof method !== 'string') throw new TypeError(`options.method: must be a string, not ${describe(method)}`);
    if (!/^[a-z0-9-]{1,32}$/i.test(method)) throw new RangeError('options.method: is not the name of a method');
    words.push(`method=${method}`);
  }
  if (window !== undefined) words.push(`window=${readCount(window, 'options.window', 1, 16)}`);
  if (table !== undefined) words.push(`table=${readChoice(table, 'options.table', ['minimal', 'paper'])}`);
  if (earlyExit !== undefined)
    words.push(`earlyExit=${readChoice(earlyExit, 'options.earlyExit', ['products', 'all'])}`);
  return { words: words.join(' '), asBytes: readAs(as) };
}

/** The options of anything else that has a residue as its result: whether it comes as bytes. */
export function readResultOptions(options: unknown): boolean {
  return options !== undefined && readAs(readObject(options, 'options', ['as']).as);
}

/** A residue, as the wasm surface gives it, in the form that was asked for. */
export function present<O>(residue: Uint8Array, asBytes: boolean): Result<O> {
  return (asBytes ? residue : bytesToBigint(residue)) as Result<O>;
}

/** A whole number from `least` to `most`. */
export function readCount(value: unknown, name: string, least: number, most: number): number {
  if (typeof value !== 'number') throw new TypeError(`${name}: must be a number, not ${describe(value)}`);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${name}: must be a whole number from ${least} to ${most}`);
  return value;
}

/** One of a few strings. */
export function readChoice<Choice extends string>(value: unknown, name: string, choices: readonly Choice[]): Choice {
  if (typeof value !== 'string') throw new TypeError(`${name}: must be a string, not ${describe(value)}`);
  if (!(choices as readonly string[]).includes(value))
    throw new RangeError(`${name}: must be one of ${choices.join(', ')}`);
  return value as Choice;
}

function readAs(as: unknown): boolean {
  return as !== undefined && readChoice(as, 'options.as', ['bigint', 'bytes']) === 'bytes';
}
