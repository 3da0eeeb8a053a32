// What was measured, and on what: the machine, the commit, the versions of languages and of peers.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, totalmem, type } from 'node:os';
import { run } from '../crate/build/run.mjs';
import { PYTHON, pythonEnvironment } from '../workshop/programs/python.mjs';

/** Peers that npm installs, as bench/package.json names them. */
const PACKAGES = ['gmp-wasm', 'sjcl', 'jsbn', 'bn.js', 'big-integer', 'bigint-mod-arith'];
const CRATES = ['num-bigint', 'crypto-bigint', 'rug', 'gmp-mpfr-sys'];

export function machine() {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? process.arch,
    cores: processors.length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    os: distribution() ?? type(),
  };
}

function distribution() {
  const file = '/etc/os-release';
  return existsSync(file) ? /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
}

/** That of the tree; `-dirty` where it has changes, but for what the benches themselves write. */
export async function commit() {
  const own = ['bench/results.json', 'bench/REPORT.md', 'bench/charts', 'README.md'];
  const changes = await run('git', ['status', '--porcelain', '--', '.', ...own.map((path) => `:!${path}`)]);
  return (await run('git', ['rev-parse', '--short=12', 'HEAD'])).trim() + (changes.trim() ? '-dirty' : '');
}

/** @returns {Promise<Record<string, string>>} what is not there is left out */
export async function versions() {
  const require = createRequire(import.meta.url);
  const installed = (name) => [name, readJson(require.resolve(`${name}/package.json`)).version];
  const [rust, python, gmpy2] = await Promise.all([
    ask('rustc', ['--version'], /^rustc (\S+)/),
    ask(PYTHON, ['--version'], /^Python (\S+)/),
    ask(PYTHON, ['-c', 'import gmpy2; print(gmpy2.version(), gmpy2.mp_version())'], /^(.*)/),
  ]);
  return Object.fromEntries(
    [
      ['node', process.versions.node],
      ['rust', rust],
      ['CPython', python],
      ['gmpy2', gmpy2],
      ...PACKAGES.map(installed),
      ...lockedCrates(),
    ].filter(([, version]) => version),
  );
}

async function ask(program, args, pattern) {
  const output = await run(program, args, { env: pythonEnvironment }).catch(() => '');
  return pattern.exec(output.trim())?.[1];
}

function lockedCrates() {
  const lock = readFileSync(new URL('../Cargo.lock', import.meta.url), 'utf8');
  return CRATES.map((name) => [name, new RegExp(`^name = "${name}"\nversion = "(.*)"$`, 'm').exec(lock)?.[1]]);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
