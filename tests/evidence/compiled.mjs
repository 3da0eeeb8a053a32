// The code that a native hunt is built of: the tokens of its files, what their manifests say, the locked packages,
// the profile, and the options of the program. compiled.json has the files, as cargo's dep-info named them when
// the programs were last compiled: so evidence needs no compiler. No file can join them unseen, because one of
// them must then name it. The compiler's version is no part: users compile with any.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, run } from '../../crate/build/run.mjs';
import { rustTokens } from '../../crate/build/rust-tokens.mjs';
import { toolEnvironment } from '../../crate/build/tools.mjs';
import { BUILD } from '../fuzz/gmp.mjs';
import { optionsOf } from '../fuzz/libfuzzer.mjs';
import { GMP, moduleOf } from './targets.mjs';

const FILES = 'tests/evidence/compiled.json';
const TARGETS = 'tests/fuzz';

const read = (path) => readFileSync(join(root, path), 'utf8');
const words = (tokens) => tokens.filter((token) => /^[\p{L}_]/u.test(token));

/** Adds to compiled.json the files of which a hunt was compiled. @param {string} text of its dep-info */
export function keepFiles(text) {
  const paths = text
    .replace(/^.*?: /, '')
    .split(/(?<!\\)\s+/)
    .filter(Boolean)
    .map((path) => relative(root, path.replaceAll('\\ ', ' ')).replaceAll('\\', '/'));
  const known = JSON.parse(read(FILES)).filter((path) => existsSync(join(root, path)));
  const files = [...new Set([...known, ...paths])].filter((path) => !path.startsWith('..')).sort();
  writeFileSync(join(root, FILES), `${JSON.stringify(files, undefined, 2)}\n`);
}

/** The workspace's packages: what their manifests say, and their folders. */
let metadata;

async function packages() {
  const args = ['metadata', '--no-deps', '--locked', '--offline', '--format-version', '1'];
  const { packages } = JSON.parse(await run('cargo', args, { env: toolEnvironment }));
  return new Map(
    packages.map(({ name, manifest_path, edition, features, dependencies }) => [
      name,
      {
        folder: relative(root, manifest_path)
          .replaceAll('\\', '/')
          .replace(/\/?Cargo\.toml$/, ''),
        edition,
        features,
        dependencies: dependencies.filter(({ kind }) => kind !== 'dev'),
      },
    ]),
  );
}

/**
 * What a target of libFuzzer, or the program with GMP, is built of, as text, and its files.
 *
 * @param {string} target
 */
export async function compiledOf(target) {
  metadata ??= packages();
  const known = await metadata;
  const files = JSON.parse(read(FILES));
  const inTarget = modulesOf(target, files);
  const named = new Set(inTarget.flatMap(({ tokens }) => words(tokens)));
  const own = known.get('powmod-fuzz');
  const uses = own.dependencies.filter(({ name }) => named.has(name.replaceAll('-', '_')));
  const built = activated(uses, known);
  const crates = [...built.keys()].filter((name) => known.has(name)).map((name) => known.get(name));
  const inCrates = codeOf(files.filter((path) => crates.some(({ folder }) => path.startsWith(`${folder}/`))));
  const parts = [
    [...inTarget, ...inCrates].map(({ path, tokens }) => [path, tokens]),
    [own, ...crates].map(({ folder, edition }) => [folder, edition]),
    [...built].map(([name, features]) => [name, ...[...features].sort()]).sort(),
    lockedFor([...built.keys()].filter((name) => !known.has(name))),
    profileOf(target === GMP ? 'release' : 'dev'),
    target === GMP ? BUILD : optionsOf(target),
  ];
  return { text: JSON.stringify(parts), files: [...inTarget, ...inCrates].map(({ path }) => path) };
}

/** What Cargo.toml says of a profile. */
function profileOf(name) {
  const begin = `\\[profile\\.${name}\\b`;
  const sections = new RegExp(`^${begin}[\\s\\S]*?(?=^(?!${begin})\\[|(?![\\s\\S]))`, 'gm');
  return read('Cargo.toml').match(sections)?.map(withoutComments);
}

const withoutComments = (toml) =>
  toml
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\s+#[^"\n]*$/gm, '')
    .replace(/\n+/g, '\n');

