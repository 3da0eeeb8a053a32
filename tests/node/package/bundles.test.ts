// What the shipped files take of their surroundings, and what they may hide from them: their free names, the names at
// their top, and what pages replace.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import '../../support/built.mjs';
import { runProgram } from '../../support/package.ts';
import { root } from '../../support/vectors.ts';

const dist = join(root, 'crate/js/dist');
// The newest TypeScript of the workspace has no such interface.
const requireOf = createRequire(join(root, 'crate/js/package.json'));
const ts = requireOf('typescript') as typeof import('../../../crate/js/node_modules/typescript/lib/typescript.js');

/** All scripts but the kernels and the command line, which is a program of its own with its libraries. */
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.c?js$/.test(file) && !/^kernels.\w|^cli\.js$|^glue\.js$/.test(file),
);
const textOf = (file: string) => readFileSync(join(dist, file), 'utf8');

/** The names of the language, by TypeScript's own list. */
const library = (name: string) => readFileSync(requireOf.resolve(`typescript/lib/lib.${name}.d.ts`), 'utf8');
const declared = (text: string) =>
  [...text.matchAll(/^declare (?:var|let|const|function) (\w+)/gm)].map(([, name]) => name);
const language = new Set(
  ['es5', 'es2015.core', 'es2015.collection', 'es2015.promise', 'es2015.proxy', 'es2015.symbol', 'es2020.bigint']
    .flatMap((name) => [...library(name).matchAll(/^declare (?:var|let|const|function|namespace) (\w+)/gm)])
    .map(([, name]) => name),
);

/** The names of the platform that the files use: where one may be missing, its file asks first. */
const PLATFORM = [
  ...'AbortController Blob DecompressionStream MessageChannel TextDecoder URL WebAssembly Worker atob btoa'.split(' '),
  ...'clearTimeout crypto fetch performance requestAnimationFrame setImmediate setTimeout'.split(' '),
];
/** The names of a CommonJS module. */
const COMMONJS = ['__filename', 'exports', 'module', 'require'];

const program = ts.createProgram(
  files.map((file) => join(dist, file)),
  {
    allowJs: true,
    checkJs: true,
    noLib: true,
    noResolve: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    types: [],
  },
);
type Typescript = typeof ts;
type Node = Parameters<Typescript['isIdentifier']>[0];
const checker = program.getTypeChecker();
const sourceOf = (file: string) =>
  program.getSourceFile(
    join(dist, file),
  ) as import('../../../crate/js/node_modules/typescript/lib/typescript.js').SourceFile;

