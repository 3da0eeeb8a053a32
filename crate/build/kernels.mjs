// Compiles crate/wasm once for each kernel, and writes the kernel files of the package.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS, variants, variantsOf } from '../wasm/variants.mjs';
import { borderFiles, vdfFiles } from './border.mjs';
import { isChecked } from './checked.mjs';
import { SOURCES as COMPRESSION, compress, inBase64, watJobs } from './compress.mjs';
import { stampOf } from './fresh.mjs';
import { runJobs } from './jobs.mjs';
import { BuildError, root, run } from './run.mjs';
import { shrink } from './shrink.mjs';
import { cargoHome, toolEnvironment, toolJobs } from './tools.mjs';

/** The files that decide the bytes of everything compiled here. */
const SOURCES = [
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
  'crate/build/kernels.mjs',
  'crate/build/shrink.mjs',
];

/** The files that decide the bytes of a build: a change to one module's own code leaves the others fresh. */
function sourcesOf({ crate = 'crate/wasm', features = [] }) {
  const has = (...wanted) => features.some((feature) => wanted.includes(feature));
  const crates = crate === 'crate/wasm' ? ['crate/kernel', 'crate/core'] : [crate];
  if (has('complete', 'prover', 'bench')) crates.push('crate/vdf');
  if (has('chia', 'bench')) crates.push('crate/chia');
  const border = ['Cargo.toml', 'src/lib.rs', 'src/host.rs', 'src/shared', ...features.map(fileOfFeature)];
  return [
    ...SOURCES,
    ...crates.flatMap((folder) => ['Cargo.toml', 'src'].map((path) => `${folder}/${path}`)),
    ...(crate === 'crate/wasm' ? ['crate/kernel/build.rs', ...border.map((path) => `${crate}/${path}`)] : []),
  ];
}

const fileOfFeature = (feature) => `src/${{ bench: 'bench.rs', complete: 'powers' }[feature] ?? feature}`;

/** Without these flags the wasm would contain the paths of the checkout and of cargo's downloads. */
const REPRODUCIBLE = [`--remap-path-prefix=${root}=/powmod`, `--remap-path-prefix=${cargoHome}=/cargo`];

/** Compact hash code. Unrolled rounds would add a tenth to a page's download and save microseconds per proof. */
const SMALL_HASHES = ['--cfg=sha2_backend="soft"', '--cfg=sha2_backend_soft="compact"'];

const CHECKS = { CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS: 'true', CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS: 'true' };

/** The folder where {@link kernelJob} leaves powmod_bg.wasm and powmod.js, relative to the root of the repository. */
export const compiledFolder = (name) => `target/wasm/${name}/package`;

/**
 * The wasm modules: those of each part for each kernel that has it. A page that only verifies never loads the others.
 *
 * @type {Build[]}
 */
export const modules = Object.entries(PARTS).flatMap(([part, feature]) =>
  variantsOf(part).map(({ name, rustflags }) => ({
    name: `${name}${part}`,
    kernel: name,
    rustflags,
    features: [feature],
  })),
);

/** Where the modules lie that no user installs. */
const METHODS = 'workshop/methods/dist';

const folderOf = ({ features: [feature] }) => (feature === 'methods' ? METHODS : 'crate/js/dist/kernels');

/**
 * The modules that users install as .wasm files too. What reads files takes the complete module for powers: only
 * downloads must be short.
 */
export const packaged = modules.filter(({ features: [feature] }) => !['powers', 'methods'].includes(feature));

/**
 * The hashes of a challenge in plain WebAssembly. The script of `powmod/verify` contains this module. With the flags of
 * `scalar` cargo compiles its dependencies once for both.
 */
const challenge = { ...modules[0], name: 'challenge', crate: 'crate/challenge', features: [] };

/** The modules of these names, or all without a name. */
export function modulesOf(names) {
  const unknown = names.find((wanted) => !modules.some(({ name }) => name === wanted));
  if (unknown)
    throw new BuildError(`There is no module ${unknown}. The modules: ${modules.map(({ name }) => name).join(', ')}.`);
  return names.length ? modules.filter(({ name }) => names.includes(name)) : modules;
}

