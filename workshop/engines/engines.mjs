// The list of engines that tests and benches run in: how to start each, and the features that decide its kernels.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isChecked } from '../../crate/build/checked.mjs';
import { kernelsWith } from '../kernels.js';
import { missing as missingBrowser } from '../programs/installed.mjs';
import { openBrowser } from './browser.mjs';
import { openRuntime } from './runtime.mjs';
import { openWorkerd } from './workerd.mjs';

/** Only signals do it, in functions that call others, as checks do: tests/engines/README.md. */
const CHECKS_WRONGLY = 'the baseline compiler of WebKit 2.50 loses variables, and checks that hold then fail';

/** The features, with the kernels that need no more. @param {string[]} features */
export const having = (...features) => ({ features, kernels: kernelsWith(features) });

const PLAIN = ['webAssembly', 'simd'];
const FUSED = processorFuses() ? [...PLAIN, 'fusedMultiplyAdd'] : PLAIN;
const WIDE = [...FUSED, 'wideArithmetic'];

const [ownMajor] = process.versions.node.split('.').map(Number);

const node = (major) => ({
  name: `Node ${major}`,
  ...having(...(major === 20 ? PLAIN : FUSED)), // in Node 20 relaxed SIMD is behind a flag
  missing: () => missingProgram(nodeProgram(major)),
  open: () => openRuntime('Node', nodeProgram(major)),
});

const bunPlatform = `${process.platform}-${process.arch}`.replace('win32', 'windows').replace('arm64', 'aarch64');
export const bunProgram = installed(`@oven/bun-${bunPlatform}/bin/bun`);
const bun = {
  name: 'Bun',
  ...having(...PLAIN),
  isUnfused: process.arch === 'x64',
  missing: () => missingProgram(bunProgram),
  open: () => openRuntime('Bun', bunProgram),
};

export const denoProgram = installed(`@deno/${process.platform}-${process.arch}-glibc/deno`);
/**
 * The least that a user has to pass: permission to read files. The code cache is off: Deno 2.9 tells CommonJS files of
 * 16 kB and more apart by path and length alone, and so runs what another build had at the same place.
 */
export const DENO_OPTIONS = ['run', '--allow-read', '--no-lock', '--no-code-cache'];
const deno = {
  name: 'Deno',
  ...having(...FUSED),
  missing: () => missingProgram(denoProgram),
  open: () => openRuntime('Deno', denoProgram, DENO_OPTIONS),
};

const browser = (file, name, features, flags = [], policy = undefined) => ({
  name,
  ...having(...features),
  missing: () => missingBrowser(file),
  open: () => openBrowser(file, flags, policy),
});

/** @type {import('./engine.ts').Engine[]} */
export const engines = [
  node(ownMajor),
  ...[22, 24, 26].filter((major) => major !== ownMajor).map(node),
  bun,
  deno,
  browser('chromium', 'Chromium', FUSED),
  {
    ...browser('chromium', 'Chromium with wide arithmetic', WIDE, ['--enable-experimental-webassembly-features']),
    known: [...kernelsWith(FUSED), 'bigint'],
  },
  browser('firefox', 'Firefox', WIDE, ['javascript.options.wasm_wide_arithmetic']), // on in later versions
  { ...browser('webkit', 'WebKit', PLAIN), losesVariables: true, ...(isChecked && { missing: () => CHECKS_WRONGLY }) },
];

/** The machine's own Node, with relaxed SIMD where it is behind a flag. */
export const ownNode = {
  name: `Node ${process.versions.node}`,
  ...having(...FUSED),
  missing: () => undefined,
  open: () => openRuntime('Node', process.execPath, ownMajor === 20 ? ['--experimental-wasm-relaxed-simd'] : []),
};

export const workerdProgram = installed(
  `@cloudflare/workerd-${process.platform}-${process.arch.replace('x64', '64')}/bin/workerd`,
);

/** The policy of a page that allows its scripts, but no WebAssembly. */
const NO_WASM = "script-src 'self' 'unsafe-inline'";

/**
 * Every platform that the package supports: the engines, workerd, which compiles no WebAssembly at run time and accepts
 * only modules that its bundle contains, and those where no WebAssembly runs at all.
 *
 * @type {import('./engine.ts').Engine[]}
 */
export const platforms = [
  ...engines,
  {
    name: 'workerd',
    ...having(...FUSED),
    missing: () => missingProgram(workerdProgram),
    open: () => openWorkerd(workerdProgram),
  },
  {
    name: 'Node without WebAssembly',
    ...having(),
    missing: () => undefined,
    open: () => openRuntime('Node', process.execPath, ['--jitless', '--no-expose-wasm']),
  },
  ...Object.entries({ chromium: 'Chromium', firefox: 'Firefox' }).map(([file, name]) =>
    browser(file, `${name} under a policy without wasm-unsafe-eval`, [], [], NO_WASM),
  ),
];

/** The machine's own Node if its major version is `major`, else the one that package.json in this folder pins. */
export function nodeProgram(major) {
  return major === ownMajor ? process.execPath : installed(`node${major}/bin/node`);
}

function installed(path) {
  return fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
}

/** Why a program cannot be run; undefined when it can. */
export function missingProgram(path) {
  return existsSync(path) ? undefined : `npm has not installed ${path}: the registry has it for some platforms only`;
}

/** On processors without a fused multiply-add, engines round twice. */
function processorFuses() {
  if (process.arch !== 'x64' || process.platform !== 'linux') return true;
  return / fma /.test(readFileSync('/proc/cpuinfo', 'utf8'));
}
