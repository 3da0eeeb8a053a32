// The suites that `npm test` runs. crate/build/slots.mjs starts them in this order, side by side: first those that
// mostly wait, then those that others need, then long ones before short ones.
// The graph is ours. moon 2.5, wireit 0.14 and turbo 2.11 were tried on eight suites, in the same times. None keeps two
// suites with one lock apart, weighs a suite by the cores that it takes, has needs that only put suites in order, adds
// up the counts of tests, tells the time that is left, or starts before npm has installed it. moon would have left 536
// of 853 lines, without these.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stampOf } from '../crate/build/fresh.mjs';
import { nodeKernels } from '../workshop/kernels.js';
import { missing } from '../workshop/programs/installed.mjs';
import { rustTests } from './count.mjs';
import { missingHashing } from './vectors/install.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

const node = (...args) => [process.execPath, ...args];
const bin = (path, ...args) => node(`node_modules/${path}`, ...args);
const tests = (...files) =>
  node('--import', 'tsx', '--test', '--test-reporter=spec', ...files.map((file) => `tests/${file}`));
const testsIn = (folder) =>
  readdirSync(`${here}/${folder}`, { recursive: true })
    .filter((file) => /\.test\.(ts|mjs)$/.test(file) && !file.startsWith('node_modules/'))
    .map((file) => `${folder}/${file}`);

/** The steps that install all that any test of the package needs. They take seconds once they have run. */
const INSTALLED = ['build', 'programs', 'hashing', 'runtimes', 'consumer packages'];

/** The builds of kernels for tests that the machine's Node can run. */
const OWN_KERNELS = nodeKernels.map((name) => `${name}-bench`).concat('relaxed-unfused');

/** cargo locks target/debug. */
const CARGO = 'target/debug';
/** Two that install toolchains may disturb each other. */
const RUSTUP = 'rustup';
/** A page computes until its test has seen enough. Two browsers at once slow each other, so both compute longer. */
const PAGE = 'the page';

/** What decides the bytes of the crates. */
export const CRATES = [
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
  'crate/kernel',
  'crate/core',
  'crate/vdf',
  'crate/chia',
  'crate/wasm',
  'crate/challenge',
];
const RUST = [
  ...[...CRATES, 'rustfmt.toml', 'bench/Cargo.toml', 'bench/native', 'workshop/no-std'],
  ...['fuzz/Cargo.toml', 'fuzz/src', 'fuzz/corpus', 'secret', 'vectors'].map((path) => `tests/${path}`),
];
/** The package as it is built, without the documents in its folder. A comment of Rust changes nothing there. */
export const PACKAGE = [
  ...['bin', 'dist', 'examples', 'package.json', 'src', 'tsconfig.json'].map((path) => `crate/js/${path}`),
  ...['crate/build', 'crate/build.mjs', 'crate/wasm/variants.mjs', 'package-lock.json'],
  ...['workshop', 'workshop/methods/dist'],
];
/** What tests/node reads of other rooms. */
const READ_BY_NODE = [
  ...['reasons.rs', 'verifier.rs', 'rsa-2048.hex'].map((file) => `crate/vdf/src/${file}`),
  ...['bench/results', 'bench/DEVICES.md', 'bench/modpow', 'bench/peers'],
  ...['www/docs/guides', 'SECURITY.md', 'MIGRATING.md', 'CHANGELOG.md'],
  ...['tests/structure', 'tests/fuzz/js', 'tests/fuzz/operations.js', 'tests/evidence'],
];
const SUPPORT = ['tests/support', 'tests/vectors', 'tests/package.json'];
/** The page without its documents, but for the guide whose code it shows. */
const SITE = [
  ...['index.html', 'measure.html', 'src', 'public', 'package.json', 'vite.config.ts'],
  ...['header.mjs', 'offline.mjs', 'policies.mjs', 'docs/guides/18-draw-lots.md'],
].map((path) => `www/${path}`);

const moduleOf = (name) => `target/wasm/${name}/package/powmod_bg.wasm`;

