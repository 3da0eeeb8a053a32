// How far a draw holds: what whoever made the list, or gave a word, could have tried.
import { formatDuration } from '../../../workshop/duration.js';
import { grouped, shortened } from '../format.ts';
import type { Lots } from './rule.ts';

/** The squarings a second of the fastest computer that is assumed. The guide "Draw lots" has the sources. */
export const FASTEST = 1_000_000;

/** On that computer, the squarings take this many times as long as the time in which words may come. */
export const MARGIN = 10;

/** The lists or words that one computer tries at the same time. */
const CORES = 16;

/**
 * What the page offers, and no other number: who may choose T can try several. In a room a word is said aloud and drawn
 * at once. The last is for those who may fear somebody with a circuit of his own, 40 times as fast.
 */
export const CHOICES: readonly Pick<Lots, 'iterations' | 'seconds'>[] = [
  { iterations: 1_000_000, seconds: 0 },
  { iterations: 600_000_000, seconds: 60 },
  { iterations: 6_000_000_000, seconds: 600 },
  { iterations: 24_000_000_000, seconds: 60 },
];

/** What one computer tries in an hour. */
const triesOf = (iterations: number) => grouped(Math.floor((3600 * FASTEST * CORES) / iterations));

/** Why whoever made the list could have tried others, if he could. */
export function weaknessOf({ words, iterations, seconds }: Lots): string | undefined {
  const could = `who made this list could have tried ${triesOf(iterations)} others in an hour on one computer`;
  if (words.length === 0) return `It has no word of anybody else: ${could}.`;
  if (iterations < MARGIN * FASTEST * seconds)
    return `Its squarings are too few for words that came within ${formatDuration(seconds)}: ${could}.`;
  if (!CHOICES.some((choice) => choice.iterations === iterations))
    return `Its number of squarings is none of those that this page offers, so it may have been chosen: ${could}.`;
  return undefined;
}

/** What no check can tell of a draw that has no weakness. */
export function trustOf({ words, iterations, seconds }: Lots): string {
  if (seconds === 0)
    return (
      `Not checked: that somebody else said ${words.map((word) => `“${shortened(word)}”`).join(', ')} when the list ` +
      `stood, and drew at once. Those who were there know. Others do not: one computer tries ${triesOf(iterations)} ` +
      'words in an hour.'
    );
  return (
    `Not checked: that these words, all and no other, came within ${formatDuration(seconds)}. Compare those of the ` +
    'list below with the chat: who adds, drops or changes a word draws anew. A computer with ' +
    `${grouped(FASTEST)} squarings a second needs ${formatDuration(iterations / FASTEST)} for a draw.`
  );
}
