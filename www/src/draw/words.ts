// Words that others add to a draw: made at random, posted as a line, and found again in what a chat holds.
import { canonicalNames, REFUSED } from './rule.ts';

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
/** 8 syllables of 70 are 49 bits: nobody tries them in advance. */
const SYLLABLES = 8;

/** A word that nobody foresees, such as `tapolugi-nevomaru`. */
export function randomWord(): string {
  const random = (n: number) => {
    // A remainder would favour the first ones.
    for (;;) {
      const [value] = crypto.getRandomValues(new Uint8Array(1)) as unknown as [number];
      if (value < 256 - (256 % n)) return value % n;
    }
  };
  const syllable = () => `${CONSONANTS[random(CONSONANTS.length)]}${VOWELS[random(VOWELS.length)]}`;
  const all = Array.from({ length: SYLLABLES }, syllable).join('');
  return `${all.slice(0, 8)}-${all.slice(8)}`;
}

export interface FoundWords {
  /** `name: word`, one for each name. */
  words: string[];
  /** The lines without a name of the list before a colon, and the further lines of a name that has its word. */
  unused: string[];
}

/** The lower case, as long as the text. `İ` alone has a longer one, which would move the places behind it. */
const lower = (text: string) => text.replaceAll('İ', 'i').toLowerCase();

/** The words in lines as a chat gives them, such as `[14:02] Ada L.: Ada: tapolu`. The first word of a name counts. */
export function wordsIn(text: string, names: readonly string[]): FoundWords {
  const byLength = [...new Set(names)].sort((a, b) => b.length - a.length);
  const found = new Map<string, string>();
  const unused: string[] = [];
  // Chats put marks around names that nobody sees.
  const unseen = new RegExp(REFUSED, 'gu');
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const [clean = ''] = canonicalNames(line.replace(unseen, ''));
    if (!clean) continue;
    const ends = byLength
      .map((name) => ({ name, at: lower(clean).lastIndexOf(lower(`${name}:`)) }))
      .filter(({ at }) => at >= 0)
      .map(({ name, at }) => ({ name, word: clean.slice(at + name.length + 1).trim() }));
    const post = ends.find(({ word }) => word);
    if (post && !found.has(post.name)) found.set(post.name, post.word);
    else unused.push(clean);
  }
  const lines = Array.from(found, ([name, word]) => `${name}: ${word}`);
  return { words: canonicalNames(lines.join('\n')), unused };
}
