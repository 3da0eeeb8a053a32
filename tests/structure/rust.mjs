// The imports of Rust files: `use` trees and paths in code, resolved to the files that define what they name.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/**
 * The graph of the files of some crates.
 *
 * @param {string} root
 * @param {Record<string, string>} crates the folder of each crate's lib.rs, by the name that code calls the crate
 */
export function rustGraph(root, crates) {
  const sources = new Map();
  for (const folder of Object.values(crates))
    for (const name of readdirSync(join(root, folder), { recursive: true }).sort())
      if (name.endsWith('.rs')) sources.set(posix.join(folder, name), readFileSync(join(root, folder, name), 'utf8'));
  return graphOf(sources, crates);
}

/**
 * Each path in a file is an edge to the file that defines the item. A re-export on the way only lends a name:
 * `crate::Natural` leads to natural.rs and not to lib.rs. A `mod` declaration is no edge, because every parent must
 * declare its children. Code under `#[cfg(test)]` has no edges.
 *
 * @param {Map<string, string>} sources the text of each file, by its path
 * @param {Record<string, string>} crates as for {@link rustGraph}
 */
export function graphOf(sources, crates) {
  const roots = {};
  for (const [name, folder] of Object.entries(crates)) roots[name] = load(sources, posix.join(folder, 'lib.rs'));
  const graph = new Map();
  const addEdges = (module) => {
    const targets = graph.get(module.file) ?? new Set();
    graph.set(module.file, targets);
    for (const path of module.paths) {
      const target = resolve(path, module, roots);
      if (target && target.file !== module.file) targets.add(target.file);
    }
    for (const child of module.children.values()) addEdges(child);
  };
  Object.values(roots).forEach(addEdges);
  const tests = Object.values(roots).flatMap(testFiles);
  for (const file of sources.keys())
    if (!graph.has(file) && !tests.some((stem) => file === `${stem}.rs` || file.startsWith(`${stem}/`)))
      throw new Error(`no module declares ${file}`);
  return graph;
}

/**
 * @typedef {object} Module
 * @property {string} file
 * @property {string} folder where the files of its children lie
 * @property {Module | undefined} parent
 * @property {Map<string, Module>} children
 * @property {Set<string>} items the names that the module defines
 * @property {Map<string, string[]>} imports the path of each name that `use` brings in
 * @property {string[][]} globs the paths before `::*`
 * @property {string[][]} paths every path in the module's code
 * @property {string[]} tests the files of modules under `#[cfg(test)]`, without `.rs`
 */

/** @returns {Module} */
function newModule(file, folder, parent) {
  const lists = { children: new Map(), items: new Set(), imports: new Map(), globs: [], paths: [], tests: [] };
  return { file, folder, parent, ...lists };
}

/** A file's module, and those that it declares. */
function load(sources, file, parent) {
  const isFolder = /(^|\/)(lib|mod)\.rs$/.test(file);
  const module = newModule(file, isFolder ? dirname(file) : file.replace(/\.rs$/, ''), parent);
  read(tokensOf(sources.get(file)), module, (name, declaring) => {
    const stem = `${declaring.folder}/${name}`;
    const found = [`${stem}.rs`, `${stem}/mod.rs`].find((path) => sources.has(path));
    if (!found) throw new Error(`${file} declares ${name}, which has no file`);
    return load(sources, found, declaring);
  });
  return module;
}

const testFiles = ({ tests, children }) => [...tests, ...[...children.values()].flatMap(testFiles)];

/** The module that defines what a path names; undefined if that is not in these crates. */
function resolve(path, module, roots, hops = 0) {
  const [first, ...rest] = path;
  if (hops > 20) return undefined; // a name that imports itself from elsewhere, as in `use alloc::alloc`
  if (first === 'crate') return descend(rest, rootOf(module), roots, hops);
  if (first === 'self') return descend(rest, module, roots, hops);
  if (first === 'super') {
    if (!module.parent) throw new Error(`${module.file}: super:: leads out of the crate`);
    return rest[0] === 'super' ? resolve(rest, module.parent, roots, hops) : descend(rest, module.parent, roots, hops);
  }
  return (
    lookUp(path, module, roots, hops) ??
    (Object.hasOwn(roots, first) ? descend(rest, roots[first], roots, hops) : undefined)
  );
}

