import {
  type EarlyExitName,
  earlyExitNames,
  type MultiMethod,
  multiMethods,
  type SingleMethod,
  singleMethods,
  type WindowRuleName,
  windowRuleNames,
} from '../border/powers-operations.generated.js';
import { bigintToBytes, bytesToBigint } from '../bytes.js';
import { type Integer, magnitudeBytes } from './integers.js';
import { readChoice, readCount, readObject } from './reading.js';

/** The form of a result. */
export interface ResultOptions {
  /** `'bytes'`: a `Uint8Array`, big-endian, of exactly the modulus's length. Default `'bigint'`. */
  as?: 'bigint' | 'bytes';
  /** With `as: 'bytes'`: the length of the result, zeros in front. At least the modulus's length, at most 2^23 bytes. */
  length?: number;
}

/** The longest result, in bytes: as long as the longest modulus. */
export const MAX_BYTES = 2 ** 23;

/** The checked form of a result. */
export interface Form {
  asBytes: boolean;
  /** The length of bytes; undefined for the modulus's own. */
  length: number | undefined;
}

/** How a power is computed. The defaults are right unless you measure or compare methods. */
export interface PowOptions extends ResultOptions {
  /**
   * For one power `'binary'`, `'mary'` or `'sliding'`; for products of powers `'separate'`, `'ary'`, `'yll'`,
   * `'interleaved'`, `'pippenger'` or `'bos-coster'`; default `'auto'`. An unknown one is a `RangeError`.
   */
  method?: string;
  /**
   * Window width in bits, 1 to 16. Default: chosen from the exponent's length. `'binary'`, `'separate'` and
   * `'bos-coster'` have no window.
   */
  window?: number;
  /** The table that chooses the window of `'sliding'`: the one with the least cost (default), or that of the paper. */
  table?: 'minimal' | 'paper';
  /** With `'binary'`: stop when a residue is 0. The method looks after products only, or after squarings too. */
  earlyExit?: 'products' | 'all';
}

/** The type of a result that was asked for with the options `O`. */
export type Result<O> = O extends { as: 'bytes' }
  ? Uint8Array<ArrayBuffer>
  : 'as' extends keyof O
    ? O extends { as?: 'bigint' | undefined }
      ? bigint
      : bigint | Uint8Array<ArrayBuffer>
    : bigint;

/** Checked options of a power: how it is computed, and the form of the result. */
export interface CheckedPowOptions<Method> {
  options: {
    method: Method | undefined;
    window: number | undefined;
    table: WindowRuleName | undefined;
    earlyExit: EarlyExitName | undefined;
  };
  form: Form;
  /** Whether the caller leaves it to us how the power is computed. */
  isFree: boolean;
}

const BIGINT: Form = { asBytes: false, length: undefined };
const FREE: CheckedPowOptions<never> = {
  options: { method: undefined, window: undefined, table: undefined, earlyExit: undefined },
  form: BIGINT,
  isFree: true,
};

/** The options of one power. */
export function readPowOptions(options: unknown): CheckedPowOptions<SingleMethod> {
  return readMethodOptions(options, singleMethods);
}

/** The options of a product of powers. */
export function readMultiPowOptions(options: unknown): CheckedPowOptions<MultiMethod> {
  return readMethodOptions(options, multiMethods);
}

/** The same for any list of methods. */
export function readMethodOptions<Method extends string>(
  given: unknown,
  methods: readonly Method[],
): CheckedPowOptions<Method> {
  if (given === undefined) return FREE;
  const names = ['method', 'window', 'table', 'earlyExit', 'as', 'length'] as const;
  const { method, window, table, earlyExit, as, length } = readObject(given, 'options', names);
  return {
    options: {
      method: method === undefined ? undefined : readChoice(method, 'options.method', methods),
      window: window === undefined ? undefined : readCount(window, 'options.window', 1, 16),
      table: table === undefined ? undefined : readChoice(table, 'options.table', windowRuleNames),
      earlyExit: earlyExit === undefined ? undefined : readChoice(earlyExit, 'options.earlyExit', earlyExitNames),
    },
    form: readForm(as, length),
    isFree: method === undefined && window === undefined && table === undefined && earlyExit === undefined,
  };
}

/** The form of the result of another call. */
export function readResultOptions(options: unknown): Form {
  if (options === undefined) return BIGINT;
  const { as, length } = readObject(options, 'options', ['as', 'length']);
  return readForm(as, length);
}

/** A residue, as long as its modulus, in the form that the caller asked for. */
export function present<O>(residue: Uint8Array<ArrayBuffer>, { asBytes, length }: Form): Result<O> {
  if (!asBytes) return bytesToBigint(residue) as Result<O>;
  if (length === undefined || length === residue.length) return residue as Result<O>;
  const padded = new Uint8Array(checkLength(length, residue.length));
  padded.set(residue, length - residue.length);
  return padded as Result<O>;
}

/** The same for a number. */
export function presentNumber<O>(residue: bigint, modulus: Integer, { asBytes, length }: Form): Result<O> {
  if (!asBytes) return residue as Result<O>;
  const modulusBytes = magnitudeBytes(modulus).length;
  return bigintToBytes(residue, length === undefined ? modulusBytes : checkLength(length, modulusBytes)) as Result<O>;
}

function readForm(as: unknown, length: unknown): Form {
  const asBytes = as !== undefined && readChoice(as, 'options.as', ['bigint', 'bytes']) === 'bytes';
  if (length === undefined) return asBytes ? { asBytes, length } : BIGINT;
  if (!asBytes) throw new RangeError("options.length: is for results as bytes: `as: 'bytes'`");
  return { asBytes, length: readCount(length, 'options.length', 1, MAX_BYTES) };
}

function checkLength(length: number, modulusBytes: number): number {
  if (length < modulusBytes)
    throw new RangeError(`options.length: must be at least ${modulusBytes}, the modulus's length`);
  return length;
}
