// The announcements that this device has opened or made: a result of another list than the announced one shows.
import { counted, shortened } from '../format.ts';
import type { Lots } from './rule.ts';

type Announced = Pick<Lots, 'names' | 'iterations' | 'seconds'>;
interface Seen extends Announced {
  /** When it was opened first. */
  at: number;
  /** The lines that the visitor copied on this device, to post them. */
  copied?: string[];
}

const KEY = 'powmod announcements';
/** The last ones are kept. */
const MOST = 20;
/** Of what differs, so much is shown. */
const SHOWN = 3;

function all(): Seen[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // in some private windows
  }
}

const isSame = (a: Announced, b: Announced) =>
  a.iterations === b.iterations && a.seconds === b.seconds && a.names.join('\n') === b.names.join('\n');

export function noteSeen({ names, iterations, seconds }: Announced) {
  const kept = all();
  const announced = { names, iterations, seconds, at: Date.now() };
  if (!kept.some((seen) => isSame(seen, announced))) keep([announced, ...kept].slice(0, MOST));
}

/** Keeps a line that the visitor copied from that announcement: the result is asked for it. */
export function noteCopied(draw: Announced, line: string) {
  const kept = all();
  const seen = kept.find((seen) => isSame(seen, draw));
  if (!seen || seen.copied?.includes(line)) return;
  seen.copied = [...(seen.copied ?? []), line];
  keep(kept);
}

function keep(kept: Seen[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {} // full, or in some private windows
}

/** What this device saw of a draw: a sentence, and whether it is a warning. */
export function seenNote(draw: Lots): { text: string; isWarning: boolean } | undefined {
  const seen = seenLike(draw);
  if (!seen) return undefined;
  const { at, differs, copied } = seen;
  const opened =
    differs.length === 0
      ? `You opened this announcement at ${at}.`
      : `This is not the list you saw at ${at}. It differs in: ${differs.join('; ')}.`;
  if (draw.words.length === 0 || copied.length === 0) return { text: opened, isWarning: differs.length > 0 };
  // Somebody may copy two lines and post one.
  const isIn = copied.some((line) => draw.words.includes(line));
  const line = isIn
    ? 'The line that you copied is among the words.'
    : `The line that you copied, “${shortened(copied.at(-1) ?? '')}”, is not among the words: if you posted it in ` +
      'time, it was left out or changed.';
  return { text: `${opened} ${line}`, isWarning: differs.length > 0 || !isIn };
}

/** When this device saw that announcement, or one that shares half of its names and differs. */
function seenLike(draw: Announced): { at: string; differs: string[]; copied: string[] } | undefined {
  const kept = all();
  const same = kept.find((seen) => isSame(seen, draw));
  if (same) return { at: timeOf(same.at), differs: [], copied: same.copied ?? [] };
  const names = new Set(draw.names);
  const isLike = (seen: Seen) =>
    2 * seen.names.filter((name) => names.has(name)).length >= Math.max(seen.names.length, draw.names.length);
  const like = kept.find(isLike);
  return like && { at: timeOf(like.at), differs: differences(like, draw), copied: like.copied ?? [] };
}

function timeOf(at: number): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return time.toLocaleString('en-GB', isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
}

function differences(seen: Announced, draw: Announced): string[] {
  const gone = without(seen.names, draw.names);
  const added = without(draw.names, seen.names);
  const list = (names: string[]) =>
    names.slice(0, SHOWN).map(shortened).join(', ') + (names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '');
  return [
    gone.length > 0 && `gone: ${list(gone)}`,
    added.length > 0 && `new: ${list(added)}`,
    seen.iterations !== draw.iterations && `announced: ${counted(seen.iterations, 'squaring')}`,
    seen.seconds !== draw.seconds && `announced: ${counted(seen.seconds, 'second')} for words`,
  ].filter((difference) => difference !== false);
}

/** What `names` has more often than `others`. */
function without(names: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const name of others) left.set(name, (left.get(name) ?? 0) + 1);
  return names.filter((name) => {
    const more = left.get(name) ?? 0;
    left.set(name, more - 1);
    return more <= 0;
  });
}
