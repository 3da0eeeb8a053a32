// The README's examples as one program, and a version of it that also collects the values that it computes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
import { blocksOf } from '../../workshop/markdown.mjs';

/** A line whose value the example states: `m.pow(2n, 10n); // 1024n`. */
const STATED = /^(.*); \/\/ (\S+)$/gm;

const IMPORT = /^import .*;\n/gm;
const END = '});\n';
const blocks = blocksOf(readFileSync(join(root, 'README.md'), 'utf8')).filter(({ language }) => language === 'js');
const code = blocks.map(({ code }) => code).join('\n');

/** The examples: the later ones stand in the function of the first, which `pm` belongs to. */
export const example = code.match(IMPORT).join('') + code.replace(IMPORT, '').replace(END, '') + END;

export const statedValues = [...example.matchAll(STATED)].map(([, , value]) => value);

/** The program, which also computes each stated value once more, into `globalThis.computed`. */
export const telling = `globalThis.computed = [];
${example
  .replace(STATED, "$&\nglobalThis.computed.push(((value) => value + (typeof value === 'bigint' ? 'n' : ''))($1));")
  .replace(new RegExp(`${END.replace(')', '\\)')}$`), `globalThis.isDone = true;\n${END}`)}`;