/** Follows a path down from a module. A name that the scanner does not find there counts as the module's own. */
function descend(path, module, roots, hops) {
  return path.length === 0
    ? module
    : (lookUp(path, module, roots, hops) ?? (isForeign(path, module, roots) ? undefined : module));
}

/** Whether a module has the name only by an import from another crate than these. */
function isForeign([first], module) {
  return module.imports.has(first);
}

/** The module that a path leads to from the scope of a module; undefined if the module does not know its first name. */
function lookUp(path, module, roots, hops) {
  const [first, ...rest] = path;
  if (module.children.has(first)) return descend(rest, module.children.get(first), roots, hops);
  if (module.items.has(first)) return module;
  if (module.imports.has(first)) return resolve([...module.imports.get(first), ...rest], module, roots, hops + 1);
  for (const glob of module.globs) {
    const from = resolve(glob, module, roots, hops + 1);
    const found = from && from !== module && hops < 20 ? lookUp(path, from, roots, hops + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

const rootOf = (module) => (module.parent ? rootOf(module.parent) : module);

/** The words that can come before the name of an item. */
const DEFINES = new Set(['fn', 'struct', 'enum', 'union', 'trait', 'type', 'const', 'static']);
/** The words that an item can begin with. Fields, variants and arguments begin otherwise, and end with a comma. */
const BEGINS_ITEM = new Set([...DEFINES, 'pub', 'mod', 'use', 'impl', 'unsafe', 'async', 'extern', 'macro_rules']);

/**
 * Fills a module from the tokens of its code.
 *
 * @param {string[]} tokens
 * @param {Module} outermost
 * @param {(name: string, declaring: Module) => Module} loadChild
 */
function read(tokens, outermost, loadChild) {
  let module = outermost;
  let depth = 0;
  const inline = []; // the depth of each inline module's body
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === '#') {
      const start = tokens.indexOf('[', i);
      const end = closing(tokens, start);
      const attribute = tokens.slice(start, end + 1).join('');
      if (attribute.startsWith('[path=')) throw new Error(`${module.file}: #[path] is not followed here`);
      i = attribute === '[cfg(test)]' ? endOfTestItem(tokens, end + 1, module) : end;
    } else if (token === '{') {
      depth++;
    } else if (token === '}') {
      if (inline.at(-1) === depth) {
        inline.pop();
        module = module.parent;
      }
      depth--;
    } else if (token === 'pub' && tokens[i + 1] === '(') {
      i = closing(tokens, i + 1);
    } else if (token === 'mod' && isName(tokens[i + 1]) && tokens[i + 2] === ';') {
      module.children.set(tokens[i + 1], loadChild(tokens[i + 1], module));
      i += 2;
    } else if (token === 'mod' && isName(tokens[i + 1]) && tokens[i + 2] === '{') {
      const child = newModule(module.file, `${module.folder}/${tokens[i + 1]}`, module);
      module.children.set(tokens[i + 1], child);
      module = child;
      inline.push(++depth);
      i += 2;
    } else if (token === 'use') {
      const end = tokens.indexOf(';', i);
      readUse(tokens.slice(i + 1, end), module);
      i = end;
    } else if (token === 'macro_rules' && depth === (inline.at(-1) ?? 0)) {
      module.items.add(tokens[i + 2]);
      i += 2;
    } else if (DEFINES.has(token) && isName(tokens[i + 1]) && !DEFINES.has(tokens[i + 1])) {
      const name = tokens[i + 1] === 'mut' ? tokens[i + 2] : tokens[i + 1];
      if (depth === (inline.at(-1) ?? 0)) module.items.add(name);
    } else if (isName(token) && tokens[i + 1] === '::') {
      const path = [token];
      for (; tokens[i + 1] === '::' && isName(tokens[i + 2]); i += 2) path.push(tokens[i + 2]);
      module.paths.push(path);
    }
  }
}

/** The last token of the item that begins at `start`. Notes the file of a module. */
function endOfTestItem(tokens, start, module) {
  let i = start;
  while (tokens[i] === '#') i = closing(tokens, tokens.indexOf('[', i)) + 1;
  const endsWithComma = !BEGINS_ITEM.has(tokens[i]);
  for (; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === 'mod' && tokens[i + 2] === ';') module.tests.push(`${module.folder}/${tokens[i + 1]}`);
    if (token === ';' || (token === ',' && endsWithComma)) return i;
    if (token === '}' || token === ')' || token === ']') return i - 1;
    if (token === '{' || token === '(' || token === '[') {
      i = closing(tokens, i);
      if (token === '{' && tokens[i + 1] !== ';') return i;
    }
  }
  return i;
}