/**
 * Compiles those of the modules that are not up to date. The verifiers come first: provers share their folders, which
 * cargo locks.
 */
export async function compileKernels(chosen) {
  const isThere = ({ name }) => existsSync(join(root, compiledFolder(name), 'powmod.deflate'));
  const missing = modules.filter((module) => !chosen.includes(module) && !isThere(module)).map(({ name }) => name);
  if (missing.length > 0)
    throw new BuildError(`Modules that were never built: ${missing.join(', ')}. npm run build makes all of them.`);
  await runJobs([...toolJobs(), ...watJobs, ...[...chosen, challenge].map(kernelJob)]);
  await runJobs(chosen.map(compressJob));
}

/** Writes dist/kernels/NAME.wasm and NAME.js of these modules, and dist/glue.js. */
export async function writeKernels(chosen) {
  const folder = 'crate/js/dist/kernels';
  const kept = new Set([
    `${folder}/SHA256SUMS`,
    ...modules.flatMap((module) => [typesOf(module), ...writeKernel(module)]),
  ]);
  for (const file of readdirSync(join(root, folder)))
    if (!kept.has(`${folder}/${file}`)) rmSync(join(root, folder, file));
  await writeGlue(chosen);
  writeIfChanged('crate/js/src/bigint/challenge.generated.ts', challengeScript());
}

/** Writes the TypeScript side of the border, the lists of modules that the loader imports, and the modules' types. */
export function writeBorder() {
  writeAll('crate/js/src/border', borderFiles());
  writeAll('crate/js/src/vdf', vdfFiles(), 'rsa-2048');
  const lists = {
    names: namesOfKernels(),
    verifiers: variantList(''),
    powers: variantList('-powers', variants),
    provers: proverList(),
    chia: variantList('-chia'),
  };
  const files = Object.entries(lists).map(([name, text]) => [`${name}.generated.ts`, text]);
  writeAll('crate/js/src/kernels', new Map(files), 'digests', 'join');
  writeIfChanged(
    'workshop/methods/kernels.generated.ts',
    variantList('-methods', variantsOf('-methods'), './dist', '../../crate/js/src/kernels/kernel.js'),
  );
  for (const module of modules) writeIfChanged(typesOf(module), 'declare const wasm: string;\nexport default wasm;\n');
}

const typesOf = (module) => `${folderOf(module)}/${module.name}.d.ts`;

/** Writes a folder's generated files, and removes those that an earlier build made beside them, except `others`. */
function writeAll(folder, files, ...others) {
  const kept = new Set([...files.keys(), ...others.map((name) => `${name}.generated.ts`)]);
  for (const [name, text] of files) writeIfChanged(`${folder}/${name}`, text);
  for (const name of readdirSync(join(root, folder)))
    if (name.endsWith('.generated.ts') && !kept.has(name)) rmSync(join(root, folder, name));
}

/**
 * The job that compiles crate/wasm for one kernel.
 *
 * @typedef {object} Build
 * @property {string} name of the output folder in target/wasm
 * @property {string} kernel
 * @property {string[]} rustflags
 * @property {string} [crate] crate/wasm by default
 * @property {string[]} [features] of crate/wasm
 *
 * @param {Build} build
 * @returns {import('./jobs.mjs').BuildJob}
 */
export function kernelJob(build) {
  const { name, ...values } = build;
  const out = compiledFolder(name);
  const stamp = stampOf(`wasm-${name}`, {
    files: sourcesOf(build),
    values: { ...values, binaryen: versionOf('binaryen'), checked: isChecked },
    outputs: [`${out}/powmod_bg.wasm`, `${out}/powmod.js`],
  });
  return {
    name: `kernel ${name}`,
    title: `compiling the kernel ${name}`,
    seconds: 15,
    needs: toolJobs().map(({ name }) => name),
    holds: [cargoFolder(build)],
    isDone: stamp.isFresh,
    async work() {
      await runWasmPack(build);
      stamp.write();
    },
  };
}

