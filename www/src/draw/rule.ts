// The rule of a draw: how a list becomes a seed, and an output an order of names. The guide "Draw lots" states it,
// character by character, with a second implementation in a few lines of JavaScript and a third in Python.

import { readSeed } from '../../../workshop/typed.js';

/**
 * What is drawn: a list, the words that others gave once it was public, and the squarings before anybody knows the
 * order.
 */
export interface Lots {
  /** In the order of {@link canonicalNames}, as are the words. */
  names: string[];
  iterations: number;
  /** What nobody knew when the list was made. Without words, whoever made the list can have tried many. */
  words: string[];
  /** Words may come for this many seconds once the list is public. 0 in a room, where a word is said aloud. */
  seconds: number;
}

/**
 * Characters that are not seen, by number, since the tables of systems differ in age: U+00AD is a hyphen that only the
 * end of a line shows, U+2800 a sign of Braille without dots.
 */
const INVISIBLE =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164' +
  '\\ufe00-\\ufe0f\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';

/** What no name and no word may hold. */
export const REFUSED = new RegExp(`(?!\\t)[\\p{Cc}\\p{Cs}${INVISIBLE}]`, 'u');

export const linesOf = (text: string) => text.split(/\r\n|[\n\r\u2028\u2029]/);

/**
 * One name a line: in Unicode's form NFC, each run of blanks as one space, trimmed, in the order of code points. A name
 * that stands twice has two lots. Words have the same form.
 *
 * @throws Error for an invisible character, a control character or an unpaired surrogate. Two names with such
 *   characters can differ and look alike, and languages read, trim and sort these characters in different ways.
 */
export function canonicalNames(text: string): string[] {
  const lines = linesOf(text);
  // Before the form NFC, in which Firefox gives U+FFFD for an unpaired surrogate.
  for (const [i, line] of lines.entries()) {
    const [refused] = REFUSED.exec(line) ?? [];
    if (refused) throw new Error(refusal(refused, i + 1));
  }
  return lines
    .map((line) => line.normalize('NFC').replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .sort(compareCodePoints);
}

function refusal(character: string, line: number): string {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `take U+${code} out of line ${line}, for it is not seen, or no whole character`;
}

/** As bytes of UTF-8 compare. The order of JavaScript differs for characters beyond U+FFFF. */
function compareCodePoints(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x === y) continue;
    const isSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xe000;
    if (isSurrogate(x) !== isSurrogate(y)) return isSurrogate(x) ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

/** T is hashed too, so that a proof for another T is of another draw. So is the time in which words came. */
export function textOf({ names, iterations, words, seconds }: Lots): string {
  const given = words.length > 0 ? [`${words.length} words within ${seconds} seconds`, ...words] : [];
  return ['powmod draw', `${iterations} squarings`, `${names.length} names`, ...names, ...given]
    .map((line) => `${line}\n`)
    .join('');
}

/** The seed of the squarings: the SHA-256 of the text. */
export function seedOf(lots: Lots): Promise<Uint8Array<ArrayBuffer>> {
  return sha256(textOf(lots));
}

async function sha256(...parts: (string | Uint8Array<ArrayBuffer>)[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer()));
}

/** Whole numbers below 2^32, which only trying lists can choose. `output` is the proof's, in hex as its file has it. */
export const wordOf = (output: string) => async (attempt: number) => {
  const counter = new DataView(new ArrayBuffer(4));
  counter.setUint32(0, attempt);
  const hash = await sha256('draw', new Uint8Array(counter.buffer), readSeed(output));
  return new DataView(hash.buffer).getUint32(0);
};

/**
 * The first places, without bias: a word that is not below the largest multiple of the number of names left is skipped,
 * since its remainder would favour the first names.
 */
export async function drawn(names: readonly string[], most: number, word: (attempt: number) => Promise<number>) {
  const left = [...names];
  const places: string[] = [];
  for (let attempt = 0; places.length < Math.min(most, names.length); attempt++) {
    const value = await word(attempt);
    if (value < 2 ** 32 - (2 ** 32 % left.length)) places.push(...left.splice(value % left.length, 1));
  }
  return places;
}
