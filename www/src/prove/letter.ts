// A letter: a message that T squarings open, as a link carries it: its bytes, packed, with a check sum.
import { readSeed } from '../../../workshop/typed.js';
import { bytesIn, fragmentOf, jsonIn } from '../verify/fragment.ts';
import type { Letter, Task } from './messages.ts';

/** The most bytes of the JSON of a letter of powmod 0.2, which a hostile link may inflate to any size. */
const MAX_BYTES = 1 << 18;

/** A sealed message has a tag of 16 bytes, and no message is empty. */
const LEAST_SEALED = 2 * 17;

/** The first byte. No deflated JSON, as of powmod 0.2, begins with it. */
const VERSION = 7;
const SUM_BYTES = 4;

/** The link of a letter; undefined if it would be too long. */
export async function writeLetter({ modulus, seed, iterations, sealed, proof }: Letter): Promise<string | undefined> {
  const values = proof ? [proof.input, proof.output, proof.proof].map((value) => value.slice(2)) : [];
  const numbers = [modulus, ...values];
  const lengths = hexOf(modulus.length / 2, 2) + hexOf(seed.length / 2, 1) + hexOf(values.length, 1);
  const body = readSeed(`0x${lengths}${numbers.join('')}${seed}${hexOf(iterations, 8)}${sealed}`);
  return fragmentOf(new Uint8Array([VERSION, ...(await sumOf(body)), ...body]), 'letter');
}

/** @throws Error if the link is damaged */
export async function readLetter(fragment: string): Promise<Letter> {
  const letter = await bytesIn(fragment, async (bytes) => {
    if (bytes[0] !== VERSION) return undefined;
    const body = bytes.slice(1 + SUM_BYTES);
    const sum = await sumOf(body);
    if (sum.some((byte, i) => byte !== bytes[1 + i])) throw new Error('its check sum differs');
    return unpack(toHex(body));
  });
  const read = letter ?? JSON.parse(await jsonIn(fragment, MAX_BYTES));
  const isHex = ['modulus', 'seed', 'sealed'].every((name) => /^([\da-f]{2})+$/.test(read?.[name]));
  const isWhole = isHex && Number.isSafeInteger(read.iterations) && read.iterations >= 1;
  if (!isWhole || read.sealed.length < LEAST_SEALED) throw new Error('the link is damaged: it has no letter');
  return read;
}

function unpack(hex: string): Letter {
  let at = 0;
  const take = (bytes: number) => {
    at += 2 * bytes;
    return hex.slice(at - 2 * bytes, at);
  };
  const [length, seedLength, values] = [2, 1, 1].map((bytes) => Number(`0x${take(bytes)}`)) as [number, number, number];
  const modulus = take(length);
  const [input, output, proof] = Array.from({ length: values }, () => `0x${take(length)}`);
  const seed = take(seedLength);
  const iterations = Number(`0x${take(8)}`);
  const letter = { modulus, seed, iterations, sealed: hex.slice(at) };
  if (!input || !output || !proof) return letter;
  const file = {
    scheme: 'wesolowski',
    profile: 'powmod-v1',
    modulus: `0x${modulus}`,
    input,
    output,
    iterations,
    proof,
  };
  return { ...letter, proof: file };
}

async function sumOf(body: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', body)).subarray(0, SUM_BYTES);
}

export function taskOf({ modulus, seed, iterations, sealed }: Letter): Task {
  const [n, bytes] = [BigInt(`0x${modulus}`), readSeed(`0x${seed}`)];
  return { modulus: n, seed: bytes, iterations, scheme: 'wesolowski', letter: sealed };
}

/** The letter of a task, with the proof that opens it at once. */
export function letterOf({ modulus, seed, iterations, letter = '' }: Task, proof: string): Letter {
  const n = BigInt(modulus).toString(16);
  const even = n.padStart(n.length + (n.length % 2), '0');
  return { modulus: even, seed: toHex(seed), iterations, sealed: letter, proof: JSON.parse(proof) };
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const hexOf = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, '0');
