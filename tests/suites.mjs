// The suites that `npm test` runs. crate/build/lanes.mjs starts them in this order, side by side: long ones come before
// short ones.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { missing } from '../workshop/programs/installed.mjs';
import { exitCode, nodeTests, rustTests } from './count.mjs';
import { missingHashing } from './vectors/install.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

const node = (...args) => [process.execPath, ...args];
const bin = (path, ...args) => node(`node_modules/${path}`, ...args);
const tests = (...files) =>
  node('--import', 'tsx', '--test', '--test-reporter=spec', ...files.map((file) => `tests/${file}`));
const testsIn = (folder) =>
  readdirSync(`${here}/${folder}`, { recursive: true })
    .filter((file) => /\.test\.(ts|mjs)$/.test(file))
    .map((file) => `${folder}/${file}`);

/** The steps that install all that any test of the package needs. They take seconds once they have run. */
const INSTALLED = ['build', 'programs', 'hashing', 'runtimes', 'consumer packages'];

/** The builds of kernels for tests that the machine's Node can run. */
const OWN_KERNELS = ['relaxed-bench', 'simd128-bench', 'scalar-bench', 'relaxed-unfused'];

/** cargo locks target/debug. */
const CARGO = 'target/debug';
/** Two that install toolchains may disturb each other. */
const RUSTUP = 'rustup';

/** What decides the bytes of the crates, and of the package. */
const CRATES = [
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
  'crate/kernel',
  'crate/core',
  'crate/chia',
  'crate/wasm',
  'crate/challenge',
];
const RUST = [...CRATES, 'rustfmt.toml', 'bench', 'tests/fuzz', 'tests/secret', 'tests/vectors'];
const PACKAGE = [...CRATES, 'crate/js', 'crate/build', 'crate/build.mjs', 'package-lock.json', 'workshop'];

const EVERYTHING = ['.'];

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} what
 * @property {string[]} command run from the repository's root
 * @property {(output: string, failed: boolean) => import('./count.mjs').Counts} count
 * @property {boolean} [setup] other suites need this step; it counts only when it fails
 * @property {string[]} needs the suites that must end before this one starts
 * @property {string[]} [inputs] only for a suite of the first set: the files and folders that decide its result. While
 *   they are the same, it does not run again
 * @property {string[]} [holds] what it shares with no other suite while it runs: a constant above
 * @property {number} [lanes] how many cores it keeps busy, 1 by default
 * @property {boolean} [computes] the suite computes in WebAssembly: `--checked` runs it on kernels that assert their bounds
 * @property {Record<string, string>} [env]
 * @property {() => string | undefined} [leftOut] why this machine cannot run the suite
 */

const clippyWasm = (name, what, ...features) => ({
  name,
  what,
  command: ['cargo', 'clippy', '-p', 'powmod-wasm', '--target', 'wasm32-unknown-unknown', '--locked']
    .concat(features)
    .concat(['--', '-D', 'warnings']),
  count: exitCode,
  needs: ['build'],
  inputs: CRATES,
  holds: [CARGO],
});

