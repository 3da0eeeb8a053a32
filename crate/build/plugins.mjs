// Where a bundle differs from what its sources import: esbuild's plugins, a line or two for each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const inPackage = (path) => join(root, 'crate/js', path);

/**
 * Imports that fit stay imports, of a file beside the bundle.
 *
 * @param {RegExp} filter
 * @param {(path: string, kind: import('esbuild').ImportKind) => string} to
 * @param {(kind: import('esbuild').ImportKind) => boolean} [isMeant] which imports: all by default
 */
export const beside = (filter, to, isMeant = () => true) => ({
  name: `beside the bundle: ${filter.source}`,
  setup: (build) =>
    build.onResolve({ filter }, ({ path, kind }) =>
      isMeant(kind) ? { path: to(path, kind), external: true } : undefined,
    ),
});

/** Another source of the package instead of the one that fits. @param {RegExp} filter @param {string} file */
const instead = (filter, file) => ({
  name: `instead: ${file}`,
  setup: (build) => build.onResolve({ filter }, () => ({ path: inPackage(file) })),
});

/** The source that fits, with another text. @param {RegExp} filter @param {(text: string) => string} edit */
const edited = (filter, edit) => ({
  name: `edited: ${filter.source}`,
  setup: (build) =>
    build.onLoad({ filter }, ({ path }) => ({
      contents: edit(readFileSync(path, 'utf8')),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    })),
});

/** Each kernel in its own file, which the bundle imports when it needs it. */
export const kernelsStayFiles = beside(/^\.\.\/\.\.\/dist\/kernels\//, (path) => path.replace('../../dist/', './'));

/** The modules of the bundle of the methods in their own files. */
export const methodsStayFiles = beside(/^\.\/dist\//, (path) => path.replace('dist/', ''));

const LIBRARY = { powmod: 'index', './package.js': 'cli-package', '../here-in-node.js': 'here-in-node' };

/** The library from its own files, for the command line. */
export const libraryStaysFiles = beside(
  /^powmod$|^\.\/package\.js$|\/here-in-node\.js$/,
  (path) => `./${LIBRARY[path]}.js`,
);

/** The lists of kernels of workerd. Nobody downloads its modules, so the complete ones serve for powers too. */
export const kernelsOfWorkerd = beside(/\/(verifiers|powers|chia)\.generated\.js$/, (path) =>
  path.endsWith('/chia.generated.js') ? './chia-kernels.js' : './kernels.js',
);

/**
 * Parts that few callers need in files of their own, in this folder: the bundle imports them only then. The fastest
 * kernel of `powmod/verify` differs in workerd, so it lies beside the bundle.
 */
export const partsStayFiles = (folder) =>
  beside(
    /\/(provided|bigint|bigint-powers|plain-hashes|fast|fast-powers|worker-text|key-file)\.js$/,
    (path) => (path.endsWith('/fast.js') ? './fast.js' : folder + path.replace(/.*\//, '')),
    (kind) => kind === 'dynamic-import',
  );

/** The list of kernels without their bytes, for a bundle that may import nothing. */
export const withoutKernels = edited(/\/(verifiers|powers)\.generated\.ts$/, (text) =>
  text.replace(/\(\) => import\([^)]*\)/g, 'undefined as never'),
);

/** The reader of key files in the bundle itself, for one that may import nothing. */
export const keyFilesAtOnce = instead(/\/key-reader\.js$/, 'src/arithmetic/key-reader-at-once.ts');

/** BigInt in the bundle itself, for one that always computes by it: `initSync` finds it too. */
export const bigintAtOnce = instead(/\/bigint\/load\.js$/, 'src/bigint/at-once.ts');

/** The functions without a kernel behind them, for a bundle that loads nothing. */
export const functionsAlone = instead(/\/behind\.js$/, 'src/first/alone.ts');

/** The functions with all kernels at once, in workerd. */
export const functionsOfWorkerd = instead(/\/behind\.js$/, 'src/first/in-workerd.ts');

/**
 * Takes the names that wasm imports and exports for wasm-bindgen from a list, since minifiers rename properties that
 * begin with `_` when they are told to, as by `--mangle-props=^_`. esbuild's own minifier takes quotes away.
 */
export const wasmNamesStay = edited(/\/dist\/glue\.js$/, (glue) => {
  const names = [];
  const contents = glue.replace(/(?<=^ +)(__wb\w+)(?=:)|\.(__wb\w+)/gm, (_, key, property) => {
    const place = names.push(key ?? property) - 1;
    return `[names[${place}]]`;
  });
  return `const names = ${JSON.stringify(names)};\n${contents}`;
});
