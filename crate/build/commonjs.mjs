// Makes a CommonJS module of each bundle: `require` in Node before 22, and in tools, loads no ES module.
import { basename, join, relative } from 'node:path';
import { writeIfChanged } from './kernels.mjs';
import { beside } from './plugins.mjs';
import { root } from './run.mjs';

/** In place of `import.meta.url`, in the modules that have it. Bundlers do not know the file, and give none. */
const URL_OF_FILE = `const powmodFileUrl = typeof __filename === 'string'
  ? globalThis.process?.getBuiltinModule?.('node:url').pathToFileURL(__filename).href
  : undefined;`;

/**
 * Each bundle NAME.js gets a NAME.cjs beside it, which requires its parts as CommonJS: test runners may lack
 * `import()`. Only what is not read from a file is imported by `import()`, from the same module as for NAME.js: a
 * kernel, and the worker's text.
 *
 * @param {string[]} files the bundles, in the folder
 * @param {{ folder?: string, extension?: string, inNode?: string[] }} [options] `inNode` names those that find the
 *   package's files
 */
export async function writeCommonJs(files, { folder = 'dist', extension = '.cjs', inNode = [] } = {}) {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: join(root, 'crate/js'),
    entryPoints: files.map((file) => `${folder}/${file}`),
    outdir: folder,
    outExtension: { '.js': extension },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    minifySyntax: true,
    minifyWhitespace: true, // no bundler looks for pure calls here
    logLevel: 'warning',
    define: { 'import.meta.url': 'powmodFileUrl' },
    plugins: [
      beside(
        /^\.{1,2}\//,
        (path, kind) => (kind === 'import-statement' ? path.replace(/\.js$/, extension) : path),
        (kind) => kind !== 'entry-point',
      ),
    ],
    write: false,
  });
  for (const { path, text } of outputFiles) {
    const required = text
      .replaceAll(
        /import\("\.\/(?!worker-text)([\w-]+)\.js"\)/g,
        `Promise.resolve().then(() => require("./$1${extension}"))`,
      )
      // esbuild's own loop would take the names on `Object.prototype` for exports.
      .replaceAll('for(var name in all)', 'for(var name of Object.keys(all))');
    const before = inNode.includes(basename(path, extension)) ? 'require("./here-in-node.cjs");\n' : '';
    const url = required.includes('powmodFileUrl') ? `${URL_OF_FILE}\n` : '';
    writeIfChanged(relative(root, path), before + url + required);
  }
}
