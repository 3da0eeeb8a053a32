// The fuzzing targets: their names, which the log has too, and where they are. Imports Node's modules alone, because
// the packages may not be installed yet.
import { readFileSync } from 'node:fs';

/** What the groups of a pattern match in a file of tests/fuzz. */
const found = (file, pattern) => [
  ...readFileSync(new URL(`../fuzz/${file}`, import.meta.url), 'utf8').matchAll(pattern),
];

const modules = new Map(
  found('src/lib.rs', /^ {4}\("(\w+)", (\w+)::run\)/gm).map(([, name, module]) => [name, module]),
);

/** The targets of libFuzzer. */
export const targets = [...modules.keys()];

/** The hunt that compares the crate with GMP, and its module. */
export const GMP = 'gmp';

/** The module of a native hunt. @param {string} target */
export const moduleOf = (target) => (target === GMP ? GMP : modules.get(target));

const exported = new Map(
  ['js/numbers.ts', 'js/lifetimes.ts'].flatMap((file) =>
    found(file, /^export const (\w+): Target = \{\n {2}name: '([\w-]+)',$/gm).map(([, name, target]) => [
      target,
      { name, file: `tests/fuzz/${file}` },
    ]),
  ),
);

/** The targets of the package. */
export const ofJavaScript = [...exported.keys()];

/** The file of a target of the package, and its name there. @param {string} target */
export const exportOf = (target) => exported.get(target);
