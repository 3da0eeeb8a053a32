// The files that MIGRATING.md shows: the consumers' tests and their bench run on them.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { blocksOf } from '../markdown.mjs';

export const document = readFileSync(new URL('../../MIGRATING.md', import.meta.url), 'utf8');

/** Where the files are written, so that Node finds the packages which they import. */
export const folder = new URL('dist/', import.meta.url);

mkdirSync(folder, { recursive: true });
for (const { name, code } of blocksOf(document).filter(({ name }) => name)) {
  const unfinished = new URL(`${name}.${process.pid}`, folder); // other processes read the file meanwhile
  writeFileSync(unfinished, code);
  renameSync(unfinished, new URL(name, folder));
}

/** A file of the document, as a module. @returns {Promise<any>} */
export const recipe = (name) => import(new URL(name, folder).href);

/** Replaces functions of an object by `use`, and gives the function that puts its own ones back. */
export function replace(object, use) {
  const own = { ...object };
  use();
  return () => Object.assign(object, own);
}
