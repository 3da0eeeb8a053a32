// Seals and opens messages with the output of squarings, as the guide of time locks does.
import { init, toBytes } from 'powmod';
import { readSeed } from '../../../workshop/typed.js';
import { toHex } from './letter.ts';
import type { Letter } from './messages.ts';
import { withPool } from './pool.ts';

const PRIME_BITS = 1024;

// A key seals one message only, so the nonce may be fixed.
const algorithm = { name: 'AES-GCM', iv: new Uint8Array(12) };

async function keyOf(y: bigint): Promise<CryptoKey> {
  const hash = await crypto.subtle.digest('SHA-256', toBytes(y));
  return crypto.subtle.importKey('raw', hash, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** This device knows the factors here, takes the short cut x^(2^T mod φ(N)), and forgets them. */
export async function seal(text: string, iterations: number): Promise<Letter> {
  const [p, q] = await withPool((pool) => Promise.all([pool.randomPrime(PRIME_BITS), pool.randomPrime(PRIME_BITS)]));
  const pm = await init();
  const n = p * q;
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const exponent = pm.modPow(2n, BigInt(iterations), (p - 1n) * (q - 1n));
  const y = pm.element(pm.modPow(pm.hashToGroup(seed, n), exponent, n), n);
  const sealed = await crypto.subtle.encrypt(algorithm, await keyOf(y), new TextEncoder().encode(text));
  return { modulus: toHex(toBytes(n)), seed: toHex(seed), iterations, sealed: toHex(new Uint8Array(sealed)) };
}

/** The message in a sealed letter, or why there is none though `y` is right. */
export async function open(sealed: string, y: bigint): Promise<{ message: string } | { problem: string }> {
  if (!crypto.subtle)
    return { problem: 'The squarings are right. To open the letter takes a page from https or from this machine' };
  try {
    const bytes = readSeed(`0x${sealed}`);
    return { message: new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await keyOf(y), bytes)) };
  } catch {
    return { problem: 'The squarings are right, but the letter is damaged' };
  }
}
