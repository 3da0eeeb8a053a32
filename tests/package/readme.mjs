// The README's examples, which are one program, and a version of it that also collects the values that it computes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packed.mjs';

/** A line whose value the example states: `m.pow(2n, 10n); // 1024n`. */
const STATED = /^(.*); \/\/ (\S+)$/gm;

/** The examples without changes. */
export const example = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```js\n(.*?)```/gs)]
  .map(([, code]) => code)
  .join('\n');

export const statedValues = [...example.matchAll(STATED)].map(([, , value]) => value);

/** The program, which also computes each stated value once more, into `globalThis.computed`. */
export const telling = `globalThis.computed = [];
${example.replace(STATED, "$&\nglobalThis.computed.push(((value) => value + (typeof value === 'bigint' ? 'n' : ''))($1));")}
globalThis.isDone = true;
`;
