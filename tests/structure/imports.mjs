// The imports of the source files, types and tests included: a Map from each file to the Set of files that it imports.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../../crate/build/run.mjs';

/** The folders whose files must not import each other in a circle. */
export const JAVASCRIPT = ['crate/js/src', 'workshop', 'www/src', 'bench', 'tests'];
const CRATES = {
  powmod_kernel: 'crate/kernel/src',
  powmod: 'crate/core/src',
  powmod_vdf: 'crate/vdf/src',
  powmod_chia: 'crate/chia/src',
  powmod_wasm: 'crate/wasm/src',
};
export const RUST = Object.values(CRATES);

/** The text of each file of a folder, by its path. */
function sourcesIn(folder, ending) {
  const names = readdirSync(join(root, folder), { recursive: true }).filter((name) => ending.test(name));
  return names
    .map((name) => posix.join(folder, name))
    .filter((file) => !/(^|\/)(dist|node_modules|target)\//.test(file))
    .sort()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]);
}

/** TypeScript names a source by what it compiles to. */
export function javascript() {
  const sources = new Map(JAVASCRIPT.flatMap((folder) => sourcesIn(folder, /\.(ts|js|mjs)$/)));
  const graph = new Map();
  for (const [file, text] of sources) {
    const paths = [...text.matchAll(/\b(?:from|import) ?\(?['"`](\.[^'"`?]+)/g)].map(([, path]) => path);
    const targets = paths
      .map((path) => posix.join(dirname(file), path))
      .map((path) => (sources.has(path) ? path : path.replace(/\.js$/, '.ts')));
    // A text with a program may name the file's own path.
    graph.set(file, new Set(targets.filter((target) => target !== file && sources.has(target))));
  }
  return graph;
}

/**
 * Each path in a file of Rust leads to the file that defines the item: a re-export on the way only lends a name. The
 * tests at the end of a file belong to the file's parent as well, and do not count.
 */
export function rust() {
  const modules = new Map();
  for (const [crate, folder] of Object.entries(CRATES))
    for (const [file, text] of sourcesIn(folder, /\.rs$/)) {
      const path = file.slice(folder.length + 1).replace(/(^|\/)(lib|mod)?\.rs$|\.rs$/, '');
      modules.set([crate, ...path.split('/').filter(Boolean)].join('::'), moduleOf(file, text));
    }
  const graph = new Map();
  for (const [path, { file, paths }] of modules) {
    const targets = paths.map((used) => definition(absolute(used, path, modules), modules)?.file);
    graph.set(file, new Set(targets.filter((target) => target && target !== file)));
  }
  return graph;
}

/** The paths in a file's code, what each name that `use` brings in stands for, and the globs that it exports. */
function moduleOf(file, text) {
  const code = text
    .replace(/\/\/.*|"(?:[^"\\]|\\.)*"|(?<=\bpub)\([^)]*\)/g, '')
    .replace(/^#\[cfg\((?:all\()?test\b[^\n]*\n(?:#\[[^\n]*\n)*mod \w+ \{.*/ms, '')
    .replace(/\buse ([^;]+);/g, (_, tree) => leavesOf(tree).map((leaf) => `use ${leaf};`));
  const names = new Map();
  for (const [, path, name] of code.matchAll(/\buse ([\w:]+)(?: as (\w+))?;/g))
    names.set(name ?? path.split('::').at(-1), path);
  return {
    file,
    code,
    names,
    globs: [...code.matchAll(/\bpub use ([\w:]+)::\*;/g)].map(([, path]) => path),
    paths: [...code.matchAll(/(?<![\w:$])\w+(?:::\w+)+/g)].map(([path]) => path),
  };
}

/** Each path of a tree: `a::{b, c::{self, d as e}}`. */
function leavesOf(tree) {
  let flat = tree.replace(/\s+/g, ' ');
  const inner = /([\w:$]*)\{([^{}]*)\}/;
  const join = (_, before, list) =>
    list
      .split(',')
      .filter((one) => one.trim())
      .map((one) => before + one.trim())
      .join();
  while (inner.test(flat)) flat = flat.replace(inner, join);
  return flat.split(',').map((leaf) => leaf.trim().replace(/::self\b/, ''));
}

/** A path from its crate; undefined for an item of another crate or of the file itself. */
function absolute(path, from, modules, seen = new Set()) {
  const [first, ...rest] = path.split('::');
  const named = modules.get(from).names.get(first);
  const under = (base) => [base, ...rest].join('::');
  if (first === 'crate') return under(from.split('::')[0]);
  if (first === 'self') return under(from);
  if (first === 'super') return absolute(under('self'), from.split('::').slice(0, -1).join('::'), modules);
  if (modules.has(`${from}::${first}`)) return under(`${from}::${first}`);
  if (first in CRATES) return path;
  if (!named || named === path || seen.has(first)) return undefined;
  return absolute(under(named), from, modules, seen.add(first));
}

/** The module that defines what a path names. */
function definition(path, modules) {
  if (!path) return undefined;
  const parts = path.split('::');
  let length = parts.length;
  while (length > 0 && !modules.has(parts.slice(0, length).join('::'))) length--;
  const [from, name] = [parts.slice(0, length).join('::'), parts[length]];
  const module = modules.get(from);
  if (!module || !name || defines(module, name)) return module;
  const lent = [module.names.get(name), ...module.globs.map((glob) => `${glob}::${name}`)].filter(Boolean);
  const found = lent
    .map((path) => definition(absolute(path, from, modules), modules))
    .find((found) => found && defines(found, name));
  return found ?? module;
}

const defines = ({ code }, name) =>
  new RegExp(`\\b(?:fn|struct|enum|union|trait|type|const|static|mod|macro_rules!) (?:mut )?${name}\\b`).test(code);
