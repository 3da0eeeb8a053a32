import {
  type EarlyExitName,
  earlyExitNames,
  type MultiMethod,
  multiMethods,
  type SingleMethod,
  singleMethods,
  type WindowRuleName,
  windowRuleNames,
} from '../border/operations.generated.js';
import { bytesToBigint } from '../bytes.js';
import { readChoice, readCount, readObject, readOptional } from './reading.js';

/** The form of a result. */
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
  /**
   * Window width in bits, 1 to 16. Default: chosen from the exponent's length. `'binary'` and `'separate'` have no window.
   */
  window?: number;
  /** The table that chooses the window of `'sliding'`: the one with the least cost (default), or that of the paper. */
  table?: 'minimal' | 'paper';
  /** With `'binary'`: stop when a residue is 0. The method looks after products only, or after squarings too. */
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

/** Checked options of a power: how it is computed, and whether the result comes as bytes. */
export interface CheckedPowOptions<Method> {
  options: {
    method: Method | undefined;
    window: number | undefined;
    table: WindowRuleName | undefined;
    earlyExit: EarlyExitName | undefined;
  };
  asBytes: boolean;
}

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
  const names = ['method', 'window', 'table', 'earlyExit', 'as'] as const;
  const { method, window, table, earlyExit, as } = readOptional(given, 'options', names);
  return {
    options: {
      method: method === undefined ? undefined : readChoice(method, 'options.method', methods),
      window: window === undefined ? undefined : readCount(window, 'options.window', 1, 16),
      table: table === undefined ? undefined : readChoice(table, 'options.table', windowRuleNames),
      earlyExit: earlyExit === undefined ? undefined : readChoice(earlyExit, 'options.earlyExit', earlyExitNames),
    },
    asBytes: readAs(as),
  };
}

/** Whether the options of another call ask for bytes. */
export function readResultOptions(options: unknown): boolean {
  return options !== undefined && readAs(readObject(options, 'options', ['as']).as);
}

/** A residue in the form that the caller asked for. */
export function present<O>(residue: Uint8Array, asBytes: boolean): Result<O> {
  return (asBytes ? residue : bytesToBigint(residue)) as Result<O>;
}

function readAs(as: unknown): boolean {
  return as !== undefined && readChoice(as, 'options.as', ['bigint', 'bytes']) === 'bytes';
}
