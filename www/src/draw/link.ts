// A draw as a link or a file carries it: the list, T, and the proof once it is made.
import type { Task } from '../prove/messages.ts';
import { fromFragment, toFragment } from '../verify/fragment.ts';
import { canonicalNames, type Lots, seedOf } from './rule.ts';

/** The most bytes of a draw's JSON, which a hostile link may inflate to any size. */
const MAX_BYTES = 1 << 20;

export interface Draw extends Lots {
  /** The proof file. */
  proof?: object;
}

export const linkOf = (draw: Draw) => toFragment(draw, 'draw');

/** @throws Error if the link is damaged */
export async function readLink(fragment: string): Promise<Draw> {
  return readDraw(new TextDecoder().decode(await fromFragment(fragment, MAX_BYTES)));
}

/** The draw in the JSON of a file or a link. @throws Error */
export function readDraw(json: string): Draw {
  const { names, iterations, proof } = JSON.parse(json) ?? {};
  const isList = Array.isArray(names) && names.every((name) => typeof name === 'string');
  if (!isList || !Number.isSafeInteger(iterations) || iterations < 1) throw new Error('it holds no draw');
  const isProof = proof === undefined || (typeof proof === 'object' && proof !== null && !Array.isArray(proof));
  if (!isProof) throw new Error('its proof is none');
  const canonical = canonicalNames(names.join('\n'));
  if (canonical.length < 2) throw new Error('it holds fewer than two names');
  return { names: canonical, iterations, ...(proof && { proof }) };
}

/** The squarings of a draw, on the same machinery as letters. */
export async function taskOf(lots: Lots): Promise<Task> {
  const { names, iterations } = lots;
  return { modulus: 'RSA-2048', seed: await seedOf(lots), iterations, scheme: 'wesolowski', names };
}
