// Every engine that tests and benches run in: a line each.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isChecked } from '../../crate/build/checked.mjs';
import { missing as missingBrowser } from '../browsers/installed.mjs';
import { openBrowser } from './browser.mjs';
import { openRuntime } from './runtime.mjs';
import { openWorkerd } from './workerd.mjs';

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {string[]} kernels those that it must run, whatever its version
 * @property {boolean} [isUnfused] accepts relaxed SIMD, and rounds a multiply-add twice
 * @property {() => string | undefined} missing why this machine has it not
 * @property {() => Promise<OpenEngine>} open
 *
 * @typedef {object} OpenEngine
 * @property {string} version
 * @property {(module: string, argument?: unknown) => Promise<any>} call what the module's default export answers, both
 *   as JSON; the module's path is below the repository's root
 * @property {() => Promise<void>} close
 */

/** Now and then, on both kernels, and never without that compiler; no run of what ships has met the fault. */
const CHECKS_WRONGLY = 'the baseline compiler of WebKit 2.50 gets checks of bounds wrong';

const plain = ['simd128', 'scalar'];
const fused = processorFuses() ? ['relaxed', ...plain] : plain;

const [ownMajor] = process.versions.node.split('.').map(Number);

const node = (major) => ({
  name: `Node ${major}`,
  kernels: major === 20 ? plain : fused, // in Node 20 relaxed SIMD is behind a flag
  missing: () => missingProgram(nodeProgram(major)),
  open: () => openRuntime('Node', nodeProgram(major)),
});

const bunPlatform = `${process.platform}-${process.arch}`.replace('win32', 'windows').replace('arm64', 'aarch64');
export const bunProgram = installed(`@oven/bun-${bunPlatform}/bin/bun`);
const bun = {
  name: 'Bun',
  kernels: plain,
  isUnfused: process.arch === 'x64',
  missing: () => missingProgram(bunProgram),
  open: () => openRuntime('Bun', bunProgram),
};

export const denoProgram = installed(`@deno/${process.platform}-${process.arch}-glibc/deno`);
/** As little as a user would have to say: files may be read. */
export const DENO_OPTIONS = ['run', '--allow-read', '--no-lock'];
const deno = {
  name: 'Deno',
  kernels: fused,
  missing: () => missingProgram(denoProgram),
  open: () => openRuntime('Deno', denoProgram, DENO_OPTIONS),
};

const browser = (file, name, kernels, flags = []) => ({
  name,
  kernels,
  missing: () => missingBrowser(file),
  open: () => openBrowser(file, flags),
});

/** @type {Engine[]} */
export const engines = [
  node(ownMajor),
  ...[22, 24, 26].filter((major) => major !== ownMajor).map(node),
  bun,
  deno,
  browser('chromium', 'Chromium', fused),
  browser(
    'chromium',
    'Chromium with wide arithmetic',
    ['wide', ...fused],
    ['--enable-experimental-webassembly-features'],
  ),
  browser('firefox', 'Firefox', fused),
  { ...browser('webkit', 'WebKit', plain), ...(isChecked && { missing: () => CHECKS_WRONGLY }) },
];

export const workerdProgram = installed(
  `@cloudflare/workerd-${process.platform}-${process.arch.replace('x64', '64')}/bin/workerd`,
);

/** Wherever the package runs: workerd too, which takes no WebAssembly but what its bundle contains. @type {Engine[]} */
export const platforms = [
  ...engines,
  {
    name: 'workerd',
    kernels: fused,
    missing: () => missingProgram(workerdProgram),
    open: () => openWorkerd(workerdProgram),
  },
];

/** The machine's own Node if it is of this version, else the one that package.json beside this file pins. */
export function nodeProgram(major) {
  return major === ownMajor ? process.execPath : installed(`node${major}/bin/node`);
}

function installed(path) {
  return fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
}

/** Why a program cannot be run. */
export function missingProgram(path) {
  return existsSync(path) ? undefined : `npm has not installed ${path}: it has that for some platforms only`;
}

/** Where a fused multiply-add is not in the processor, engines round twice. */
function processorFuses() {
  if (process.arch !== 'x64' || process.platform !== 'linux') return true;
  return / fma /.test(readFileSync('/proc/cpuinfo', 'utf8'));
}
