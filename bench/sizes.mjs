// The compressed sizes of each kernel's two modules, and of the files that a page loads to verify one proof.
// node bench/sizes.mjs [--quick] [--json FILE]; --quick changes nothing
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { variants } from '../crate/wasm/variants.mjs';
import { readOptions, writeResult } from './harness.mjs';
import { verdict } from './verdict.mjs';

const options = readOptions();
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** The bundle of the smallest page that verifies. */
const PAGE = `import { init } from 'powmod';
const pm = await init();
document.body.append(String(pm.verify(await (await fetch('proof.json')).text())));`;

const KERNEL = { most: 30_000, goal: 18_000 };
const DOWNLOAD = { most: 45_000, goal: 25_000 };

const parts = await bundle();
const glue = gzipped(parts.get('page'));
const rows = variants.map(({ name }) => {
  const [wasm, prover] = [name, `${name}-prover`].map((module) =>
    readFileSync(new URL(`../crate/js/dist/kernels/${module}.wasm`, import.meta.url)),
  );
  const compressed = gzipped(wasm);
  const download = glue + gzipped(parts.get(name));
  return {
    kernel: name,
    '.wasm': wasm.length,
    '.wasm, gzipped': compressed,
    'verdict on it': verdict(compressed, KERNEL),
    "the page's download, gzipped": download,
    'verdict on that': verdict(download, DOWNLOAD),
    "the prover's, gzipped": gzipped(prover),
  };
});
console.log(`Bytes (a gzipped .wasm: at most ${KERNEL.most}, goal ${KERNEL.goal}).`);
console.log(
  `The page's download is ${glue} of JavaScript and one kernel (at most ${DOWNLOAD.most}, goal ${DOWNLOAD.goal}):`,
);
console.table(rows);
console.log('The prover is what a pool loads beside the kernel when it first evaluates or proves.');
writeResult(options, rows);

/** The minified parts of the page: `page` is loaded first, and the chosen kernel's part follows. */
async function bundle() {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: fileURLToPath(new URL('.', import.meta.url)), sourcefile: 'page.js' },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: 'out',
    entryNames: 'page',
    chunkNames: '[name]',
  });
  return new Map(outputFiles.map(({ path, contents }) => [/([^/\\]+)\.js$/.exec(path)[1], contents]));
}
