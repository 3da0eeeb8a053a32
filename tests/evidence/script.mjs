// The JavaScript that a hunt loads, as one script: its own files and the package's, bundled as the package is,
// without comments, blanks and types. esbuild follows the imports, so nothing here lists them.
import { join, posix } from 'node:path';
import * as esbuild from 'esbuild';
import { writeBorder } from '../../crate/build/kernels.mjs';
import { bundles, workerText } from '../../crate/build/package.mjs';
import { wasmNamesStay } from '../../crate/build/plugins.mjs';
import { root } from '../../crate/build/run.mjs';

/** The digests of all modules would make every hunt as old as the youngest of them: a hunt names its own modules. */
const withoutDigests = {
  name: 'without digests',
  setup: (build) =>
    build.onLoad({ filter: /\/digests\.generated\.ts$/ }, () => ({ contents: 'export const digests = {};' })),
};

/** The files of crate/js/dist, as the build would write them now: their texts and the sources that they are made of. */
let dist;

async function bundlePackage() {
  writeBorder();
  const files = new Map();
  const plugins = [wasmNamesStay, withoutDigests];
  for (const { licenses, ...options } of bundles(await workerText(esbuild, [withoutDigests]))) {
    const out = options.outfile ? posix.dirname(options.outfile) : options.outdir;
    const isMadeOfDist = [options.entryPoints].flat().some((entry) => /^dist\//.test(entry));
    if (out !== 'dist' || isMadeOfDist) continue; // for a CDN, for other runtimes
    const { outputFiles, metafile } = await esbuild.build({
      ...options,
      plugins: [...plugins, ...(options.plugins ?? [])],
      write: false,
      metafile: true,
    });
    for (const { path, text } of outputFiles) {
      const name = posix.relative(join(root, 'crate/js/dist'), path);
      const { inputs } = metafile.outputs[`dist/${name}`];
      files.set(name, { text, sources: Object.keys(inputs).map((input) => posix.join('crate/js', input)) });
    }
  }
  return files;
}

/** Imports of the package lead to its bundles. What builds and guards, as tests/support/built.mjs, is not loaded. */
const fromMemory = (files) => ({
  name: 'from memory',
  setup(build) {
    const inDist = (path) => ({ path, namespace: 'dist' });
    build.onResolve({ filter: /^powmod(\/[\w-]+)?$/ }, ({ path }) => inDist(`${path.split('/')[1] ?? 'index'}.js`));
    build.onResolve({ filter: /\/crate\/js\/dist\/[\w-]+\.js$/ }, ({ path }) => inDist(path.replace(/.*\//, '')));
    build.onResolve({ filter: /^\.\//, namespace: 'dist' }, ({ path }) =>
      path.startsWith('./kernels/') ? { path, external: true } : inDist(path.slice(2)),
    );
    build.onResolve({ filter: /\/crate\/build\/|\/built\.mjs$/ }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /./, namespace: 'dist' }, ({ path }) => ({ contents: files.get(path).text }));
  },
});

/**
 * A script, the names of the modules of WebAssembly that it imports, and its source files.
 *
 * @param {string} program the program that imports the hunt's files, from the root of the repository
 */
export async function scriptOf(program) {
  dist ??= bundlePackage();
  const files = await dist;
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: program, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    platform: 'node',
    target: 'esnext',
    treeShaking: true,
    logLevel: 'error',
    plugins: [fromMemory(files)],
    write: false,
    metafile: true,
  });
  const { inputs, imports } = Object.values(metafile.outputs)[0];
  const sources = Object.keys(inputs).flatMap((path) =>
    path.startsWith('dist:') ? files.get(path.slice(5)).sources : path === '<stdin>' ? [] : [path],
  );
  const modules = imports.map(({ path }) => /^\.\/kernels\/(.*)\.js$/.exec(path)?.[1]).filter(Boolean);
  return { text: outputFiles[0].text, modules: [...new Set(modules)].sort(), sources: [...new Set(sources)].sort() };
}
