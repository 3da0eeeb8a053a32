// Builds the TypeScript package: its types, the bundles of the library, and the bundle of the command line.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LISTS } from './border.mjs';
import { writeCommonJs } from './commonjs.mjs';
import { writeDigests } from './digests.mjs';
import { copyDocuments } from './documents.mjs';
import { stampOf } from './fresh.mjs';
import { writeIfChanged } from './kernels.mjs';
import {
  bigintAtOnce,
  functionsAlone,
  functionsOfWorkerd,
  kernelsOfWorkerd,
  kernelsStayFiles,
  keyFilesAtOnce,
  libraryStaysFiles,
  methodsStayFiles,
  partsStayFiles,
  wasmNamesStay,
  withoutKernels,
} from './plugins.mjs';
import { root, step } from './run.mjs';
import { writeTypes } from './types.mjs';
import { workerdKernels, workerdLists } from './workerd.mjs';

const js = 'crate/js';
const generated = [
  'border/types',
  ...LISTS.map((name) => `border/${name}-operations`),
  'kernels/names',
  'kernels/verifiers',
  'kernels/powers',
  'kernels/provers',
  'kernels/chia',
  'kernels/digests',
  'kernels/join',
  'bigint/challenge',
  'first/fused',
]
  .map((name) => `${js}/src/${name}.generated.ts`)
  .concat(`${js}/dist/glue.js`);
/** Entry points that have a second bundle for workerd. It has no workers, so its pool only says so. */
const singleThreaded = {
  index: 'src/index.ts',
  powers: 'src/powers/index.ts',
  verify: 'src/verify/index.ts',
  chia: 'src/chia/index.ts',
  'bigint-mod-arith': 'src/bigint-mod-arith.ts',
};
const inWorkerd = { ...singleThreaded, pool: 'src/pool/in-workerd.ts' };
/** Entry points that users import and may use together. */
const together = { ...singleThreaded, pool: 'src/pool/index.ts' };
/** Entry points that read files in Node. */
const inNode = ['index', 'powers', 'chia', 'bigint-mod-arith', 'pool'];
/** Those that read files as CommonJS, where runtimes may lack `import()`. */
const inNodeByRequire = [...inNode, 'verify'];
/** Parts of entries that some tools and the command line need. */
const parts = {
  'here-in-node': 'src/here-in-node.ts',
  'pool-from-text': 'src/pool/from-text.ts',
  'cli-package': 'src/cli/package.ts',
};
/** The entry point in one file. */
const alone = { static: 'src/static.ts' };
/**
 * Entry points that have a bundle for runtimes that compile no WebAssembly: React Native, and edge runtimes of Next.
 */
const withoutWasm = ['index', 'powers', 'verify', 'static', 'bigint-mod-arith'];
const WITHOUT_WASM = 'dist/without-wasm';
const worker = 'src/pool/worker.ts';
/** All entry points. */
const entryPoints = { ...together, ...alone, 'powmod-worker': worker };
/** Entry points that pages take from a CDN, each minified in one file. */
const onCdn = ['index', 'verify', 'pool'];
/** Bundles that others load when they need them. */
const loadedLater = [
  'provided',
  'bigint',
  'bigint-powers',
  'plain-hashes',
  'fast',
  'fast-powers',
  'worker-text',
  'key-file',
];
/** Those that CommonJS requires: its files have the worker's text by `import()`. */
const requiredLater = loadedLater.filter((name) => name !== 'worker-text');
/** The paths in src of what users import. */
const typed = Object.values(entryPoints).map((path) => path.replace('src/', ''));
const outputs = [
  ...Object.keys(entryPoints).map((name) => `${name}.js`),
  ...Object.keys(inWorkerd).map((name) => `workerd/${name}.js`),
  ...Object.keys({ ...together, ...alone }).map((name) => `${name}.cjs`),
  ...loadedLater.map((name) => `${name}.js`),
  ...requiredLater.map((name) => `${name}.cjs`),
  ...typed.flatMap((path) => ['types', 'types-commonjs'].map((folder) => `${folder}/${path.replace(/ts$/, 'd.ts')}`)),
  ...onCdn.map((name) => `${name}.min.js`),
  ...withoutWasm.map((name) => `without-wasm/${name}.js`),
  ...inNode.map((name) => `node/${name}.js`),
  'integrity.json',
  'workerd/fast.js',
  'cli.js',
]
  .map((name) => `${js}/dist/${name}`)
  .concat('workshop/methods/dist/index.js');

export async function buildPackage() {
  writeGroups();
  writeDigests();
  copyDocuments();
  writeFolders();
  for (const [file, part] of Object.entries(workerdLists))
    writeIfChanged(`${js}/dist/workerd/${file}`, workerdKernels(part));
  const stamp = packageStamp();
  if (stamp.isFresh()) return;
  await step('bundling the package', bundle);
  writeIntegrity();
  await step('writing its types', () => writeTypes(typed));
  stamp.write();
}

