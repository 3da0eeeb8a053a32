// The fields x, e and N: the numbers in them, those that stand there at first, and the address that carries them.
import { seededNumber } from '../../../workshop/numbers.js';
import { readInteger } from '../../../workshop/typed.js';
import { copyButton } from '../copy.ts';
import { byId, selectExample } from '../dom.ts';
import { counted } from '../format.ts';
import { carriedByAddress } from '../opened.ts';

export const NAMES = ['x', 'e', 'N'] as const;
export type Name = (typeof NAMES)[number];

const BITS = 2048;
/** A power of small numbers, such as `2^10`, is a number up to this length, the most that the page takes. */
const MAX_BITS = 65_536;

/** Address bars and messengers still accept links of this length. */
const MAX_CHARACTERS = 1 << 15;

export const written = (value: bigint, isHex: boolean) =>
  isHex ? `${value < 0n ? '-' : ''}0x${(value < 0n ? -value : value).toString(16)}` : String(value);
export const bitsOf = (value: bigint) => (value === 0n ? 0 : (value < 0n ? -value : value).toString(2).length);
export const bits = (value: bigint) => counted(bitsOf(value), 'bit');

/** `0x1b2c…9d0e` */
export function short(text: string, digits = 12): string {
  const start = text.startsWith('0x') ? digits + 2 : digits;
  return text.length <= start + digits + 1 ? text : `${text.slice(0, start)}…${text.slice(-digits)}`;
}

const fieldOf = (name: Name) => byId<HTMLInputElement>(name);
const isSecret = () => byId<HTMLInputElement>('secret');

export interface Numbers {
  x: bigint;
  e: bigint;
  N: bigint;
  isSecret: boolean;
  /** Whether N is written in hex: at first the answer is too. */
  isHex: boolean;
}

/** Fills the fields from the address, or else with an example, and gives each its button. */
export function startNumbers() {
  const first = [seededNumber(BITS, 2), seededNumber(BITS, 50), seededNumber(BITS, 1) | 1n];
  for (const [i, name] of NAMES.entries()) {
    const field = fieldOf(name);
    const example = written(first[i] as bigint, true);
    field.value ||= example;
    byId(`${name}-copy`).append(copyButton('Copy', name, 'Copied', () => field.value, true));
    selectExample(field, () => field.value === example);
  }
  readAddress();
}

/** Takes the numbers of the address, by which a calculation is a link. Tells whether it has any. */
export function readAddress(): boolean {
  const given = new URLSearchParams(location.hash.slice(1));
  if (!NAMES.every((name) => given.has(name))) return false;
  for (const name of NAMES) if (given.get(name)) fieldOf(name).value = given.get(name) as string;
  isSecret().checked = given.has('secret');
  return true;
}

export function writeAddress() {
  if (carriedByAddress()) return; // what the visitor opened keeps its address
  const numbers = NAMES.map((name): [string, string] => [name, fieldOf(name).value]);
  const secret: [string, string][] = isSecret().checked ? [['secret', '']] : [];
  const hash = `#${new URLSearchParams([...numbers, ...secret])}`;
  // If the numbers are too long for a link, the address keeps no earlier ones.
  const address = hash.length <= MAX_CHARACTERS ? hash : location.pathname + location.search;
  history.replaceState(undefined, '', address);
}

/** The numbers in the fields, or why there are none. Shows the length of each. */
export function readNumbers(): Numbers | { problem: string; wrong: Name[] } {
  const read = NAMES.map((name) => ({ name, ...readField(fieldOf(name).value) }));
  for (const { name, value } of read) byId(`${name}-bits`).textContent = value === undefined ? '' : bits(value);
  const [x, e, N] = read.map(({ value }) => value);
  if (x !== undefined && e !== undefined && N !== undefined)
    return { x, e, N, isSecret: isSecret().checked, isHex: /^\s*-?0x/i.test(fieldOf('N').value) };
  const wrong = read.filter(({ problem }) => problem);
  return {
    problem: wrong.map(({ name, problem }) => `${name}: ${problem}.`).join(' '),
    wrong: wrong.map(({ name }) => name),
  };
}

/** The number in a field, or the reason why there is none. */
function readField(text: string): { value?: bigint; problem?: string } {
  try {
    const [, base = '', exponent = ''] = /^\s*(\d{1,9})\s*\^\s*(\d{1,5})\s*$/.exec(text) ?? [];
    if (base && Number(exponent) * Math.log2(Number(base)) < MAX_BITS)
      return { value: BigInt(base) ** BigInt(exponent) };
    return { value: readInteger(text) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Marks the fields that are wrong, and no other. */
export function markWrong(wrong: readonly Name[]) {
  for (const name of NAMES)
    if (wrong.includes(name)) fieldOf(name).setAttribute('aria-invalid', 'true');
    else fieldOf(name).removeAttribute('aria-invalid');
}
