// How long each job of a kind took when it ran last, in a file.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run.mjs';

/** @param {string} path of the file, from the repository's root */
export function lastTimes(path) {
  const file = join(root, path);
  /** @type {Map<string, number>} */
  const seconds = new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : []);
  return {
    /** The seconds of a job; undefined if it never ran here. @param {string} name */
    of: (name) => seconds.get(name),
    /** @param {string} name @param {number} took seconds */
    keep(name, took) {
      seconds.set(name, Math.round(10 * took) / 10);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(Object.fromEntries(seconds), undefined, 1));
    },
  };
}