/** Tells whether the bundles are those of the sources. */
export function packageStamp() {
  return stampOf('package', {
    files: [
      `${js}/src`,
      'workshop/methods/index.ts',
      `${js}/examples/evm`, // these seven are in the bundle of the command line
      'workshop/bigint',
      'workshop/duration.js',
      'workshop/numbers.js',
      'workshop/rate.js',
      'workshop/timing.js',
      'workshop/typed.js',
      `${js}/package.json`,
      `${js}/tsconfig.json`,
      `${js}/tsconfig.types.json`,
      'package-lock.json',
      'crate/build/package.mjs',
      'crate/build/commonjs.mjs',
      'crate/build/plugins.mjs',
      'crate/build/types.mjs',
      'crate/build/workerd.mjs',
    ].concat(generated),
    outputs,
  });
}

/** The built-in modulus RSA-2048 has one source, in powmod-vdf. */
function writeGroups() {
  const hex = readFileSync(join(root, 'crate/vdf/src/rsa-2048.hex'), 'utf8').trim();
  writeIfChanged(
    `${js}/src/vdf/rsa-2048.generated.ts`,
    `// Generated by crate/build/package.mjs from crate/vdf/src/rsa-2048.hex.\nexport const rsa2048 =\n  '${hex}';\n`,
  );
}

/**
 * Makes a folder for each entry point, for tools that do not read `exports`. Metro reads the package.json that is
 * nearest to a file, so it reads the fields of the folder and never `exports`.
 */
function writeFolders() {
  const { exports } = JSON.parse(readFileSync(join(root, js, 'package.json'), 'utf8'));
  for (const [entry, { require, types, default: module, ...others }] of Object.entries(exports).filter(([entry]) =>
    /\/[\w-]+$/.test(entry),
  )) {
    const native = others['react-native']?.default;
    const paths = {
      main: require?.default ?? module,
      types: require?.types ?? types,
      ...(native && { 'react-native': native }),
    };
    const above = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, `.${path}`]));
    writeIfChanged(`${js}/${entry}/package.json`, `${JSON.stringify(above)}\n`);
  }
}

/**
 * Bundles the library and the command line.
 *
 * @param {{ logLevel?: import('esbuild').LogLevel }} [log]
 */
export async function bundle(log = {}) {
  const esbuild = await import('esbuild');
  removeBundles('dist', ['glue.js']);
  rmSync(join(root, js, WITHOUT_WASM), { recursive: true, force: true });
  removeBundles('dist/workerd', Object.keys(workerdLists));
  for (const { licenses, ...options } of bundles(await workerText(esbuild))) {
    const plugins = [wasmNamesStay, ...(options.plugins ?? [])];
    const { metafile } = await esbuild.build({ ...options, ...log, plugins, metafile: true });
    if (licenses) writeLicenses(licenses, metafile);
  }
  writeIfChanged('workshop/methods/dist/index.d.ts', "export * from '../index.ts';\n");
  for (const name of inNode)
    writeIfChanged(`${js}/dist/node/${name}.js`, `import '../here-in-node.js';\nexport * from '../${name}.js';\n`);
  writeIfChanged(`${js}/${WITHOUT_WASM}/package.json`, '{ "type": "commonjs" }\n');
  const inWithoutWasm = readdirSync(join(root, js, WITHOUT_WASM)).filter((name) => name.endsWith('.js'));
  await writeCommonJs(inWithoutWasm, { folder: WITHOUT_WASM, extension: '.js' });
  await writeCommonJs(
    [
      ...[...Object.keys(together), ...Object.keys(alone), ...requiredLater, 'here-in-node'].map(
        (name) => `${name}.js`,
      ),
      ...readdirSync(join(root, js, 'dist')).filter((name) => /^chunk-.*\.js$/.test(name)),
    ],
    { inNode: inNodeByRequire },
  );
}

/** The worker as a classic script, which a Blob or `eval` starts. */
export async function workerText(esbuild, plugins = []) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: join(root, js),
    entryPoints: [worker],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    minify: true,
    define: { 'import.meta.url': 'undefined' },
    plugins: [wasmNamesStay, ...plugins],
    write: false,
  });
  return outputFiles[0].text;
}

/**
 * The options of esbuild for each bundle, in their order. `licenses`: the name of the file with those of its libraries.
 */