/** The job that compresses a compiled module. */
function compressJob({ name }) {
  const [wasm, out] = ['powmod_bg.wasm', 'powmod.deflate'].map((file) => `${compiledFolder(name)}/${file}`);
  const values = { zopfli: versionOf('@gfx/zopfli') };
  const stamp = stampOf(`deflate-${name}`, { files: [wasm, ...COMPRESSION], values, outputs: [out] });
  return {
    name: `deflate ${name}`,
    title: `compressing the kernel ${name}`,
    seconds: 4,
    isDone: stamp.isFresh,
    async work() {
      await compress(join(root, wasm), join(root, out));
      stamp.write();
    },
  };
}

/** The version of a tool that writes the final bytes. npm may not have installed it yet. */
function versionOf(name) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`].version;
}

/** Everything that rustc must know to make the kernel. */
const flagsOf = ({ kernel, rustflags }) => [
  `--cfg=powmod_kernel="${kernel}"`,
  ...rustflags,
  ...SMALL_HASHES,
  ...REPRODUCIBLE,
];

/** cargo's folder. Builds with the same flags share their dependencies in it. */
function cargoFolder(build) {
  const digest = createHash('sha256').update(flagsOf(build).join(' ')).digest('hex').slice(0, 8);
  return join(root, 'target/wasm/cargo', digest + (isChecked ? '-checked' : ''));
}

async function runWasmPack(build) {
  const { name, crate = 'crate/wasm', features } = build;
  await run(
    'wasm-pack',
    ['build', crate, '--target', 'no-modules', '--mode', 'no-install', '--release', '--no-pack', '--no-typescript']
      .concat(['--out-dir', join(root, compiledFolder(name)), '--out-name', 'powmod'])
      .concat([
        '--',
        '--locked',
        ...(crate === 'crate/wasm' ? ['--no-default-features', `--features=${features}`] : []),
      ]),
    {
      env: {
        ...toolEnvironment,
        ...(isChecked && CHECKS),
        CARGO_TARGET_DIR: cargoFolder(build),
        CARGO_ENCODED_RUSTFLAGS: flagsOf(build).join('\x1f'),
      },
    },
  );
  await shrink(join(root, compiledFolder(name), 'powmod_bg.wasm'), toolEnvironment);
}

/**
 * Writes a module as a script that contains it as deflated streams in base64, and as a .wasm file if users install that
 * too. Gives the paths.
 */
function writeKernel(module) {
  const { name } = module;
  const text = readFileSync(join(root, compiledFolder(name), 'powmod.deflate')).toString('base64');
  const file = `${folderOf(module)}/${name}`;
  writeIfChanged(`${file}.js`, `// ${name}.wasm: streams, deflated (raw), in base64.\nexport default '${text}';\n`);
  if (!packaged.includes(module)) return [`${file}.js`];
  writeIfChanged(`${file}.wasm`, compiled(name));
  return [`${file}.js`, `${file}.wasm`];
}

function compiled(name) {
  return readFileSync(join(root, compiledFolder(name), 'powmod_bg.wasm'));
}

const challengeScript = () => inBase64('challengeModule', compiled(challenge.name), 'crate/challenge');

/**
 * Writes the glue between JavaScript and wasm, which wasm-bindgen generates. It keeps its instance in global variables;
 * wrapped in a function, each call gets its own, so that instances share nothing. All kernels export the same
 * functions, so one glue serves all. The glue of the other parts would lack some lines, since they import less.
 */
async function writeGlue(chosen) {
  const glueOf = ({ name }) => readFileSync(join(root, compiledFolder(name), 'powmod.js'), 'utf8');
  const [verifier] = modules;
  const first = glueOf(verifier);
  const lines = new Set(first.split('\n'));
  const fits = (build) => {
    const glue = glueOf(build);
    return build.features[0] === 'complete' ? glue === first : glue.split('\n').every((line) => lines.has(line));
  };
  const odd = chosen.find((build) => !fits(build));
  if (odd)
    throw new BuildError(
      `The glue of ${odd.name} differs from that of ${verifier.name}, but the package ships only one.`,
    );

  const wrapped = `// Generated by crate/build/kernels.mjs from wasm-bindgen's output.
export function instantiate(module) {
${await startOnly(first)}
  return start(module);
}
`;
  writeIfChanged('crate/js/dist/glue.js', wrapped);
  writeIfChanged(
    'crate/js/dist/glue.d.ts',
    `/** A new instance of a module: its exports. */
export function instantiate(module: WebAssembly.Module): {
  memory: WebAssembly.Memory;
  instance_new(): number;
  instance_reserve(instance: number, length: number): number;
  instance_reserve_data(instance: number, length: number): number;
  instance_call(instance: number, operation: number, length: number): number;
};
`,
  );
}

