// The names of the fuzzing targets. The log has these names too. Imports Node's modules alone, because the packages may
// not be installed yet.
import { readFileSync } from 'node:fs';

/** The texts that the first group of a pattern matches in a file of tests/fuzz. */
const found = (file, pattern) =>
  [...readFileSync(new URL(`../fuzz/${file}`, import.meta.url), 'utf8').matchAll(pattern)].map(([, name]) => name);

/** The targets of libFuzzer. */
export const targets = found('src/lib.rs', /^ {4}\("(\w+)", \w+::run\)/gm);

/** The targets of tests/fuzz/js/fuzz.test.ts. */
export const ofJavaScript = ['js/numbers.ts', 'js/lifetimes.ts'].flatMap((file) =>
  found(file, /^export const \w+: Target = \{\n {2}name: '([\w-]+)',$/gm),
);