/** The names that a file uses and does not declare. To check its types would take ten times as long. */
function freeNamesOf(file: string): Set<string> {
  const free = new Set<string>();
  const visit = (node: Node) => {
    // `0 && (module.exports = { name })` tells readers of CommonJS the names.
    if (ts.isBinaryExpression(node) && node.left.getText() === '0') return;
    // The symbol of `{ name }` is the property's.
    const isKnown = () => !ts.isShorthandPropertyAssignment(node.parent) && checker.getSymbolAtLocation(node);
    if (ts.isIdentifier(node) && isUse(node) && !isKnown()) {
      const inScope = checker.getSymbolsInScope(node, ts.SymbolFlags.Value | ts.SymbolFlags.Alias);
      if (!inScope.some(({ name }) => name === node.text)) free.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(file));
  return free;
}

/** Whether a name stands for its value, and is not that of a property, of an export or of a label. */
function isUse(node: Node): boolean {
  const { parent } = node;
  if (ts.isExportSpecifier(parent) || ts.isImportSpecifier(parent) || ts.isMetaProperty(parent)) return false;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
  const isNamed = ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isClassElement(parent);
  return !((isNamed || ts.isMethodDeclaration(parent) || ts.isAccessor(parent)) && parent.name === node);
}

test('no file has a free name that is no standard global: it would be looked up in Object.prototype', () => {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  for (const file of files)
    for (const name of freeNamesOf(file)) {
      seen.add(name);
      if (!language.has(name) && !PLATFORM.includes(name) && !COMMONJS.includes(name)) found.set(name, file);
    }
  assert.ok(seen.has('WebAssembly'), 'free names are found');
  assert.deepEqual([...found], []);
  assert.doesNotMatch(textOf('cli.js'), /POWMOD_|powmodFileUrl/);
});

/**
 * The names that a bundler's runtime, or the code beside it, takes for globals, and those that no list of types has.
 */
const OF_RUNTIMES = [
  ...'__webpack_require__ __webpack_modules__ __webpack_module_cache__ __webpack_exports__'.split(' '),
  ...'__turbopack_context__ parcelRequire System define require module exports process global'.split(' '),
  ...'globalThis __dirname trustedTypes TrustedTypePolicyFactory importScripts webkitURL chrome'.split(' '),
  ...'browser Deno Bun scheduler'.split(' '),
];

test('no name at the top of a module is a global of an engine or of a bundler’s runtime, which may join both', () => {
  const ofPages = ['dom', 'webworker', 'webworker.importscripts', 'es2015.core'].flatMap((name) =>
    declared(library(name)),
  );
  const globals = new Set([...ofPages, ...language, ...Object.getOwnPropertyNames(globalThis), ...OF_RUNTIMES]);
  assert.ok(
    globals.has('name') && globals.has('setTimeout') && globals.has('Buffer') && globals.has('structuredClone'),
  );
  const found: string[] = [];
  for (const file of files.filter((file) => file.endsWith('.js') && !file.startsWith('without-wasm'))) {
    const own = checker.getSymbolsInScope(sourceOf(file), ts.SymbolFlags.Value | ts.SymbolFlags.Alias);
    for (const { name, declarations } of own)
      if (declarations?.some((one) => one.getSourceFile() === sourceOf(file)) && globals.has(name))
        found.push(`${file}: ${name}`);
  }
  assert.deepEqual(found, []);
});

test('no file calls what libraries of old pages replace by functions that do something else', () => {
  for (const file of files) assert.doesNotMatch(textOf(file), /\bArray\.from\(/, file);
});

/** As Prototype.js and MooTools replace them: `Array.from` calls no function, and an array's entries are its values. */
const OLD_PAGE = `
Array.from = (list) => (list == null ? [] : Array.prototype.slice.call(list));
Array.prototype.entries = function () { return Array.prototype.slice.call(this); };
const ADDED = ['each', 'first', 'last', 'clone', 'toArray', 'size', 'inject', 'collect', 'without', 'uniq', 'compact'];
for (const name of ADDED)
  Array.prototype[name] = function () { return this; };
Array.prototype.toJSON = String.prototype.toJSON = function () { return 'json'; };
Object.prototype.toQueryString = Function.prototype.curry = function () { return this; };
`;

test('pages that replace Array.from and entries get the same results', () => {
  const work = `
import { init, readProof } from 'powmod';
import { modPow } from 'powmod/bigint-mod-arith';
import { readBlock, verifyVdfs } from 'powmod/chia';
import { createPool } from 'powmod/pool';
import { initSync } from 'powmod/static';
import { verifyBatch } from 'powmod/verify';
import { readFileSync } from 'node:fs';
const proof = readFileSync(new URL(import.meta.resolve('powmod/examples/pietrzak-rsa2048.json')), 'utf8');
const mainnet = JSON.parse(readFileSync(new URL(import.meta.resolve('powmod/examples/chia-mainnet.json')), 'utf8'));
OLD
const n = 2n ** 255n - 19n;
const results = [];
const started = ['scalar', 'measure', 'bigint'].map((kernel) => init({ kernel }));
for (const pm of [...(await Promise.all(started)), initSync()]) {
  const m = pm.modulus(n);
  const g = m.fixedBase(3n);
  results.push(pm.randomPrime(64, { random: (length) => new Uint8Array(length).fill(7) }), m.invAll([3n, 5n, 7n]));
  results.push(m.powers(3n, [5n, n - 3n]), m.product([3n, 5n]), m.multiPow([[g, 5n], [7n, 3n], [2n, n]]));
  results.push(m.tables([3n, 5n]).multiPow([n - 2n, -3n]), pm.modMultiPow([[3n, n], [5n, n]], n));
  results.push(pm.verifyBatch([proof, '{}']));
  results.push(readProof(proof).values.length, pm.modexp(new Uint8Array(99).fill(1, 96)));
}
const pool = await createPool({ workers: 2 });
results.push(await pool.modPowAll([3n, 5n, 7n], 11n, n), await pool.modPowAll([[3n, 5n], [5n, n]], n));
results.push(await pool.modInvAll([3n, 5n], n));
results.push(await pool.modPow(3n, n - 2n, n, { method: 'parallel' }), await pool.verifyAll([proof, proof]));
results.push(await pool.randomPrime(64, { random: (length) => new Uint8Array(length).fill(7) }));
results.push((await pool.prove({ modulus: 'RSA-2048', input: 3n, iterations: 5000, scheme: 'pietrzak' })).proof.length);
results.push(await verifyVdfs([mainnet, mainnet]), await verifyVdfs([mainnet], { pool }));
results.push(await verifyBatch([proof, '{}']));
results.push(modPow(3n, 5n, 35n, [5, 7]));
await pool.close();
console.log(results.map((one) => (Array.isArray(one) ? one.map(String).join(' ') : String(one))).join('\\n'));`;
  const [right, found] = ['', OLD_PAGE].map((old) => runProgram(work.replace('OLD', old)));
  assert.equal(right?.status, 0, right?.stderr);
  assert.equal(found?.stdout, right?.stdout, found?.stderr);
});

/** A minified program of these contents and what they import. */
async function bundleOf(contents: string, options: esbuild.BuildOptions = {}): Promise<string> {
  const stdin = { contents, resolveDir: join(root, 'tests') };
  const more = { bundle: true, format: 'esm', minify: true, logLevel: 'error' } as const;
  const { outputFiles } = await esbuild.build({ stdin, ...more, ...options, write: false });
  return (outputFiles[0] as esbuild.OutputFile).text;
}

test('a kernel loads where a minifier renames the properties that begin with _', async (t) => {
  const contents = `import { init } from 'powmod';
import { verifyVdf } from 'powmod/chia';
import { verify, kernel } from 'powmod/verify';
import { createPool } from 'powmod/pool';
globalThis.finish(async (proof, mainnet) => {
  const pool = await createPool({ workers: 1, kernel: 'scalar' });
  const power = await pool.modPow(3n, 5n, 1009n);
  await pool.close();
  const pm = await init({ kernel: 'scalar' });
  const verdicts = [await verify(proof), await verify(proof), kernel === 'bigint', await verifyVdf(mainnet)];
  return [pm.kernel, pm.modPow(3n, 5n, 1009n), power, ...verdicts];
});`;
  const bundle = await bundleOf(contents, { platform: 'node', mangleProps: /^_/ });
  const examples = ['wesolowski-rsa2048', 'chia-mainnet'].map((name) =>
    readFileSync(join(root, `crate/js/examples/${name}.json`), 'utf8'),
  );
  const folder = mkdtempSync(join(tmpdir(), 'powmod-mangled-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const work = `globalThis.finish = (work) => work(${examples}).then((all) => console.log(all.join(' ')));\n`;
  writeFileSync(join(folder, 'mangled.mjs'), work + bundle);
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'mangled.mjs')], { encoding: 'utf8' });
  assert.equal(stdout, 'scalar 243 243 true true false true\n', stderr);
});

test('a program has little more than what it imports', async () => {
  for (const [most, contents] of [
    [2000, "import { toBigint } from 'powmod'; globalThis.x = toBigint;"],
    [2000, "import { groups } from 'powmod'; globalThis.x = groups;"],
    [
      1000,
      "import { PowmodError, MalformedProofError } from 'powmod'; globalThis.x = [PowmodError, MalformedProofError];",
    ],
    [100, "import 'powmod';"],
    [100, "import 'powmod/pool';"],
    [100, "import { createPool } from 'powmod/pool';"],
  ] as const) {
    const { length } = gzipSync(await bundleOf(contents));
    assert.ok(length <= most, `${contents} takes ${length} bytes, gzipped`);
  }
});
