// The contenders: modules of the folder contenders/, each with a function from a proof to whether all is right.
import { readFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync(new URL('../../crate/js/package.json', import.meta.url), 'utf8'));

/** Whether the package has the entry, such as `./pool`. */
export const packageHas = (entry) => entry in exports;

export const contenders = [
  { name: 'bigint', verifies: true },
  { name: 'verify', verifies: true, entry: './verify' },
  { name: 'init', verifies: true, entry: '.' },
  { name: 'mod-pow', verifies: false, entry: '.' },
].filter(({ entry }) => !entry || packageHas(entry));
