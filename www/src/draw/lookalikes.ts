// What looks wrong in a list of names: lots that look alike, and what a spreadsheet or a numbered list leaves in it.
import { shortened } from '../format.ts';
import { linesOf, REFUSED } from './rule.ts';

/** What is said of a list, and what a button offers to do about it. */
export interface Note {
  text: string;
  fix?: { label: string; text: string };
}

const HEADER =
  /^(?:(?:first|last|full|given|family|nick|user)?[ _-]?names?|(?:participant|student|member)s?|e-?mail|n[or]\.?|id)$/i;
/** In the list of a draw a tab is a blank: `First name Last name`. */
const CELL_END = /[\t,;]|(?<=name)\s+(?=\S)/i;
const BULLET = /^\s*(?:\d{1,4}[.):]|[-*•–·▪◦])\s+/u;
const SHOWN = 3;

/** The first ones, quoted. */
export const some = (names: readonly string[]) =>
  names
    .slice(0, SHOWN)
    .map((name) => `“${shortened(name)}”`)
    .join(', ') + (names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '');

/** Notes on a text as it was typed or pasted. */
export function notesOn(text: string): Note[] {
  const lines = linesOf(text);
  const filled = lines.filter((line) => line.trim());
  const notes: Note[] = [];
  const invisible = new RegExp(REFUSED, 'gu');
  if (invisible.test(text.replace(/[\r\n]/g, '')))
    notes.push({
      text: 'Characters that nobody sees are in this list. No draw may have them.',
      fix: { label: 'Take them out', text: lines.map((line) => line.replace(invisible, '')).join('\n') },
    });
  const heading = filled.find((line) => line.split(CELL_END).every((cell) => HEADER.test(cell.trim())));
  if (filled.length > 2 && heading !== undefined)
    notes.push({
      text: `“${heading.trim()}” looks like the heading of a column.`,
      fix: { label: 'Drop it', text: lines.filter((line) => line !== heading).join('\n') },
    });
  const bulleted = filled.filter((line) => BULLET.test(line));
  if (bulleted.length > 1)
    notes.push({
      text: `Numbers or bullets stand in front of ${bulleted.length} names.`,
      fix: { label: 'Drop them', text: lines.map((line) => line.replace(BULLET, '')).join('\n') },
    });
  const several = filled.filter((line) => /[^,;]+[,;]\s*\S/.test(line));
  if (several.length > 0)
    notes.push({
      text: `${some(several)}: one lot each. Are these several names?`,
      fix: { label: 'Split at commas', text: lines.map((line) => line.split(/\s*[,;]\s*/).join('\n')).join('\n') },
    });
  return notes;
}

/**
 * Names that look alike, in groups: by Unicode's table of confusable characters, and apart from case, blanks, and the
 * order of words.
 */
export async function lookalikesIn(names: readonly string[]): Promise<string[][]> {
  const { default: skeletonOf } = await import('unhomoglyph');
  const groups = new Map<string, Set<string>>();
  for (const name of names) {
    // With case and without: of the table's own letters, such as I and l, only one case is alike.
    const small = name.toLowerCase();
    const alike = [name, small].map((text) => skeletonOf(text.normalize('NFD')));
    for (const form of new Set([
      ...alike,
      `words ${small
        .split(/[\s.,;]+/)
        .sort()
        .join('')}`,
    ])) {
      const group = groups.get(form) ?? new Set();
      groups.set(form, group.add(name));
    }
  }
  const found = [...groups.values()].filter(({ size }) => size > 1).map((group) => [...group]);
  const apart = [...new Map(found.map((group) => [group.join('\n'), group])).values()];
  // A group that another one has whole says nothing more.
  const isWhole = (group: string[]) =>
    !apart.some((other) => other.length > group.length && group.every((name) => other.includes(name)));
  return apart.filter(isWhole);
}

