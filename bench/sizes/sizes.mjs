// How much a page downloads for each import of the package: the bytes, gzipped and by brotli, of the files that a
// production build loads until the first answer, and until a kernel computes. And the sizes of the modules, and of
// programs in Rust.
// node bench/sizes/sizes.mjs [--quick] [--json FILE]; --quick builds one program
import { brotliCompressSync } from 'node:zlib';
import { installTargets } from '../../crate/build/tools.mjs';
import { gzipped, installed, sizesOf } from '../../workshop/module-sizes.mjs';
import { buildApp, WASM } from '../../workshop/no-std/build.mjs';
import { readOptions, writeRows } from '../harness.mjs';
import { byEsbuild, byVite } from './builds.mjs';

const options = readOptions();
const FORMATS = { '': gzipped, ', brotli': (bytes) => brotliCompressSync(bytes).length };
const BUNDLERS = { Vite: byVite, esbuild: byEsbuild };

/** The largest of the modules, which most engines take. */
const KERNEL = 'relaxed';

const power = (from) => `import { init } from '${from}';
const pm = await init();
document.body.append(String(pm.modPow(3n, 65537n, 1000003n)));`;

/**
 * The smallest pages: their scripts. `answer` has the files that they load later for the first answer, and `kernel`
 * those until the kernel computes.
 */
const PAGES = [
  {
    what: 'powmod/verify',
    source: `import { verify } from 'powmod/verify';
document.body.append(String(await verify(await (await fetch('proof.json')).text())));`,
    answer: [],
    kernel: ['fast', KERNEL],
  },
  {
    what: 'modPow of powmod',
    source: "import { modPow } from 'powmod';\ndocument.body.append(String(modPow(3n, 65537n, 1000003n)));",
    answer: [],
    kernel: ['fast-powers', `${KERNEL}-powers`],
  },
  { what: 'powmod/powers', source: power('powmod/powers'), kernel: [`${KERNEL}-powers`] },
  { what: 'powmod', source: power('powmod'), kernel: [KERNEL] },
  {
    what: 'powmod/chia',
    source: `import { verifyVdf } from 'powmod/chia';
document.body.append(String(await verifyVdf(await (await fetch('proof.json')).json())));`,
    kernel: [`${KERNEL}-chia`],
  },
  {
    what: 'gmp-wasm',
    source: `import { init } from 'gmp-wasm';
const { calculate } = await init();
document.body.append(calculate((gmp) => gmp.Integer(3).pow(gmp.Integer(65537), gmp.Integer(1000003))));`,
    kernel: [],
  },
];

/** Programs that import a small part: a bundler leaves the rest out. */
const PARTS = [
  { what: '`toBigint`', source: "import { toBigint } from 'powmod';\nglobalThis.x = toBigint(new Uint8Array(3));" },
  { what: '`groups`', source: "import { groups } from 'powmod';\nglobalThis.x = groups;" },
  { what: '`PowmodError`', source: "import { PowmodError } from 'powmod';\nglobalThis.x = PowmodError;" },
  { what: 'the entry `powmod/pool`', source: "import 'powmod/pool';" },
];

/** The files of each page by each bundler. */
const builds = new Map();
for (const [bundler, build] of Object.entries(BUNDLERS))
  for (const { what, source } of [...PAGES, ...PARTS]) builds.set(`${bundler} ${what}`, await build(source));

const sum = (files, size) => files.reduce((all, file) => all + size(file), 0);

const imported = Object.keys(BUNDLERS).flatMap((bundler) =>
  [...PAGES, ...PARTS].map(({ what, answer, kernel }) => {
    const { first, later } = builds.get(`${bundler} ${what}`);
    const until = (names) => names && [...first, ...names.map((name) => later[name] ?? missing(what, name))];
    const files = { 'first answer': until(answer ?? (kernel ? undefined : [])), 'with kernel': until(kernel) };
    const values = Object.entries(FORMATS).flatMap(([format, size]) =>
      Object.entries(files).flatMap(([name, list]) => (list ? [[name + format, sum(list, size)]] : [])),
    );
    return { part: 'import', bundler, what, values: Object.fromEntries(values) };
  }),
);

/** The files of each page by Vite: what it loads at first, and each that it may load later. */
const pages = PAGES.filter(({ what }) => what.startsWith('powmod')).map(({ what }) => {
  const { first, later } = builds.get(`Vite ${what}`);
  const sizes = Object.entries(later).map(([name, file]) => [name, gzipped(file)]);
  return { part: 'page', page: what, values: { script: sum(first, gzipped), ...Object.fromEntries(sizes) } };
});

const kernels = installed.map((module) => ({ part: 'kernel', kernel: module.name, values: sizesOf(module) }));

await installTargets([WASM]);
const release = { options: ['--release', '--config=profile.release.strip=true'], profile: 'release' };
const programs = [];
for (const feature of options.quick ? ['none'] : ['none', 'simd128', 'relaxed-simd']) {
  const wasm = await buildApp({ ...release, features: feature === 'none' ? [] : [feature] });
  programs.push({ part: 'program', feature, values: { gzipped: gzipped(wasm) } });
}
await writeRows(options, [...imported, ...pages, ...kernels, ...programs]);

function missing(what, name) {
  throw new Error(`the page of ${what} loads no file ${name}`);
}