/** The folders of tests/ in TypeScript. */
const TYPED = ['node', 'without-webassembly', 'page', 'bad-input', 'fuzz/js', 'secret', 'vectors'];

const NATIVE_BENCH = 'bench/native.test.mjs';
const GUIDES = 'docs/guides.test.mjs';

const EVERYTHING = ['.'];

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} what
 * @property {string[]} command run from the repository's root
 * @property {(output: string, failed: boolean) => import('./count.mjs').Counts} [count] by default as `node --test`
 *   counts, or one test for any other command
 * @property {boolean} [setup] other suites need this step; it counts only when it fails
 * @property {string[]} needs the suites that must end before this one starts; 'build', where a suite names none
 * @property {string[]} [inputs] only for a suite of the first set: the files and folders that decide its result. While
 *   they are the same, it does not run again
 * @property {boolean} [readsTokens] comments and unit tests of Rust do not decide its result
 * @property {string[]} [holds] what it shares with no other suite while it runs: a constant above
 * @property {number} [slots] how many cores it keeps busy, 1 by default: its processor time by its time, which a run
 *   prints. That counts no process for which nobody waits, as those of some browsers: there it is an estimate
 * @property {boolean} [computes] the suite computes in WebAssembly: `--checked` runs it on kernels that assert their
 *   bounds
 * @property {Record<string, string>} [env]
 * @property {() => string | undefined} [leftOut] why this machine cannot run the suite
 */

const step = (name, what, command, ...needs) => ({ name, what, command, needs, setup: true });

const clippyWasm = (module) => ({
  name: `clippy ${module}`,
  what: `crate/wasm without warnings, the module ${module}`,
  command: ['cargo', 'clippy', '-p', 'powmod-wasm', '--target', 'wasm32-unknown-unknown', '--locked'].concat([
    ...['--no-default-features', `--features=${module}`, '--', '-D', 'warnings'],
  ]),
  inputs: CRATES,
  holds: [CARGO],
});

const page = (browser, title) => ({
  name: browser,
  what: `the page in ${title}`,
  command: tests('page/page.test.ts'),
  needs: ['build', 'programs', 'build page'],
  holds: [PAGE],
  slots: 0.5,
  computes: browser !== 'webkit', // why: CHECKS_WRONGLY, workshop/engines/engines.mjs
  env: { POWMOD_BROWSER: browser },
  leftOut: () => missing(browser),
});

/**
 * The suites: the first set, which finds nearly all faults in little time, or all of them.
 *
 * @param {{ all: boolean }} which in the first set, some suites run in part
 * @returns {Suite[]}
 */
export const suitesOf = ({ all }) =>
  every(all)
    .map((suite) => ({ needs: ['build'], ...suite }))
    .filter(({ setup, inputs }) => all || setup || inputs);

/** The mark that a suite of the first set has passed with the same files. */
export const stampOfSuite = ({ name, inputs, readsTokens }) =>
  stampOf(`suite-${name}`, { files: inputs, values: process.version, outputs: [], readsTokens });

/**
 * The suites whose name contains one of these parts, and the steps that they need. Without `all` each runs as in the
 * first set, if it belongs there, and no step installs Debian's packages.
 *
 * @param {string[]} parts
 * @param {{ all: boolean, install: boolean }} options
 * @returns {Suite[]}
 */
export function suitesNamed(parts, { all, install }) {
  const first = new Map((all ? [] : suitesOf({ all })).map((suite) => [suite.name, suite]));
  const chosen = suitesOf({ all: true }).filter(({ name, setup }) =>
    setup ? all || install || name !== 'programs' : parts.some((part) => name.includes(part)),
  );
  // A suite outside the first set needs more programs than that set.
  if (chosen.some(({ name, setup }) => !setup && !first.has(name))) first.delete('programs');
  return chosen.map((suite) => first.get(suite.name) ?? suite);
}

