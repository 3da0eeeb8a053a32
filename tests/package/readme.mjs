// The README's examples, one by one and as one program, and versions that also collect the values that they compute.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
import { blocksOf } from '../../workshop/markdown.mjs';

/** A line whose value the example states: `m.pow(2n, 10n); // 1024n`. */
const STATED = /^(.*); \/\/ (\S+)$/gm;

const blocks = blocksOf(readFileSync(join(root, 'README.md'), 'utf8')).filter(({ language }) => language === 'js');

/** The examples, pasted one after another. */
export const example = blocks.map(({ code }) => code).join('\n');

const valuesOf = (code) => [...code.matchAll(STATED)].map(([, , value]) => value);

/**
 * The program, which also computes each stated value once more, into `globalThis.computed`: in whatever order they
 * come.
 */
function tellingOf(code) {
  const count = valuesOf(code).length;
  let place = 0;
  const told = code.replace(
    STATED,
    (line, expression) =>
      `${line}\ntell(${place++}, ((value) => value + (typeof value === 'bigint' ? 'n' : ''))(${expression.trim()}));`,
  );
  return `globalThis.computed = [];
function tell(place, value) {
  globalThis.computed[place] = value;
  globalThis.isDone = Object.keys(globalThis.computed).length === ${count};
}
${told}`;
}

export const statedValues = valuesOf(example);
export const telling = tellingOf(example);

/** The examples alone. */
export const alone = blocks.map(({ code }) => ({ statedValues: valuesOf(code), telling: tellingOf(code) }));
