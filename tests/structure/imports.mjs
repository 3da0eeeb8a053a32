// The imports of the source files: a Map from each file to the Set of files that it imports, types and tests included.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../../crate/build/run.mjs';

const BUILT = /(^|\/)(dist|node_modules|target)\//;

function sourcesIn(folder, ending) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => posix.join(folder, name))
    .filter((file) => ending.test(file) && !BUILT.test(file))
    .sort()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]);
}

/** The graph of files of TypeScript and JavaScript. */
export function javascript() {
  const folders = ['crate/js/src', 'workshop', 'www/src', 'bench', 'tests'];
  const sources = new Map(folders.flatMap((folder) => sourcesIn(folder, /\.(ts|js|mjs)$/)));
  const targets = ([file, text]) =>
    [...text.matchAll(/\b(?:from|import) ?\(?['"`](\.[^'"`]+)['"`]/g)]
      .map(([, path]) => posix.join(dirname(file), path))
      .map((path) => (sources.has(path) ? path : path.replace(/\.js$/, '.ts')))
      .filter((path) => sources.has(path));
  return new Map([...sources].map((source) => [source[0], new Set(targets(source))]));
}

const CRATES = { powmod_kernel: 'crate/kernel/src', powmod: 'crate/core/src', powmod_wasm: 'crate/wasm/src' };

/**
 * The graph of files of Rust. Each path in a file leads to the file that defines the item: a re-export on the way only
 * lends a name. A file's own tests, at its end, do not count.
 */
export function rust() {
  const modules = new Map(); // by path: powmod::modulus::montgomery
  for (const [crate, folder] of Object.entries(CRATES))
    for (const [file, text] of sourcesIn(folder, /\.rs$/)) {
      const names = file.slice(folder.length + 1).replace(/(\/?mod|^lib)?\.rs$/, '');
      modules.set([crate, ...names.split('/').filter(Boolean)].join('::'), readModule(file, text));
    }
  const graph = new Map();
  for (const [path, { file, paths }] of modules) {
    const targets = paths.map((used) => definitionOf(absolute(used, path, modules), modules)?.file);
    graph.set(file, new Set(targets.filter((target) => target && target !== file)));
  }
  return graph;
}

function readModule(file, text) {
  const code = text
    .replace(/\/\/.*|"(?:[^"\\]|\\.)*"/g, '')
    .replace(/^#\[cfg\(test\)\]\nmod \w+ \{.*/ms, '')
    .replace(/\bpub\([^)]*\)/g, 'pub')
    .replace(/^( *(?:pub )?)use ([^;]+);/gm, (_, before, tree) =>
      leaves(tree.replace(/\s+/g, ' ')).map((leaf) => `${before}use ${leaf};`).join(' '),
    );
  return {
    file,
    code,
    paths: [...code.matchAll(/(?<![\w:])\w+(?:::\w+)+/g)].map(([path]) => path),
    exports: [...code.matchAll(/\bpub use ([\w:]+?)(?:::(\*)|(?: as (\w+))?);/g)].map(([, path, glob, name]) => ({
      path,
      name: glob ?? name ?? path.split('::').at(-1),
    })),
  };
}

/** Each path of a `use` tree: `a::{b, c::{self, d as e}}`. */
function leaves(tree) {
  const [whole, before, inner, after] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(tree.replace(/\{([^{}]*)\}(?=.*\{)/, '{$1}')) ?? [];
  if (!whole) return [tree.replace(/::self\b/, '').trim()];
  return [];
}