/** Names that stand twice, as a sentence, or nothing. `names` are in order. */
export function doublesNote(names: readonly string[]): string | undefined {
  const twice = [...new Set(names.filter((name, i) => name === names[i - 1]))];
  if (twice.length === 0) return undefined;
  return `Twice or more, each with a lot of its own: ${twice.slice(0, SHOWN).map(shortened).join(', ')}.`;
}

/** Those groups as a sentence, or nothing. */
export async function lookalikeNote(names: readonly string[]): Promise<string | undefined> {
  const groups = await lookalikesIn(names);
  if (groups.length === 0) return undefined;
  const { default: skeletonOf } = await import('unhomoglyph');
  const shown = groups.slice(0, SHOWN).map((group) => some(group) + difference(group.slice(0, SHOWN), skeletonOf));
  const more = groups.length > SHOWN ? ` And ${groups.length - SHOWN} more.` : '';
  return `These look alike, and are lots of their own: ${shown.join('; ')}.${more}`;
}

/** The characters in which names differ that look the same: what nobody sees has to be said. */
function difference(names: string[], skeletonOf: (text: string) => string): string {
  const [first = [], ...others] = names.map((name) => [...name]);
  if (others.some(({ length }) => length !== first.length)) return '';
  const told = first.map((letter, i) => [...new Set([letter, ...others.map((name) => name[i] ?? '')])]);
  const areOne = (letters: string[]) => new Set(letters).size === 1;
  const isUnseen = (letters: string[]) => {
    const small = letters.map((letter) => letter.toLowerCase());
    return (
      !areOne(small) &&
      (areOne(letters.map((letter) => skeletonOf(letter))) || areOne(small.map((letter) => skeletonOf(letter))))
    );
  };
  const unseen = told.filter(isUnseen).map((letters) => letters.map(described).join(' and '));
  return unseen.length > 0 ? `: ${[...new Set(unseen)].slice(0, SHOWN).join(', ')}` : '';
}

/** Of the alphabets whose letters look alike. */
const ALPHABETS = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee'];
const isOf = (alphabet: string, letter: string) => new RegExp(`\\p{Script=${alphabet}}`, 'u').test(letter);

/** `“\u0430” (Cyrillic, U+0430)` */
function described(letter: string): string {
  const kind = ALPHABETS.find((alphabet) => isOf(alphabet, letter)) ?? (/\p{Nd}/u.test(letter) ? 'digit' : '');
  const code = letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `“${letter}” (${kind && `${kind}, `}U+${code})`;
}

/**
 * Words, such as `Ada: k\u043evira`, that look as if they were in Latin letters, as sentences. Whoever draws could try
 * many such forms of a word that was posted, and nobody would see it.
 */
export async function disguisedIn(words: readonly string[]): Promise<string[]> {
  const { default: skeletonOf } = await import('unhomoglyph');
  const isAscii = (text: string) => /^[ -~]*$/.test(text);
  const lettersIn = (word: string) =>
    (word.slice(word.indexOf(':') + 1).match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((run) => isAscii(skeletonOf(run)))
      .flatMap((run) => [...run].filter((letter) => ALPHABETS.slice(1).some((alphabet) => isOf(alphabet, letter))));
  return words
    .map((word) => ({ word, letters: [...new Set(lettersIn(word))].slice(0, SHOWN) }))
    .filter(({ letters }) => letters.length > 0)
    .slice(0, SHOWN)
    .map(
      ({ word, letters }) =>
        `“${shortened(word)}” is not what it looks like: it has ${letters.map(described).join(', ')}. Compare it ` +
        'with the word that was given.',
    );
}

/** All that looks wrong in the list and the words of a draw that somebody else may have made, as sentences. */
export async function warningsOf(names: readonly string[], words: readonly string[]): Promise<string[]> {
  // The table of look-alikes may not load.
  const disguised = await disguisedIn(words).catch(() => []);
  const alike = await lookalikeNote(names).catch(() => undefined);
  const notes = notesOn(names.join('\n')).map(({ text }) => text);
  return [...disguised, doublesNote(names), ...notes, alike].filter((note) => note !== undefined);
}