const page = (browser, title) => ({
  name: browser,
  what: `the page in ${title}`,
  command: tests('page/page.test.ts'),
  count: nodeTests,
  needs: ['build', 'programs', 'build page'],
  lanes: 0.5, // these tests wait about half of the time
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
export const suitesOf = ({ all }) => every(all).filter(({ setup, inputs }) => all || setup || inputs);

const every = (all) => [
  {
    name: 'build',
    what: 'installs npm packages, builds kernels and package',
    command: node('crate/build.mjs'),
    count: exitCode,
    needs: [],
    setup: true,
  },
  {
    name: 'programs',
    what: all ? 'installs browsers, QEMU, valgrind, Gappa, Redis and Python' : 'installs Chromium',
    command: node('workshop/programs/install.mjs', ...(all ? [] : ['chromium'])),
    count: exitCode,
    needs: [],
    setup: true,
  },
  {
    name: 'hashing',
    what: "installs Python's packages for keccak256 and for Chia's proofs",
    command: node('tests/vectors/install.mjs'),
    count: exitCode,
    needs: ['programs'],
    setup: true,
  },
  {
    name: 'runtimes',
    what: 'installs other Nodes, Bun, Deno and workerd, and Node and Bun for ARM64',
    command: node('workshop/engines/install.mjs'),
    count: exitCode,
    needs: ['programs'],
    setup: true,
  },
  {
    name: 'consumer packages',
    what: 'installs packages that use modular exponentiation',
    command: node('workshop/consumers/install.mjs'),
    count: exitCode,
    needs: [],
    setup: true,
  },
  {
    name: 'build kernels',
    what: 'builds the kernels for tests',
    command: node('workshop/kernel-builds.mjs', ...(all ? [] : OWN_KERNELS)),
    count: exitCode,
    needs: ['build'],
    setup: true,
  },
  {
    name: 'build page',
    what: 'builds the page',
    command: bin('vite/bin/vite.js', 'build', 'www'),
    count: exitCode,
    needs: ['build'],
    setup: true,
  },

  { ...page('chromium', 'Chromium'), inputs: [...PACKAGE, 'www', 'tests/page', 'tests/support', 'tests/vectors'] },
  page('firefox', 'Firefox'),
  page('webkit', 'WebKit'),

  {
    name: 'cargo fmt',
    what: 'Rust is formatted',
    command: ['cargo', 'fmt', '--all', '--check'],
    count: exitCode,
    needs: ['build'],
    inputs: RUST,
  },
  {
    name: 'cargo clippy',
    what: 'Rust without warnings',
    command: ['cargo', 'clippy', '--workspace', '--all-targets', '--locked', '--', '-D', 'warnings'],
    count: exitCode,
    needs: ['build'],
    inputs: RUST,
    holds: [CARGO],
  },
  clippyWasm('clippy wasm', 'crate/wasm without warnings, the module of powers'),
  clippyWasm(
    'clippy prover',
    'crate/wasm without warnings, the prover module',
    '--no-default-features',
    '--features=prover',
  ),
  clippyWasm(
    'clippy chia',
    'crate/wasm without warnings, the module for Chia',
    '--no-default-features',
    '--features=chia',
  ),
  clippyWasm(
    'clippy chia-prover',
    "crate/wasm without warnings, the module for Chia's proofs",
    '--no-default-features',
    '--features=chia-prover',
  ),
  clippyWasm(
    'clippy methods',
    'crate/wasm without warnings, the module of methods',
    '--no-default-features',
    '--features=methods',
  ),
  {
    name: 'cargo test',
    what: 'Rust, natively',
    command: [
      'cargo',
      'test',
      '--workspace',
      '--locked',
      '--no-fail-fast',
      ...(all ? ['--', '--include-ignored'] : []),
    ],
    count: rustTests,
    needs: ['build'],
    inputs: RUST,
    holds: [CARGO],
  },

  {
    name: 'bench',
    what: 'the report agrees with its results, and every bench runs',
    command: tests('bench/devices.test.mjs', 'bench/report.test.mjs', 'bench/dudect.test.mjs', 'bench/smoke.test.mjs'),
    count: nodeTests,
    needs: [...INSTALLED, 'build kernels', 'cargo test'], // cargo test compiles most of it
    holds: [CARGO],
  },

  {
    name: 'proofs',
    what: 'Gappa proves that the chains of multiply-adds are exact',
    command: tests('proofs/proofs.test.mjs'),
    count: nodeTests,
    needs: ['build', 'programs'],
    holds: [CARGO],
    leftOut: () => missing('gappa'),
  },
  {
    name: 'miri',
    what: 'Rust on small numbers, under Miri',
    command: node('tests/miri.mjs'),
    count: rustTests,
    needs: ['build'],
    holds: [RUSTUP],
  },
  {
    name: 'dependencies',
    what: 'the lock files follow the rules for dependencies',
    command: tests('dependencies/dependencies.test.mjs'),
    count: nodeTests,
    needs: ['build'],
  },

  {
    name: 'structure',
    what: 'imports without circles, the map of CONTRIBUTING.md, the examples in the documentation, the workflows',
    command: tests(...testsIn('structure')),
    count: nodeTests,
    needs: ['build'],
    inputs: EVERYTHING,
  },

  {
    name: 'crate',
    what: 'the packed crates compile',
    command: node('tests/packed-crates.mjs'),
    count: exitCode,
    needs: ['build'],
  },
  {
    name: 'oldest rust',
    what: 'the crates compile with the oldest Rust that they support',
    command: node('tests/oldest-rust.mjs'),
    count: exitCode,
    needs: ['build'],
    holds: [CARGO, RUSTUP],
  },
  {
    name: 'rust api',
    what: 'the README of the crates, and whether a change since the last release breaks their users',
    command: tests('rust-api.test.mjs'),
    count: nodeTests,
    needs: ['build'],
    holds: [CARGO, RUSTUP],
  },
  {
    name: 'documents',
    what: 'the documents: built without warnings, no dead link, a search that finds, and code that runs in guides and specification',
    command: tests(...testsIn('docs')),
    count: nodeTests,
    needs: [...INSTALLED, 'build page'],
    holds: [CARGO],
  },

  {
    name: 'biome',
    what: 'TypeScript is formatted and linted',
    command: bin('@biomejs/biome/bin/biome', 'check', '.'),
    count: exitCode,
    needs: ['build'],
    inputs: EVERYTHING,
  },
  {
    name: 'types',
    what: 'the types of all TypeScript',
    command: bin(
      'typescript/bin/tsc',
      ...['--build', '--noEmit', 'crate/js', 'www', 'workshop'],
      ...['node', 'without-webassembly', 'page', 'bad-input', 'fuzz/js', 'secret', 'vectors'].map(
        (folder) => `tests/${folder}`,
      ),
    ),
    count: exitCode,
    needs: ['build'],
    inputs: [...PACKAGE, 'www', 'tests'],
  },

  {
    name: 'node',
    what: `the package in Node ${process.versions.node}`,
    command: tests(...testsIn('node'), 'bad-input/bad-input.test.ts'),
    count: nodeTests,
    needs: ['build'],
    inputs: [...PACKAGE, 'tests'],
    computes: true,
  },

  {
    name: 'without WebAssembly',
    what: 'the package by BigInt, in Node without WebAssembly',
    command: tests('without-webassembly/without-webassembly.test.ts'),
    count: nodeTests,
    needs: ['build'],
  },

  {
    name: 'consumers',
    what: 'packages that use modular exponentiation, on powmod',
    command: tests(...testsIn('consumers')),
    count: nodeTests,
    needs: INSTALLED,
  },

  {
    name: 'fuzz js',
    what: 'arbitrary arguments to the package',
    command: tests('fuzz/js/fuzz.test.ts'),
    count: nodeTests,
    needs: ['build'],
    inputs: [...PACKAGE, 'tests'],
    computes: true,
  },

  {
    name: 'kernels',
    what: all ? 'every kernel in every engine' : `every kernel in Node ${process.versions.node}`,
    command: tests('kernels/kernels.test.mjs'),
    count: nodeTests,
    needs: [...(all ? INSTALLED : ['build']), 'build kernels'],
    inputs: [...PACKAGE, 'tests/kernels', 'tests/vectors', 'tests/each-engine.mjs'],
    computes: true,
    env: all ? {} : { POWMOD_ENGINES: 'own' },
  },

  {
    name: 'python',
    what: "proofs and powers agree with Python, and Chia's proofs with Chia's library",
    command: tests(...testsIn('vectors')),
    count: nodeTests,
    needs: INSTALLED,
    computes: true,
    leftOut: missingHashing,
  },

  {
    name: 'pool',
    what: 'the pool in every engine',
    command: tests('pool/pool.test.mjs'),
    count: nodeTests,
    needs: INSTALLED,
    computes: true,
  },

  {
    name: 'soak',
    what: 'the pool while its workers are killed, its messages late, its memory short and its tab frozen',
    command: tests('soak/soak.test.mjs'),
    count: nodeTests,
    needs: INSTALLED,
    lanes: 2,
  },

  {
    name: 'digests',
    what: 'the digests of the kernels',
    command: tests('kernels/digests.test.mjs'),
    count: nodeTests,
    needs: ['build'],
    inputs: [...PACKAGE, 'tests/kernels'],
  },

  {
    name: 'platforms',
    what: 'the package on every platform',
    command: tests('runtimes/runtimes.test.mjs'),
    count: nodeTests,
    needs: INSTALLED,
    computes: true,
  },

  {
    name: 'emulation',
    what: 'the package, its kernels and the pool on ARM64 and on old processors, under QEMU',
    command: tests('emulation/emulation.test.mjs'),
    count: nodeTests,
    needs: [...INSTALLED, 'build kernels'],
    lanes: 2,
    leftOut: () => missing('qemu'),
  },

  {
    name: 'faults',
    what: 'whether engines still have the faults of tests/engines',
    command: tests(...testsIn('engines')),
    count: nodeTests,
    needs: INSTALLED,
    leftOut: () => missing('webkit'),
  },

  {
    name: 'blind rsa',
    what: 'blind RSA signatures in every engine',
    command: tests('blind-rsa/blind-rsa.test.mjs'),
    count: nodeTests,
    needs: INSTALLED,
    computes: true,
  },

  {
    name: 'package',
    what: 'the packed package and its examples',
    command: tests('package/package.test.mjs', 'package/examples.test.mjs'),
    count: nodeTests,
    needs: INSTALLED,
  },

  {
    name: 'fleet',
    what: 'the example of a fleet: processes that share a queue, and are killed',
    command: tests('fleet/fleet.test.mjs'),
    count: nodeTests,
    needs: INSTALLED,
    leftOut: () => missing('redis'),
  },

  {
    name: 'secret',
    what: 'the secret path under valgrind',
    command: tests('secret/secret.test.ts'),
    count: nodeTests,
    needs: INSTALLED,
    leftOut: () => missing('valgrind'),
  },

  {
    name: 'trace',
    what: 'the secret path in the kernels that ship, branch by branch and address by address',
    command: tests('secret/trace.test.mjs'),
    count: nodeTests,
    needs: INSTALLED,
  },
  {
    name: 'counts',
    what: 'the instructions of the secret path, as compilers of V8 and JavaScriptCore make them, under QEMU',
    command: tests('secret/counts.test.mjs'),
    count: nodeTests,
    needs: INSTALLED,
    leftOut: () => missing('qemu'),
  },
  {
    name: 'start',
    what: 'npm start',
    command: tests('start.test.mjs'),
    count: nodeTests,
    needs: [...INSTALLED, 'build kernels', 'documents', 'chromium', 'firefox', 'webkit'], // it builds anew what they open
  },
];
