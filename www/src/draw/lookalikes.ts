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

const some = (names: string[]) =>
  names
    .slice(0, SHOWN)
    .map((name) => `“${shortened(name)}”`)
    .join(', ');

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
    // Case first: of the table's own letters, such as I and l, only one case is alike.
    const words = name.toLowerCase().split(/[\s.,;]+/);
    for (const form of [skeletonOf(name.normalize('NFD')), `words ${words.sort().join('')}`]) {
      const group = groups.get(form) ?? new Set();
      groups.set(form, group.add(name));
    }
  }
  const found = [...groups.values()].filter(({ size }) => size > 1).map((group) => [...group]);
  return [...new Map(found.map((group) => [group.join('\n'), group])).values()];
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
  const more = groups.length > SHOWN ? ` And ${groups.length - SHOWN} more.` : '';
  return `These look alike, and are lots of their own: ${groups.slice(0, SHOWN).map(some).join('; ')}.${more}`;
}

/** All that looks wrong in the list of a draw that somebody else may have made, as sentences. */
export async function warningsOf(names: readonly string[]): Promise<string[]> {
  const alike = await lookalikeNote(names).catch(() => undefined); // its table may not load
  const notes = notesOn(names.join('\n')).map(({ text }) => text);
  return [doublesNote(names), ...notes, alike].filter((note) => note !== undefined);
}