/** wasm-bindgen's output around what it generates for a module. */
const GLUE = RegExp(
  String.raw`^let wasm_bindgen = \(function\(exports\) \{\n *let script_src;\n *if .*\n.*\n *\}\n` +
    String.raw`([\s\S]*)\n *return Object\.assign\(__wbg_init, .*\n\}\)\(.*\);\s*$`,
);

/** The part of the glue that starts a module: esbuild drops the other functions once they stand at the top level. */
async function startOnly(glue) {
  const esbuild = await import('esbuild');
  const [, body] = GLUE.exec(glue) ?? [];
  if (!body)
    throw new BuildError(
      'The glue of this wasm-bindgen version has another form: adapt startOnly in crate/build/kernels.mjs.',
    );
  const contents = body
    // A class that JavaScript does not use, and what would keep it from being dropped.
    .replace(/^ *(exports\.\w+ = |if \(Symbol\.dispose\) ).*$/gm, '')
    .replace(/^ *const \w+Finalization = [\s\S]*?;$/m, '');
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `${contents}
export function start(module) {
  return __wbg_finalize_init(new WebAssembly.Instance(module, __wbg_get_imports()), module);
}`,
    },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const text = outputFiles[0].text
    .replace(/export \{\s*start\s*\};\s*$/, '')
    // Its texts are ASCII, and bare engines have no decoder.
    .replace(/^.*cachedTextDecoder = [\s\S]*?^cachedTextDecoder\.decode\(\);\n/m, '')
    .replace('cachedTextDecoder.decode(bytes)', 'String.fromCharCode(...bytes)');
  if (text.includes('TextDecoder')) throw new BuildError('The glue decodes in another way: adapt startOnly.');
  return text;
}

function namesOfKernels() {
  const names = variants.map(({ name }) => `'${name}'`);
  return `// Generated by crate/build/kernels.mjs from crate/wasm/variants.mjs.
/** The kernels in WebAssembly, one module each. The package's README says which engine runs which kernel. */
export type WasmKernel = ${names.join(' | ')};

export const wasmKernels = [${names.join(', ')}] as const satisfies readonly WasmKernel[];
`;
}

function proverList() {
  const entries = variants.map(({ name }) => `  ${name}: () => import('../../dist/kernels/${name}-prover.js'),\n`);
  return `// Generated by crate/build/kernels.mjs from crate/wasm/variants.mjs.
import type { PackedWasm, WasmKernel } from './kernel.js';

export const provers: Record<WasmKernel, PackedWasm> = {
${entries.join('')}};
`;
}

/** The list of the modules of one part. A kernel that lacks it takes part with its complete module. */
function variantList(part, of = variantsOf(part), folder = '../../dist/kernels', types = './kernel.js') {
  const entries = of.map(({ name, needs, without = [] }) => {
    const own = without.includes(part) ? '' : part;
    const file = `${folder}/${name}${own}.js`;
    return `  { name: '${name}', part: '${own}', needs: '${needs}', wasm: () => import('${file}') },\n`;
  });
  return `// Generated by crate/build/kernels.mjs from crate/wasm/variants.mjs.
import type { Variant } from '${types}';

export const variants: readonly Variant[] = [
${entries.join('')}];
`;
}

/** Writes a file only if its content changes, so that tools that watch its time see no change. */
export function writeIfChanged(path, content) {
  const file = join(root, path);
  mkdirSync(join(file, '..'), { recursive: true });
  try {
    if (readFileSync(file).equals(Buffer.from(content))) return;
  } catch {} // the file does not exist yet
  writeFileSync(file, content);
}
