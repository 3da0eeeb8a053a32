// The imports of TypeScript and JavaScript files, types included.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

const SOURCE = /\.(ts|mts|js|mjs)$/;
/** Built files import nothing of ours, and lie where a build puts them. */
const BUILT = /(^|\/)(dist|node_modules|target)(\/|$)/;

/**
 * The graph of the files in some folders of a repository.
 *
 * @param {string} root
 * @param {string[]} folders
 */
export function javascriptGraph(root, folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
      .map(({ parentPath, path = parentPath, name }) => posix.join(path.slice(join(root, '/').length), name))
      .filter((file) => !BUILT.test(file)),
  );
  const sources = new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  return graphOf(sources, (path) => existsSync(join(root, path)));
}

/**
 * @param {Map<string, string>} sources the text of each file, by its path
 * @param {(path: string) => boolean} exists whether a file that is not in `sources` exists
 */
export function graphOf(sources, exists = () => false) {
  const graph = new Map();
  for (const [file, source] of sources) {
    const targets = new Set();
    for (const specifier of specifiersIn(file, source)) {
      if (!specifier.startsWith('.')) continue;
      const path = posix.join(dirname(file), specifier.replace(/\?.*$/, ''));
      const target = candidates(path).find((candidate) => sources.has(candidate));
      if (target) targets.add(target);
      // An edge that cannot be resolved could hide a circle.
      else if (!exists(path) && !BUILT.test(path)) throw new Error(`${file}: ${specifier} is not a file`);
    }
    graph.set(file, targets);
  }
  return graph;
}

/** The files that a path can mean: TypeScript may name a source by what it compiles to, or leave the ending out. */
function candidates(path) {
  return [
    path,
    path.replace(/\.js$/, '.ts'),
    path.replace(/\.mjs$/, '.mts'),
    ...['.ts', '.js', '.mjs', '/index.ts', '/index.js'].map((end) => path + end),
  ];
}

/** Every module that a file names: imports, re-exports, `import()` of a constant, and types in TSDoc of JavaScript. */
export function specifiersIn(file, source) {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = [];
  const add = (node) => {
    if (node?.type === 'Literal') found.push(node.value);
    if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) found.push(node.quasis[0].value.cooked);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
    TSImportEqualsDeclaration: ({ moduleReference }) => add(moduleReference.expression),
  }).visit(program);
  if (/\.m?js$/.test(file))
    for (const { type, value } of comments)
      if (type === 'Block' && value.startsWith('*'))
        found.push(...[...value.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map(([, specifier]) => specifier));
  return found;
}