/** The files of a crate, as tokens. A file of another kind counts if code names it, not if only documents do. */
function codeOf(files) {
  const rust = files.filter((path) => path.endsWith('.rs')).map((path) => ({ path, tokens: rustTokens(read(path)) }));
  const named = new Set(rust.flatMap(({ tokens }) => tokens.filter((token) => token.startsWith('"'))));
  const others = files.filter((path) => [...named].some((text) => text.endsWith(`${path.replace(/.*\//, '')}"`)));
  return [...rust, ...others.map((path) => ({ path, tokens: [read(path)] }))];
}

/** The files of the targets that one of them is made of: it and the modules that they name. */
function modulesOf(target, files) {
  const folder = `${TARGETS}/src`;
  const all = codeOf(files.filter((path) => path.startsWith(`${folder}/`)));
  const nameOf = ({ path }) => path.slice(folder.length + 1).replace(/\.rs$|\/mod\.rs$/, '');
  const modules = new Map(all.map((file) => [nameOf(file), file]));
  const reached = new Set([moduleOf(target)]);
  for (const name of reached) {
    const text = modules.get(name)?.tokens.join('\n') ?? '';
    for (const [, path] of text.matchAll(/(?:crate|super|powmod_fuzz)\n::\n(\{[^;]*|\w+)/g))
      for (const word of path.split('\n')) if (modules.has(word)) reached.add(word);
  }
  const program = target === GMP ? GMP : 'libfuzzer';
  const chosen = all.filter((file) => reached.has(nameOf(file)) || nameOf(file) === program);
  return [...chosen, { path: `${folder}/lib.rs`, tokens: withoutOthers(modules.get('lib').tokens, moduleOf(target)) }];
}

/** The list of targets without the others: a new one changes none of them. */
function withoutOthers(tokens, name) {
  return tokens
    .join('\n')
    .replace(/\(\n"\w+"\n,\n(\w+)\n::\nrun\n\)\n,\n/g, (line, module) => (module === name ? line : ''))
    .replace(/(?:pub\n)?mod\n(\w+)\n;\n/g, (line, module) => (module === name ? line : ''))
    .split('\n');
}

let locked;

/** The packages of Cargo.lock: what each is, and the names of those that it needs. */
function lockedPackages() {
  if (locked) return locked;
  locked = new Map();
  for (const block of read('Cargo.lock').split('[[package]]').slice(1)) {
    const [, name] = /^name = "(.*)"$/m.exec(block);
    const needs = /^dependencies = \[([^\]]*)\]/m.exec(block)?.[1] ?? '';
    const before = locked.get(name) ?? { needs: [], text: '' };
    locked.set(name, {
      needs: [...before.needs, ...[...needs.matchAll(/"([^" ]+)/g)].map(([, each]) => each)],
      text: before.text + block.trim(),
    });
  }
  return locked;
}

/** What is locked for these packages and those that they need. */
function lockedFor(names) {
  const reached = new Set(names);
  for (const name of reached) for (const next of lockedPackages().get(name)?.needs ?? []) reached.add(next);
  return [...reached].sort().map((name) => lockedPackages().get(name)?.text);
}

/**
 * The packages that these dependencies bring, as cargo chooses them: each name with the features that are asked of it.
 *
 * @returns {Map<string, Set<string>>}
 */
function activated(dependencies, known) {
  const chosen = new Map();
  function add({ name, features, uses_default_features }) {
    if (!chosen.has(name)) {
      chosen.set(name, new Set());
      for (const next of known.get(name)?.dependencies ?? []) if (!next.optional) add(next);
    }
    for (const feature of features) enable(name, feature);
    if (uses_default_features) enable(name, 'default');
  }
  function enable(name, feature) {
    if (chosen.get(name).has(feature)) return;
    chosen.get(name).add(feature);
    const manifest = known.get(name);
    for (const entry of manifest?.features[feature] ?? []) {
      const [, wanted, further] = /^(?:dep:)?([^/?]+)\??\/?(.*)$/.exec(entry);
      if (wanted === entry && wanted in manifest.features) enable(name, entry);
      else
        for (const next of manifest.dependencies.filter((each) => each.name === wanted))
          add({ ...next, features: further ? [...next.features, further] : next.features });
    }
  }
  for (const each of dependencies) add(each);
  return chosen;
}
