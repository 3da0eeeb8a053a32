// Makes a CommonJS module of each bundle: `require` in Node before 22, and in tools, loads no ES module.
import { join, relative } from 'node:path';
import { writeIfChanged } from './kernels.mjs';
import { root } from './run.mjs';

/** Node finds the package's files by this, as by `import.meta.url`. Bundlers do not know the file, and give none. */
const URL_OF_FILE = `const powmodFileUrl = typeof __filename === 'string'
  ? globalThis.process?.getBuiltinModule?.('node:url').pathToFileURL(__filename).href
  : undefined;`;

/**
 * Each bundle NAME.js gets a NAME.cjs beside it, which requires its parts as CommonJS: test runners may lack `import()`.
 * Only a kernel that is not read from a file is imported by `import()`, from the same module as for NAME.js.
 *
 * @param {string[]} files the bundles, in the folder
 * @param {{ folder?: string, extension?: string, banner?: string }} [options]
 */
export async function writeCommonJs(files, { folder = 'dist', extension = '.cjs', banner = URL_OF_FILE } = {}) {
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
    banner: { js: banner },
    define: { 'import.meta.url': 'powmodFileUrl' },
    plugins: [importsStay(extension)],
    write: false,
  });
  for (const { path, text } of outputFiles) {
    const required = text
      .replaceAll(/import\("\.\/([\w-]+)\.js"\)/g, `Promise.resolve().then(() => require("./$1${extension}"))`)
      // esbuild's own loop would take the names on `Object.prototype` for exports.
      .replaceAll('for(var name in all)', 'for(var name of Object.keys(all))');
    writeIfChanged(relative(root, path), required);
  }
}

const importsStay = (extension) => ({
  name: 'imports stay',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      return { path: kind === 'import-statement' ? path.replace(/\.js$/, extension) : path, external: true };
    });
  },
});
