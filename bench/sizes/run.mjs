// The compressed sizes of each kernel's modules, of the files that a page loads to verify one proof, and of programs in
// Rust.
// node bench/sizes/run.mjs [--quick] [--json FILE]; --quick builds one program
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { installTargets } from '../../crate/build/tools.mjs';
import { variants } from '../../crate/wasm/variants.mjs';
import { buildApp, WASM } from '../../workshop/no-std/build.mjs';
import { bundle } from '../first-proof/pages.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** The smallest pages that verify: their scripts. */
const PAGES = [
  {
    page: 'init',
    source: `import { init } from 'powmod';
const pm = await init();
document.body.append(String(pm.verify(await (await fetch('proof.json')).text())));`,
  },
  {
    page: 'verify',
    source: `import { verify } from 'powmod/verify';
document.body.append(String(await verify(await (await fetch('proof.json')).text())));`,
  },
  {
    page: 'verifyVdf',
    source: `import { verifyVdf } from 'powmod/chia';
document.body.append(String(await verifyVdf(await (await fetch('proof.json')).json())));`,
  },
];

/** Programs that import a small part: a bundler leaves the rest out. */
const IMPORTS = [
  { what: 'toBigint', source: "import { toBigint } from 'powmod';\nglobalThis.x = toBigint(new Uint8Array(3));" },
  { what: 'groups', source: "import { groups } from 'powmod';\nglobalThis.x = groups;" },
  { what: 'PowmodError', source: "import { PowmodError } from 'powmod';\nglobalThis.x = PowmodError;" },
  { what: "import 'powmod/pool'", source: "import 'powmod/pool';" },
];

const pages = new Map(await Promise.all(PAGES.map(async ({ page, source }) => [page, await loaded(source)])));
const { first: glue, later } = pages.get('init');
const rows = variants.map(({ name }) => {
  const wasm = readFileSync(new URL(`../../crate/js/dist/kernels/${name}.wasm`, import.meta.url));
  const values = {
    '.wasm': wasm.length,
    '.wasm, gzipped': gzipped(wasm),
    "the page's download, gzipped": glue + later[name],
  };
  return { part: 'kernel', kernel: name, values };
});
const loads = [...pages].map(([page, { first, later }]) => ({
  part: 'page',
  page,
  values: { 'at first': first, ...later },
}));
const imported = await Promise.all(
  IMPORTS.map(async ({ what, source }) => ({
    part: 'import',
    what,
    values: { gzipped: (await loaded(source)).first },
  })),
);
await installTargets([WASM]);
const release = { options: ['--release', '--config=profile.release.strip=true'], profile: 'release' };
const programs = [];
for (const feature of options.quick ? ['none'] : ['none', 'simd128', 'relaxed-simd']) {
  const wasm = await buildApp({ ...release, features: feature === 'none' ? [] : [feature] });
  programs.push({ part: 'program', feature, values: { gzipped: gzipped(wasm) } });
}
writeRows(options, [...rows, ...loads, ...imported, ...programs]);

/**
 * The gzipped bytes of a page's scripts: of those that the browser loads `first`, and of each that the code imports
 * `later`.
 */
async function loaded(source) {
  const { outputFiles, metafile } = await bundle(source, { metafile: true });
  const bytes = new Map(outputFiles.map(({ path, contents }) => [basename(path), gzipped(contents)]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const first = new Set(['page.js']);
  for (const file of first)
    for (const { path, kind } of outputs.get(file).imports) if (kind === 'import-statement') first.add(basename(path));
  const later = [...outputs].filter(([file]) => !first.has(file));
  return {
    first: [...first].reduce((sum, file) => sum + bytes.get(file), 0),
    later: Object.fromEntries(
      later.map(([file, { entryPoint = file }]) => [
        basename(entryPoint, '.js').replace(/^chunk-.*/, 'chunk'),
        bytes.get(file),
      ]),
    ),
  };
}
