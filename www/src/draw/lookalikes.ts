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
  const [first = ''] = filled;
  if (filled.length > 2 && first.split(/[\t,;]/).every((cell) => HEADER.test(cell.trim())))
    notes.push({
      text: `“${first.trim()}” looks like the heading of a column.`,
      fix: { label: 'Drop it', text: lines.slice(lines.indexOf(first) + 1).join('\n') },
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

/** Names that look alike, in groups: by Unicode's table of confusable characters, and apart from case and blanks. */
export async function lookalikesIn(names: readonly string[]): Promise<string[][]> {
  const { default: skeletonOf } = await import('unhomoglyph');
  const groups = new Map<string, Set<string>>();
  for (const name of names) {
    // Case first: of the table's own letters, such as I and l, only one case is alike.
    for (const form of [skeletonOf(name.normalize('NFD')), `case ${name.toLowerCase().replace(/\s/g, '')}`]) {
      const group = groups.get(form) ?? new Set();
      groups.set(form, group.add(name));
    }
  }
  const found = [...groups.values()].filter(({ size }) => size > 1).map((group) => [...group]);
  return [...new Map(found.map((group) => [group.join('\n'), group])).values()];
}

/** Those groups as a sentence, or nothing. */
export async function lookalikeNote(names: readonly string[]): Promise<string | undefined> {
  const groups = await lookalikesIn(names);
  if (groups.length === 0) return undefined;
  const more = groups.length > SHOWN ? ` And ${groups.length - SHOWN} more.` : '';
  return `These look alike, and are lots of their own: ${groups.slice(0, SHOWN).map(some).join('; ')}.${more}`;
}
