// Production builds of one script, in memory: the files that the page loads at first, and those that it may load later.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { bundle } from '../first-proof/pages.mjs';

/**
 * @typedef {object} Built
 * @property {Uint8Array[]} first the entry's script, and all that it imports
 * @property {Record<string, Uint8Array>} later by the name of the package's file
 */

/** @returns {Promise<Built>} */
export async function byEsbuild(source) {
  const { outputFiles, metafile } = await bundle(source, { metafile: true });
  const contents = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const files = Object.entries(metafile.outputs).map(([path, { imports, entryPoint }]) => ({
    name: basename(path),
    bytes: contents.get(basename(path)),
    imports: imports.flatMap(({ path, kind }) => (kind === 'import-statement' ? [basename(path)] : [])),
    of: entryPoint,
  }));
  return split(files, 'page.js');
}

const PAGE = 'virtual:page';

/** @returns {Promise<Built>} */
export async function byVite(source) {
  const page = {
    name: 'page',
    resolveId: (id) => (id === PAGE ? fileURLToPath(new URL('page.js', import.meta.url)) : undefined),
    load: (id) => (id.endsWith('/sizes/page.js') ? source : undefined),
  };
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [page],
    build: { write: false, rollupOptions: { input: { page: PAGE }, output: { entryFileNames: 'page.js' } } },
  });
  const chunks = output.filter(({ type }) => type === 'chunk');
  const files = chunks.map(({ fileName, code, imports, facadeModuleId }) => ({
    name: fileName,
    bytes: Buffer.from(code),
    imports,
    of: facadeModuleId ?? undefined,
  }));
  return split(files, 'page.js');
}

function split(files, entry) {
  const named = new Map(files.map((file) => [file.name, file]));
  const first = new Set([entry]);
  for (const name of first) for (const imported of named.get(name).imports) first.add(imported);
  const later = files.filter(({ name }) => !first.has(name));
  return {
    first: [...first].map((name) => named.get(name).bytes),
    later: Object.fromEntries(
      later.map(({ name, bytes, of = name }) => [basename(of, '.js').replace(/^chunk-.*/, 'chunk'), bytes]),
    ),
  };
}
