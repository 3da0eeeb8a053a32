// A letter: a message that T squarings open, as a link carries it.

import { readSeed } from '../../../workshop/typed.js';
import { fromFragment } from '../verify/fragment.ts';
import type { Letter, Task } from './messages.ts';

/** The most bytes of a letter's JSON, which a hostile link may inflate to any size. */
const MAX_BYTES = 1 << 18;

/** A sealed message has a tag of 16 bytes, and no message is empty. */
const LEAST_SEALED = 2 * 17;

/** @throws Error if the link is damaged */
export async function readLetter(fragment: string): Promise<Letter> {
  const letter = JSON.parse(new TextDecoder().decode(await fromFragment(fragment, MAX_BYTES)));
  const isHex = ['modulus', 'seed', 'sealed'].every((name) => /^([\da-f]{2})+$/.test(letter?.[name]));
  const isWhole = isHex && Number.isSafeInteger(letter.iterations) && letter.iterations >= 1;
  if (!isWhole || letter.sealed.length < LEAST_SEALED) throw new Error('the link is damaged: it has no letter');
  return letter;
}

export function taskOf({ modulus, seed, iterations, sealed }: Letter): Task {
  const [n, bytes] = [BigInt(`0x${modulus}`), readSeed(`0x${seed}`)];
  return { modulus: n, seed: bytes, iterations, scheme: 'wesolowski', letter: sealed };
}

/** The letter of a task, with the proof that opens it at once. */
export function letterOf({ modulus, seed, iterations, letter = '' }: Task, proof: string): Letter {
  const n = modulus.toString(16);
  return { modulus: n, seed: toHex(seed), iterations, sealed: letter, proof: JSON.parse(proof) };
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
