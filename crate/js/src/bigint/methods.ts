/**
 * The options of a power. BigInt has one method for all, but refuses what the wasm kernels refuse:
 * crate/wasm/src/powers/methods.rs.
 */
import type { MultiOptions, SingleOptions } from '../border/powers-operations.generated.js';
import { Refused } from './refused.js';

/** The widest window, or the most bits of the digits of all bases that share a table. */
const MAX_WINDOW = 16;

function refuse(value: unknown, name: string, reason: string): void {
  if (value !== undefined) throw new Refused('argument', `options.${name}`, reason);
}

const refuseWindow = (window: unknown) => refuse(window, 'window', 'is for methods that have windows');
const refuseTable = (table: unknown) => refuse(table, 'table', "is for the method 'sliding'");
const refuseEarlyExit = (earlyExit: unknown) => refuse(earlyExit, 'earlyExit', "is for the method 'binary'");

/** @throws Refused if the method does not have one of the options. */
export function checkSingleOptions({ method, window, table, earlyExit }: SingleOptions): void {
  if (method !== 'binary') refuseEarlyExit(earlyExit);
  else refuseWindow(window);
  if (method === 'binary' || method === 'mary') refuseTable(table);
}

/** @throws Refused if the method does not have one of the options, or the window is too wide for so many bases. */
export function checkMultiOptions({ method, window, table, earlyExit }: MultiOptions, bases: number): void {
  refuseEarlyExit(earlyExit);
  refuseTable(table);
  if (method === 'separate') refuseWindow(window);
  // A joint table has digits of all bases; its default window is 2 bits.
  const isJoint = method === 'ary' || method === 'yll';
  if (isJoint && bases * (window ?? 2) > MAX_WINDOW)
    throw new Refused('argument', 'options.window', 'is too wide for so many bases');
}
