// The rule of a draw: how a list becomes a seed, and an output an order of names. The guide "Draw lots" states it,
// character by character, with a second implementation in a few lines of JavaScript and a third in Python.

import { readSeed } from '../../../workshop/typed.js';

/** A list, and the number of squarings before anybody knows the order. */
export interface Lots {
  /** In the order of {@link canonicalNames}. */
  names: string[];
  iterations: number;
}

/**
 * One name a line: in Unicode's form NFC, trimmed, in the order of code points. A name that stands twice has two lots.
 *
 * @throws Error for a control character or an unpaired surrogate: each language reads, trims and sorts them otherwise
 */
export function canonicalNames(text: string): string[] {
  const lines = text.normalize('NFC').split(/\r\n|[\n\r\u2028\u2029]/);
  for (const [i, line] of lines.entries()) {
    const [refused] = /(?!\t)[\p{Cc}\p{Cs}]/u.exec(line) ?? [];
    if (refused) throw new Error(refusal(refused, i + 1));
  }
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .sort(compareCodePoints);
}

function refusal(character: string, line: number): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `take U+${code} out of line ${line}, for no name may hold a control character or an unpaired surrogate`;
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

/** T is hashed too, so that a proof for another T is of another draw. Whoever makes the list can try several T. */
export function textOf({ names, iterations }: Lots): string {
  return ['powmod draw', `${iterations} squarings`, `${names.length} names`, ...names]
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
