// The builds of crate/wasm that only tests and benches run; no package contains them.
// `node workshop/kernel-builds.mjs [NAME…]` makes them, or only the named ones.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampOf } from '../crate/build/fresh.mjs';
import { runJobs } from '../crate/build/jobs.mjs';
import { compiledFolder, kernelJobs } from '../crate/build/kernels.mjs';
import { root } from '../crate/build/run.mjs';
import { toolJobs } from '../crate/build/tools.mjs';
import { variants } from '../crate/wasm/variants.mjs';

/** Each kernel with the feature `bench`, and a `relaxed` that rounds twice. */
export const builds = [
  ...variants.flatMap(({ name, rustflags }) =>
    kernelJobs({ name: `${name}-bench`, kernel: name, rustflags, features: ['methods', 'bench'] }),
  ),
  unfusedJob(),
];

/**
 * @param {string[]} [names] all by default. `relaxed-unfused` is made from the package's `relaxed`, which must be
 *   there.
 */
export function buildTestKernels(names) {
  const isChosen = ({ name }) => names === undefined || names.includes(name.replace(/^(?:cargo|kernel) /, ''));
  return runJobs([...toolJobs(), ...builds.filter(isChosen)]);
}

/**
 * Makes a `relaxed` that rounds each multiply-add twice, as some engines do. All else is as in the package's module.
 */
function unfusedJob() {
  const wasm = `${compiledFolder('relaxed')}/powmod_bg.wasm`;
  const out = `${compiledFolder('relaxed-unfused')}/powmod_bg.wasm`;
  const stamp = () => stampOf('wasm-relaxed-unfused', { files: [wasm], outputs: [out] });
  return {
    name: 'kernel relaxed-unfused',
    title: 'rewriting the kernel relaxed so that it rounds twice',
    seconds: 5,
    isDone: () => stamp().isFresh(),
    async work() {
      const module = await roundingTwice(readFileSync(join(root, wasm)));
      mkdirSync(join(root, out, '..'), { recursive: true });
      writeFileSync(join(root, out), module);
      stamp().write();
    },
  };
}

/**
 * The features of WebAssembly in rustc's modules. With more, binaryen writes imports in a form that engines do not
 * know.
 */
const FEATURES = [
  'SIMD128',
  'RelaxedSIMD',
  'BulkMemory',
  'BulkMemoryOpt',
  'ReferenceTypes',
  'SignExt',
  'NontrappingFPToInt',
  'MutableGlobals',
  'Multivalue',
];

/** The bytes of a module that rounds each multiply-add twice, made of one that asks for relaxed SIMD. */
export function roundingTwice(wasm) {
  const twice =
    '(func $twice (param $x v128) (param $y v128) (param $z v128) (result v128)' +
    ' (f64x2.add (f64x2.mul (local.get $x) (local.get $y)) (local.get $z)))';
  return rewritten(wasm, (text) => text.replaceAll('(f64x2.relaxed_madd', '(call $twice'), twice);
}

/**
 * The bytes of a module after a change to its text, in which each instruction stands before its operands.
 *
 * @param {Uint8Array} wasm
 * @param {(text: string) => string} change
 * @param {string} added functions and globals, as text
 */
export async function rewritten(wasm, change, added) {
  const { readBinary, parseText, Features } = (await import('binaryen')).default;
  const parsed = readBinary(wasm);
  parsed.setFeatures(Features.All);
  const module = parseText(change(parsed.emitText()).replace(/\)\s*$/, `${added})`));
  module.setFeatures(FEATURES.reduce((all, name) => all | Features[name], 0));
  return module.emitBinary();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , ...named] = process.argv;
  await buildTestKernels(named.length ? named : undefined);
}
