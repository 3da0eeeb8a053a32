// The circumstances of a measurement: the machine, the commit, and the versions of languages and peers.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, totalmem, type } from 'node:os';
import { relative } from 'node:path';
import { root, run } from '../crate/build/run.mjs';
import { PYTHON, pythonEnvironment } from '../workshop/programs/python.mjs';
import { CHARTS, DOCUMENTS, RESULTS } from './report.mjs';

/** The peers among the packages of bench/package.json. */
const PACKAGES = ['gmp-wasm', 'sjcl', 'jsbn', 'bn.js', 'big-integer', 'bigint-mod-arith'];
const CRATES = ['num-bigint', 'crypto-bigint', 'malachite-nz', 'dashu-int', 'rug', 'gmp-mpfr-sys'];

export function machine() {
  const processors = cpus();
  return {
    processor: [processors[0]?.model.trim() ?? process.arch, ...generation()].join(', '),
    cores: processors.length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    os: distribution() ?? type(),
  };
}

/** Hosts in a cloud hide the rest of the processor's name, and the next generation may be twice as fast. */
function generation() {
  const file = '/proc/cpuinfo';
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [...text.split('\n\n')[0].matchAll(/^(?:cpu )?(family|model)\s*: (\d+)$/gm)].map(
    ([, what, n]) => `${what} ${n}`,
  );
}

function distribution() {
  const file = '/etc/os-release';
  return existsSync(file) ? /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
}

/**
 * The last commit, with `-dirty` if files have changes. Files that benches and hunts write do not count, neither
 * changed nor committed.
 */
export async function commit() {
  const own = [RESULTS, CHARTS, ...DOCUMENTS].map((path) => `:!${relative(root, path)}`).concat(':!tests/fuzz/LOG.md');
  const measured = ['--', '.', ...own];
  const changes = await run('git', ['status', '--porcelain', ...measured]);
  const last = await run('git', ['log', '-1', '--format=%h', '--abbrev=12', ...measured]);
  return last.trim() + (changes.trim() ? '-dirty' : '');
}

/** @returns {Promise<Record<string, string>>} without the programs that are not installed */
export async function versions() {
  const require = createRequire(import.meta.url);
  const installed = (name) => [name, readJson(require.resolve(`${name}/package.json`)).version];
  const [rust, python, pypy, gmpy2, chiavdf] = await Promise.all([
    ask('rustc', ['--version'], /^rustc (\S+)/),
    ask(PYTHON, ['--version'], /^Python (\S+)/),
    ask('pypy3', ['--version'], /PyPy (\S+)/),
    ask(PYTHON, ['-c', 'import gmpy2; print(gmpy2.version(), gmpy2.mp_version())'], /^(.*)/),
    ask(PYTHON, ['-c', "from importlib.metadata import version; print(version('chiavdf'))"], /^(.*)/),
  ]);
  return Object.fromEntries(
    [
      ['node', process.versions.node],
      ['rust', rust],
      ['CPython', python],
      ['PyPy', pypy],
      ['gmpy2', gmpy2],
      ['chiavdf', chiavdf],
      ...PACKAGES.map(installed),
      ...lockedCrates(),
    ].filter(([, version]) => version),
  );
}

async function ask(program, args, pattern) {
  const output = await run(program, args, { env: pythonEnvironment }).catch(() => '');
  return pattern.exec(output.trim())?.[1];
}

/** The newest locked version of each crate. A dependency of ours may bring an older one. */
function lockedCrates() {
  const lock = readFileSync(new URL('../Cargo.lock', import.meta.url), 'utf8');
  const newest = (name) => [...lock.matchAll(new RegExp(`^name = "${name}"\nversion = "(.*)"$`, 'gm'))].at(-1)?.[1];
  return CRATES.map((name) => [name, newest(name)]);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
