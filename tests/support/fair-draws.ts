// What a draw promises, as a script of an attacker: who knows the list before the word chooses no winner, and nobody
// has a choice after it. It runs in Node and in each browser, whose tables of characters and whose hash are others.
import { CHOICES } from '../../www/src/draw/fairness.ts';
import { canonicalNames, drawn, seedOf, wordOf } from '../../www/src/draw/rule.ts';

const NAMES = Array.from({ length: 8 }, (_, i) => `Name ${i}`);

/** The squarings are a permutation that nobody foresees: here a hash stands for them. */
async function winnerOf(names: string[], words: string[], iterations: number): Promise<string> {
  const seed = await seedOf({ names, words, iterations, seconds: 0 });
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-512', seed));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return (await drawn(names, 1, wordOf(`0x${hex.repeat(4)}`)))[0] as string;
}

const placeOf = (winner: string) => NAMES.findIndex((name) => name.toLowerCase() === winner.toLowerCase());

/**
 * How often each name wins in 1,000 draws. Before the words the attacker takes the list and T with which his favourite,
 * the first name, wins most of the words that he makes up. `random` gives numbers of 32 bits.
 */
export async function winsAfterAttack(random: () => number, { lists = 10, guesses = 40 } = {}): Promise<number[]> {
  const made = Array.from({ length: guesses }, () => `${random()}`);
  let best = { wins: -1, names: NAMES, iterations: 0 };
  for (const { iterations } of CHOICES)
    for (let i = 0; i < lists; i++) {
      const names = canonicalNames(NAMES.map((name) => (random() % 2 ? name : name.toUpperCase())).join('\n'));
      const winners = await Promise.all(made.map((word) => winnerOf(names, [word], iterations)));
      const wins = winners.filter((winner) => placeOf(winner) === 0).length;
      if (wins > best.wins) best = { wins, names, iterations };
    }
  const counts = NAMES.map(() => 0);
  for (let i = 0; i < 1000; i++) {
    const place = placeOf(await winnerOf(best.names, [`${random()}`], best.iterations));
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** The same where the attacker gives the word himself, and tries eight. */
export async function winsWithoutWord(random: () => number): Promise<number[]> {
  const counts = NAMES.map(() => 0);
  for (let i = 0; i < 1000; i++) {
    const word = random();
    let place = -1;
    for (let tries = 0; tries < 8 && place !== 0; tries++)
      place = placeOf(await winnerOf(NAMES, [`${word} ${tries}`], 1_000_000));
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** Tells that counts are not those of a fair choice. Of eight names it is 40 by chance once in a million times. */
export function chiSquare(counts: number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** The seeds of one list and its words in forms that look alike, and what is said of characters that nobody sees. */
export async function seedsOfForms(): Promise<{ alike: string[]; hidden: string[] }> {
  const seedIn = async (text: string, words: string) => {
    try {
      const lots = { names: canonicalNames(text), words: canonicalNames(words), iterations: 1_000_000, seconds: 0 };
      return (await seedOf(lots)).join();
    } catch (error) {
      return (error as Error).message;
    }
  };
  const forms = [
    ['Ada Lovelace\nZo\u00eb\nGrace', 'blue\nred'],
    ['Grace\nZoe\u0308\nAda Lovelace', 'red\nblue'],
    ['\ufeff Grace\u2003\r\n\r\nAda\u00a0 \tLovelace\u2028Zo\u00eb', ' blue \n\nred'],
  ] as const;
  const unseen = ['\u200b', '\u00ad', '\u2060', '\ufe0f', '\u{e0041}', '\u3164', '\u202e', '\u0007', '\ud800'];
  return {
    alike: await Promise.all(forms.map(([text, words]) => seedIn(text, words))),
    hidden: await Promise.all(unseen.map((character) => seedIn(`Ada${character}\nGrace`, 'blue'))),
  };
}