export function bundles(textOfWorker) {
  const { version } = JSON.parse(readFileSync(join(root, js, 'package.json'), 'utf8'));
  const common = {
    absWorkingDir: join(root, js),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [kernelsStayFiles],
  };
  // Code that several entry points share goes into a shared file, so that an error has the same class in all of them.
  // Bundles are small, since a page reads them before its first call. Names stay, so that stack traces are readable.
  // So do spaces: without them esbuild drops the marks of pure calls, and pages would keep calls that they never use.
  const small = { minifySyntax: true };
  const library = { ...common, ...small, splitting: true, chunkNames: 'chunk-[name]-[hash]', platform: 'neutral' };
  const single = { ...library, splitting: false };
  // These files are loaded whole: no bundler looks for calls to leave out.
  const whole = { ...single, minify: true };
  const file = (name, entry) => ({ ...whole, entryPoints: [entry], outfile: `dist/${name}.js` });
  const besideParts = { plugins: [kernelsStayFiles, partsStayFiles('./')] };
  const ofWorkerd = { plugins: [kernelsOfWorkerd, functionsOfWorkerd, partsStayFiles('../')] };
  return [
    { licenses: 'library', ...library, entryPoints: { ...together, ...parts }, outdir: 'dist', ...besideParts },
    file('provided', 'src/kernels/provided.ts'),
    file('key-file', 'src/arithmetic/key-file.ts'),
    { licenses: 'bigint', ...file('bigint', 'src/bigint/bigint.ts') },
    file('bigint-powers', 'src/bigint/bigint-powers.ts'),
    { licenses: 'plain-hashes', ...file('plain-hashes', 'src/bigint/plain-hashes.ts') },
    { ...file('fast', 'src/verify/fast.ts'), ...besideParts },
    { ...file('fast-powers', 'src/first/fast-powers.ts'), ...besideParts },
    {
      licenses: 'static',
      ...whole,
      entryPoints: alone,
      outdir: 'dist',
      plugins: [withoutKernels, keyFilesAtOnce, functionsAlone],
    },
    // A worker shares no classes with the page that started it. So its bundle is one file, which loads fastest.
    { licenses: 'powmod-worker', ...file('powmod-worker', worker) },
    {
      ...file('worker-text', 'src/pool/threads/worker-text.ts'),
      define: { POWMOD_WORKER: JSON.stringify(textOfWorker) },
    },
    {
      ...common,
      entryPoints: onCdn.map((name) => `dist/${name}.js`),
      outdir: 'dist',
      outExtension: { '.js': '.min.js' },
      minify: true,
      logOverride: { 'ignored-bare-import': 'silent' }, // shared files do nothing by themselves
      external: ['./kernels/*', ...loadedLater.map((name) => `./${name}.js`)],
    },
    {
      ...library,
      entryPoints: Object.fromEntries(withoutWasm.map((name) => [name, entryPoints[name]])),
      outdir: WITHOUT_WASM,
      // Metro takes no static blocks and no import.meta; Hermes has bigints.
      target: 'es2019',
      supported: { bigint: true },
      minify: true,
      define: { WebAssembly: 'undefined' },
      plugins: [withoutKernels, bigintAtOnce, keyFilesAtOnce, functionsAlone],
    },
    { ...library, minify: true, entryPoints: inWorkerd, outdir: 'dist/workerd', ...ofWorkerd },
    { ...file('workerd/fast', 'src/verify/fast.ts'), ...ofWorkerd },
    {
      licenses: 'cli',
      ...common,
      plugins: [libraryStaysFiles],
      entryPoints: ['src/cli/main.ts'],
      outfile: 'dist/cli.js',
      platform: 'node',
      minify: true,
      // Bundled dependencies may be CommonJS and call `require`.
      banner: {
        js: `#!/usr/bin/env node
import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);`,
      },
      define: { POWMOD_VERSION: JSON.stringify(version) },
    },
    {
      ...single,
      entryPoints: ['../../workshop/methods/index.ts'],
      outdir: '../../workshop/methods/dist',
      plugins: [methodsStayFiles],
    },
  ];
}

/**
 * Writes dist/integrity.json: the digest of each script that a page may load from a CDN, for `integrity` of an import
 * map.
 */
function writeIntegrity() {
  const dist = join(root, js, 'dist');
  const kernels = readdirSync(join(dist, 'kernels')).filter((name) => name.endsWith('.js'));
  const files = [
    ...onCdn.map((name) => `${name}.min.js`),
    ...[...loadedLater, 'powmod-worker'].map((name) => `${name}.js`),
    ...kernels.map((name) => `kernels/${name}`),
  ];
  const digest = (file) =>
    createHash('sha384')
      .update(readFileSync(join(dist, file)))
      .digest('base64');
  const digests = Object.fromEntries(files.map((file) => [file, `sha384-${digest(file)}`]));
  writeIfChanged(`${js}/dist/integrity.json`, `${JSON.stringify(digests, undefined, 2)}\n`);
}

/** Writes NAME.licenses.txt, the licenses of the libraries in a bundle. */
function writeLicenses(name, metafile) {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  const names = inputs.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[0]);
  const texts = [...new Set(names.filter(Boolean))].sort().map((path) => {
    const folder = join(root, js, path);
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  writeIfChanged(`${js}/dist/${name}.licenses.txt`, texts.join('\n\n'));
}

/** Removes the bundles of earlier builds, whose shared files and entry points may have had other names. */
function removeBundles(folder, kept) {
  for (const name of readdirSync(join(root, js, folder)))
    if (/\.c?js$/.test(name) && !kept.includes(name)) rmSync(join(root, js, folder, name));
}
