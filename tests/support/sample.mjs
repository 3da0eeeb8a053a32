// Which part of a list a run takes: one that turns with the commit, so that a few commits meet all.
import { execFileSync } from 'node:child_process';
import { root } from '../../crate/build/run.mjs';

/** The number of the commit that is checked out; undefined with POWMOD_SAMPLE=all, and where there is no commit. */
export function turn() {
  if (process.env.POWMOD_SAMPLE === 'all') return undefined;
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], options).slice(0, 8), 16);
  } catch {
    return undefined;
  }
}

/**
 * Of each list one element, by the number; without a number all lists are whole. As many numbers, one after another, as
 * there are combinations meet each of them once.
 *
 * @template {Record<string, unknown[]>} L
 * @param {L} lists
 * @param {number | undefined} number
 * @returns {L}
 */
export function sampleOf(lists, number) {
  if (number === undefined) return lists;
  let left = number;
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => {
      const one = list[left % list.length];
      left = Math.floor(left / list.length);
      return [name, [one]];
    }),
  );
}