/** Notes every leaf of a `use` tree: `a::{b, c::{self, d as e}, f::*}`. */
function readUse(tokens, module, before = []) {
  const path = [...before];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === '{') {
      for (const branch of branches(tokens.slice(i + 1, closing(tokens, i)))) readUse(branch, module, path);
      return;
    }
    if (token === '*') {
      module.globs.push(path);
      module.paths.push(path);
      return;
    }
    if (token === 'as') break;
    if (token !== '::') path.push(token);
  }
  if (path.length > 1 && path.at(-1) === 'self') path.pop();
  const name = tokens.at(-2) === 'as' ? tokens.at(-1) : path.at(-1);
  module.paths.push(path);
  // A path of one name brings nothing new into scope unless it renames.
  if (name !== '_' && !(path.length === 1 && path[0] === name)) module.imports.set(name, path);
}

/** The parts between the commas of a `use` tree. */
function branches(tokens) {
  const parts = [];
  let start = 0;
  for (let i = 0; i <= tokens.length; i++) {
    if (tokens[i] === '{') i = closing(tokens, i);
    else if (i === tokens.length || tokens[i] === ',') {
      if (i > start) parts.push(tokens.slice(start, i));
      start = i + 1;
    }
  }
  return parts;
}

const PAIRS = { '{': '}', '(': ')', '[': ']' };

/** Where the bracket at `start` is closed. */
function closing(tokens, start) {
  let depth = 0;
  for (let i = start; i < tokens.length; i++) {
    if (Object.hasOwn(PAIRS, tokens[i])) depth++;
    else if (Object.values(PAIRS).includes(tokens[i]) && --depth === 0) return i;
  }
  throw new Error(`nothing closes ${tokens.slice(start, start + 8).join(' ')}`);
}

const isName = (token) => token !== undefined && /^[A-Za-z_]/.test(token);

/** In the order of the alternatives: what is skipped, then literals, then what a path is made of, then the rest. */
const TOKEN = new RegExp(
  [
    /\s+|\/\/[^\n]*/,
    /\b(?:br|cr|r)(?<hashes>#*)".*?"\k<hashes>/, // raw strings
    /\b[bc]?"(?:[^"\\]|\\.)*"/,
    /"(?:[^"\\]|\\.)*"/,
    /b?'(?:[^'\\\n]|\\[^\n][^'\n]*)'/, // characters, before lifetimes
    /'[A-Za-z_]\w*/,
    /r#[A-Za-z_]\w*|[A-Za-z_]\w*/,
    /\d\w*/,
    /::/,
    /./,
  ]
    .map(({ source }) => source)
    .join('|'),
  'sy',
);

/** The tokens of Rust code without comments. A literal is the token `""`, and raw names lose their `r#`. */
export function tokensOf(source) {
  const tokens = [];
  for (let at = 0; at < source.length; ) {
    if (source.startsWith('/*', at)) {
      at = endOfComment(source, at);
      continue;
    }
    TOKEN.lastIndex = at;
    const [text] = TOKEN.exec(source);
    at += text.length;
    if (/^(\s|\/\/)/.test(text)) continue;
    const isLiteral = /["']/.test(text) || /^\d/.test(text);
    tokens.push(isLiteral ? '""' : text.replace(/^r#/, ''));
  }
  return tokens;
}

/** Comments nest. */
function endOfComment(source, start) {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(source); mark; mark = marks.exec(source)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return source.length;
}
