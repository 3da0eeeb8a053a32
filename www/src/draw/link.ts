// A draw as a link or a file carries it: the list, T and the time for words, which are its announcement, and once it is
// made the words and the proof.
import type { Task } from '../prove/messages.ts';
import { jsonIn, toFragment } from '../verify/fragment.ts';
import { canonicalNames, type Lots, seedOf } from './rule.ts';

/** The most bytes of a draw's JSON, which a hostile link may inflate to any size. */
const MAX_BYTES = 1 << 20;

export interface Draw extends Lots {
  /** The proof file. */
  proof?: object;
}

export const linkOf = (draw: Draw) => toFragment(carried(draw), 'draw');

/** The input of the proof, which the list and the words give, is left out, as are words where there are none. */
export function carried({ proof, words, ...draw }: Draw): object {
  const { input: _, ...rest } = (proof ?? {}) as Record<string, unknown>;
  return { ...draw, ...(words.length > 0 && { words }), ...(proof && { proof: rest }) };
}

/** @throws Error if the link is damaged */
export async function readLink(fragment: string): Promise<Draw> {
  return readDraw(await jsonIn(fragment, MAX_BYTES));
}

/** The draw in the JSON of a file or a link. @throws Error */
export function readDraw(json: string): Draw {
  const { names, iterations, proof, words = [], seconds = 0 } = parsed(json) ?? {};
  const isList = (list: unknown) => Array.isArray(list) && list.every((name) => typeof name === 'string');
  const isCount = (n: unknown, least: number) => Number.isSafeInteger(n) && (n as number) >= least;
  if (!isList(names) || !isList(words) || !isCount(iterations, 1) || !isCount(seconds, 0))
    throw new Error('it holds no draw');
  const isProof = proof === undefined || (typeof proof === 'object' && proof !== null && !Array.isArray(proof));
  if (!isProof) throw new Error('its proof is none');
  const canonical = canonicalNames(names.join('\n'));
  if (canonical.length < 2) throw new Error('it holds fewer than two names');
  return { names: canonical, iterations, words: canonicalNames(words.join('\n')), seconds, ...(proof && { proof }) };
}

function parsed(json: string) {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Error('it is damaged: a part of it may be missing', { cause });
  }
}

/** The draw of a run. */
export const lotsOf = ({ names = [], words = [], seconds = 0, iterations }: Task): Lots => ({
  names,
  words,
  seconds,
  iterations,
});

/** The squarings of a draw, on the same machinery as letters. */
export async function taskOf(lots: Lots): Promise<Task> {
  const { names, iterations, words, seconds } = lots;
  return { modulus: 'RSA-2048', seed: await seedOf(lots), iterations, scheme: 'wesolowski', names, words, seconds };
}
