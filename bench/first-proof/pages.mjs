// The pages: a contender's bundle, as a user's bundler makes it, and the HTML around it, which is the same for all.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const PROOF = readFileSync(new URL('../../crate/js/examples/wesolowski-rsa2048.json', import.meta.url), 'utf8');

const HTML = `<!doctype html>
<meta charset="utf-8">
<title>A proof</title>
<link rel="icon" href="data:,">
<script type="application/json" id="proof">${PROOF}</script>
<script type="module" src="page.js"></script>
`;

/** The files of a contender's page, by path. The page is `/CONTENDER/index.html`. */
export async function pageOf(contender) {
  const source = `import verify from './contenders/${contender}.js';
import { measureInPage } from './in-page.js';
measureInPage(verify);`;
  // Every file starts so, because the first to run may be one that the entry imports.
  const banner = 'globalThis.scriptStart??=performance.now();';
  const { outputFiles } = await bundle(source, { banner: { js: banner } });
  return new Map([
    [`/${contender}/index.html`, HTML],
    ...outputFiles.map(({ path, contents }) => [`/${contender}/${/[^/\\]+$/.exec(path)[0]}`, contents]),
  ]);
}

/**
 * Bundles a page's script, minified and in parts. The entry is `page.js`.
 *
 * @param {import('esbuild').BuildOptions} [options]
 */
export function bundle(source, options) {
  return build({
    stdin: { contents: source, resolveDir: here, sourcefile: 'page.js' },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: 'out',
    entryNames: 'page',
    chunkNames: '[name]-[hash]',
    // esbuild warns about packages that are linked, as ours is here, and not about those in node_modules.
    logOverride: { 'ignored-bare-import': 'silent' },
    ...options,
  });
}