const every = (all) => [
  step('build', 'installs npm packages, builds kernels and package', node('crate/build.mjs')),
  step(
    'programs',
    all
      ? 'installs browsers, QEMU with its boards, valgrind, Gappa, m4, make, Redis, Python and PyPy'
      : 'installs Chromium',
    node('workshop/programs/install.mjs', ...(all ? [] : ['chromium'])),
  ),
  step(
    'hashing',
    "installs Python's packages for keccak256 and for Chia's proofs",
    node('tests/vectors/install.mjs'),
    'programs',
  ),
  step(
    'runtimes',
    'installs other Nodes, Bun, Deno and workerd, and Node and Bun for ARM64',
    node('workshop/engines/install.mjs'),
    'programs',
  ),
  step(
    'consumer packages',
    'installs packages that use modular exponentiation',
    node('workshop/consumers/install.mjs'),
  ),
  ...(all
    ? [
        step('fleet packages', 'installs the queue of the example of a fleet', node('workshop/fleet/install.mjs')),
        step('app tools', 'installs tools that make apps', node('tests/apps/install.mjs')),
      ]
    : []),
  step('build page', 'builds the page', bin('vite/bin/vite.js', 'build', 'www'), 'build'),

  page('webkit', 'WebKit'),
  page('firefox', 'Firefox'),
  { ...page('chromium', 'Chromium'), inputs: [...PACKAGE, ...SITE, ...SUPPORT, 'tests/page'] },

  {
    name: 'cargo test',
    what: 'Rust, natively',
    // The benches have no tests, and criterion compiles for half a minute: `native bench` runs them.
    command: ['cargo', 'test', '--workspace', '--exclude', 'powmod-bench', '--locked', '--no-fail-fast'],
    count: rustTests,
    inputs: RUST,
    holds: [CARGO],
  },
  step(
    'build kernels',
    'builds the kernels for tests',
    node('workshop/kernel-builds.mjs', ...(all ? [] : OWN_KERNELS)),
    'build',
  ),
  {
    name: 'miri',
    what: 'Rust on small numbers, under Miri',
    command: node('tests/miri.mjs'),
    count: rustTests,
    holds: [RUSTUP],
  },
  {
    name: 'apps',
    what: 'apps by Jest, Vitest, SES, older Vites, webpack and ncc, with the packed package',
    command: tests('apps/apps.test.mjs'),
    slots: 0.5,
    needs: [...INSTALLED, 'app tools'],
  },
  {
    name: 'node',
    what: `the package in Node ${process.versions.node}`,
    command: tests(...testsIn('node'), 'bad-input/bad-input.test.ts'),
    slots: 0.75,
    needs: ['build', 'consumer packages'],
    inputs: [...PACKAGE, ...READ_BY_NODE, ...SUPPORT, 'tests/node', 'tests/bad-input'],
    computes: true,
  },
  {
    name: 'emulation',
    what: 'the package, its kernels and the pool on ARM64, in samples under QEMU, and as on old processors',
    command: tests(...testsIn('emulation')),
    slots: 1.5, // a QEMU, and the others beside it
    needs: [...INSTALLED, 'build kernels'],
    leftOut: () => missing('qemu'),
  },
  {
    name: 'bench',
    what: 'the report agrees with its results, and every bench runs',
    command: tests(...testsIn('bench').filter((file) => file !== NATIVE_BENCH)),
    needs: [...INSTALLED, 'build kernels'],
    holds: [RUSTUP],
  },
  {
    name: 'native bench',
    what: 'the benches in Rust run',
    command: tests(NATIVE_BENCH),
    needs: ['build', 'cargo test'], // which compiles half of it
    holds: [CARGO],
  },
  {
    name: 'package',
    what: 'the packed package and its examples',
    command: tests('package/package.test.mjs'),
    slots: 0.5,
    needs: [...INSTALLED, 'app tools'],
  },
  {
    name: 'lanes',
    what: 'the kernels on portable vectors, and on those of ARM64 under QEMU',
    command: node('tests/lanes.mjs'),
    count: rustTests,
    needs: ['build', 'programs'],
    holds: [RUSTUP],
    leftOut: () => missing('qemu'),
  },
  {
    name: 'kernels',
    what: all ? 'every kernel in every engine' : `every kernel in Node ${process.versions.node}`,
    command: tests('kernels/kernels.test.mjs'),
    slots: all ? 0.25 : 1,
    needs: [...(all ? INSTALLED : ['build']), 'build kernels'],
    inputs: [...PACKAGE, ...OWN_KERNELS.map(moduleOf), ...SUPPORT, 'tests/kernels', 'tests/each-engine.mjs'],
    computes: true,
    env: all ? {} : { POWMOD_ENGINES: 'own' },
  },
  {
    name: 'pool',
    what: 'the pool in every engine, and while its workers are killed, its messages late and its tab frozen',
    command: tests('pool/pool.test.mjs'),
    slots: 0.25,
    needs: INSTALLED,
    computes: true,
  },
  {
    name: 'platforms',
    what: 'the package on every platform',
    command: tests('runtimes/runtimes.test.mjs'),
    slots: 0.25,
    needs: INSTALLED,
    computes: true,
  },
  {
    name: 'counts',
    what: 'the instructions of the secret path, as compilers of V8 and JavaScriptCore make them, under QEMU',
    command: tests('secret/counts.test.mjs'),
    needs: INSTALLED,
    leftOut: () => missing('qemu'),
  },
  {
    name: 'no std',
    what: 'the core on bare metal, and in a program for WebAssembly that takes its kernel by target features',
    command: tests('no-std/no-std.test.mjs'),
    slots: 0.5,
    needs: all ? INSTALLED : ['build'],
    readsTokens: true,
    inputs: [...CRATES, 'crate/build', 'workshop', 'tests/no-std', 'tests/support', 'tests/each-engine.mjs'],
    holds: [RUSTUP],
    env: all ? {} : { POWMOD_ENGINES: 'own' },
  },
  {
    name: 'documents',
    what:
      'the documents: built without warnings, no dead link, a search that finds, and code that runs in ' +
      'the specification',
    command: tests(...testsIn('docs').filter((file) => file !== GUIDES)),
    slots: 0.75,
    needs: [...INSTALLED, 'build page'],
    holds: [CARGO],
  },
  {
    name: 'guides',
    what: 'each guide, followed word for word',
    command: tests(GUIDES),
    slots: 0.75,
    needs: [...INSTALLED, 'fleet packages'],
  },
  {
    name: 'consumers',
    what: 'packages that use modular exponentiation, on powmod',
    command: tests(...testsIn('../workshop/consumers')),
    needs: INSTALLED,
  },
  {
    name: 'proofs',
    what: 'Gappa proves that the chains of multiply-adds are exact',
    command: tests('proofs/proofs.test.mjs'),
    needs: ['build', 'programs'],
    holds: [CARGO],
    leftOut: () => missing('gappa'),
  },
  {
    name: 'fleet',
    what: 'the example of a fleet beside Redis: workers that are killed, restarts, hostile jobs, a full memory',
    command: tests('fleet/fleet.test.mjs'),
    needs: ['build', 'programs', 'fleet packages'],
    leftOut: () => missing('redis'),
  },
  {
    name: 'python',
    what: "proofs agree with Python's, and Chia's proofs with Chia's library",
    command: tests(...testsIn('vectors')),
    slots: 0.75,
    needs: INSTALLED,
    computes: true,
    leftOut: missingHashing,
  },
  {
    name: 'cargo clippy',
    what: 'Rust without warnings',
    command: ['cargo', 'clippy', '--workspace', '--all-targets', '--locked', '--', '-D', 'warnings'],
    inputs: RUST,
    holds: [CARGO],
  },
  {
    name: 'clippy core',
    what: 'crate/core without features and without warnings',
    command: ['cargo', 'clippy', '-p', 'powmod', '--locked', '--', '-D', 'warnings'],
    inputs: CRATES,
    holds: [CARGO],
  },
  ...['complete', 'powers', 'prover', 'chia', 'methods'].map(clippyWasm),
  {
    name: 'secret',
    what: 'the secret path under valgrind',
    command: tests('secret/secret.test.ts'),
    needs: INSTALLED,
    leftOut: () => missing('valgrind'),
  },
  {
    name: 'oldest rust',
    what: 'the crates compile with the oldest Rust that they support',
    command: node('tests/oldest-rust.mjs'),
    holds: [RUSTUP],
  },
  {
    name: 'structure',
    what: 'imports without circles, the map of CONTRIBUTING.md, the examples in the documentation, the workflows',
    command: tests(...testsIn('structure')),
    inputs: EVERYTHING,
  },
  {
    name: 'evidence',
    what: 'what ages a hunt, and what runs again after a change: each change in a copy of the checkout',
    command: tests(...testsIn('evidence')),
    inputs: [
      ...[...RUST, ...PACKAGE, ...SUPPORT, 'package.json', 'bench/dudect', 'tests/suites.mjs'],
      ...['evidence', 'fuzz', 'kernels', 'structure/imports.mjs'].map((path) => `tests/${path}`),
    ].filter((path) => !path.endsWith('/dist')),
    readsTokens: true,
  },
  {
    name: 'fuzz js',
    what: 'arbitrary numbers in every form, and handles in any order, to the package',
    command: tests('fuzz/js/fuzz.test.ts'),
    inputs: [...PACKAGE, ...SUPPORT, 'tests/fuzz/js', 'tests/fuzz/operations.js', 'tests/evidence'],
    computes: true,
  },
  {
    name: 'digests',
    what: 'the digests of the kernels, and faults in their products that the self-test must notice',
    command: tests('kernels/digests.test.mjs', 'kernels/faults.test.mjs'),
    inputs: [...PACKAGE, 'tests/kernels', 'tests/support'],
  },
  {
    name: 'wasm-pack',
    what: "wasm-pack, which builds what is published, makes the package's bytes: a module of each set of flags",
    command: node(
      ...['--import', 'tsx', 'tests/kernels/reproduce.mjs'],
      ...['scalar-chia', 'simd128-prover', 'relaxed-chia', 'wide-chia'],
    ),
  },
  {
    name: 'types',
    what: 'the types of all TypeScript',
    command: bin(
      'typescript/bin/tsc',
      ...['--build', '--noEmit', 'crate/js', 'www', 'workshop'],
      ...TYPED.map((folder) => `tests/${folder}`),
    ),
    inputs: [
      ...[...PACKAGE, 'www/src', 'www/tsconfig.json', 'tests/package.json'],
      ...[...TYPED, 'fuzz/operations.js', 'support', 'structure', 'evidence'].map((folder) => `tests/${folder}`),
    ],
  },
  {
    name: 'without WebAssembly',
    what: 'the package by BigInt, in Node without WebAssembly',
    command: tests('without-webassembly/without-webassembly.test.ts'),
  },
  {
    name: 'crate',
    what: 'the packed crates compile',
    command: node('tests/packed-crates.mjs'),
  },
  {
    name: 'rust api',
    what: 'the README of the crates, and whether a change since the last release breaks their users',
    command: tests('rust-api.test.mjs'),
    holds: [CARGO, RUSTUP],
  },
  {
    name: 'blind rsa',
    what: 'the example of blind RSA signatures, by published vectors and beside node:crypto',
    command: tests('blind-rsa/blind-rsa.test.mjs'),
    computes: true,
  },
  {
    name: 'biome',
    what: 'TypeScript is formatted and linted',
    command: bin('@biomejs/biome/bin/biome', 'check', '.'),
    inputs: EVERYTHING,
  },
  {
    name: 'cargo fmt',
    what: 'Rust is formatted',
    command: ['cargo', 'fmt', '--all', '--check'],
    inputs: RUST,
  },
  {
    name: 'dependencies',
    what: 'the lock files follow the rules for dependencies',
    command: tests('dependencies/dependencies.test.mjs'),
  },
  {
    name: 'trace',
    what: 'the secret path in the kernels that ship, branch by branch and address by address',
    command: tests('secret/trace.test.mjs'),
    needs: INSTALLED,
  },
  {
    name: 'start',
    what: 'npm start',
    command: tests('start.test.mjs'),
    // It builds anew what they open.
    needs: [...INSTALLED, 'build kernels', 'documents', 'chromium', 'firefox', 'webkit'],
  },
];
