// Makes a CommonJS module of each bundle: `require` in Node before 22, and in tools, loads no ES module.
import { join } from 'node:path';
import { root } from './run.mjs';

/** Node finds the package's files by this, as by `import.meta.url`. Bundlers do not know the file, and give none. */
const URL_OF_FILE = `const fileUrl = typeof __filename === 'string'
  ? globalThis.process?.getBuiltinModule?.('node:url').pathToFileURL(__filename).href
  : undefined;`;

/**
 * Each bundle NAME.js gets a NAME.cjs beside it. What a bundle imports at its start is CommonJS too. What it imports later,
 * by `import()`, are the same ES modules as those of NAME.js.
 *
 * @param {string[]} files the bundles, in dist
 */
export async function writeCommonJs(files) {
  const esbuild = await import('esbuild');
  await esbuild.build({
    absWorkingDir: join(root, 'crate/js'),
    entryPoints: files.map((file) => `dist/${file}`),
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    minifySyntax: true,
    logLevel: 'warning',
    banner: { js: URL_OF_FILE },
    define: { 'import.meta.url': 'fileUrl' },
    plugins: [importsStay],
  });
}

const importsStay = {
  name: 'imports stay',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      return { path: kind === 'import-statement' ? path.replace(/\.js$/, '.cjs') : path, external: true };
    });
  },
};
