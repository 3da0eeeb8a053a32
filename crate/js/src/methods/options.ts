/** The options of `powmod/methods`. */
import {
  type EarlyExitName,
  earlyExitNames,
  type WindowRuleName,
  windowRuleNames,
} from '../border/methods-operations.generated.js';
import { type Form, METHOD_OPTIONS, type ResultOptions, readForm } from '../input/options.js';
import { readChoice, readCount, readOptional } from '../input/reading.js';

/** How a power is computed; the defaults are those of `powmod`. */
export interface MethodOptions {
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

/** How a power is computed, and the form of the result. */
export interface PowOptions extends MethodOptions, ResultOptions {}

/** Checked options. */
export interface CheckedOptions<Method> {
  options: {
    method: Method | undefined;
    window: number | undefined;
    table: WindowRuleName | undefined;
    earlyExit: EarlyExitName | undefined;
  };
  form: Form;
}

/** The checked options of a call, which has one of these methods. `forms` is whether the result has several forms. */
export function readMethodOptions<Method extends string>(
  given: unknown,
  methods: readonly Method[],
  forms = true,
): CheckedOptions<Method> {
  const names = forms ? ([...METHOD_OPTIONS, 'as', 'length'] as const) : METHOD_OPTIONS;
  const fields = readOptional<(typeof METHOD_OPTIONS)[number] | 'as' | 'length'>(given, 'options', names);
  const { method, window, table, earlyExit, as, length } = fields;
  return {
    options: {
      method: method === undefined ? undefined : readChoice(method, 'options.method', methods),
      window: window === undefined ? undefined : readCount(window, 'options.window', 1, 16),
      table: table === undefined ? undefined : readChoice(table, 'options.table', windowRuleNames),
      earlyExit: earlyExit === undefined ? undefined : readChoice(earlyExit, 'options.earlyExit', earlyExitNames),
    },
    form: readForm(as, length),
  };
}
