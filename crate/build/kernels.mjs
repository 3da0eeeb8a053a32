// Compiles crate/wasm once for each kernel, and writes the kernel files of the package.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS, variants, variantsOf } from '../wasm/variants.mjs';
import { borderFiles, vdfFiles } from './border.mjs';
import { CARGO_FOLDER, compile, fromCargo } from './cargo.mjs';
import { isChecked } from './checked.mjs';
import { SOURCES as COMPRESSION, compress, inBase64, watJobs } from './compress.mjs';
import { stampOf } from './fresh.mjs';
import { runJobs } from './jobs.mjs';
import { BuildError, root, run } from './run.mjs';
import { shrink } from './shrink.mjs';
import { BINDGEN, toolEnvironment, toolJobs } from './tools.mjs';

/** The files that decide the bytes of everything compiled here. */
const SOURCES = [
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
  'crate/build/cargo.mjs',
  'crate/build/shrink.mjs',
  BINDGEN,
];

/** The files that decide the bytes of a module: a change to one module's own code leaves the others fresh. */
export function sourcesOf({ crate = 'crate/wasm', features = [] }) {
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

/** The folder where {@link kernelJobs} leave powmod_bg.wasm and powmod.js, relative to the root of the repository. */
export const compiledFolder = (name) => `target/wasm/${name}/package`;

/**
 * The wasm modules: those of each part for each kernel that has it. A page that only verifies never loads the others.
 *
 * @type {import('./cargo.mjs').Build[]}
 */
export const modules = Object.entries(PARTS).flatMap(([part, feature]) =>
  variantsOf(part).map(({ name, rustflags }) => ({
    name: `${name}${part}`,
    kernel: name,
    // Karatsuba's method gains 3 % at 8192 bits, and is a ninth of such a module. Only `relaxed` has it.
    rustflags: name === 'relaxed' && part === '-powers' ? [...rustflags, '--cfg=powmod_schoolbook'] : rustflags,
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

/** The hashes of a challenge in plain WebAssembly. The script of `powmod/verify` contains this module. */
export const challenge = { ...modules[0], name: 'challenge', crate: 'crate/challenge', features: [] };

/** Whether a module was ever compiled here. */
export const isThere = ({ name }) => existsSync(join(root, compiledFolder(name), 'powmod.deflate'));

/** The modules of these names, or all without a name; also the one whose glue the package takes, in a fresh clone. */
export function modulesOf(names) {
  const unknown = names.find((wanted) => !modules.some(({ name }) => name === wanted));
  if (unknown)
    throw new BuildError(`There is no module ${unknown}. The modules: ${modules.map(({ name }) => name).join(', ')}.`);
  if (!names.length) return modules;
  return modules.filter((module, i) => names.includes(module.name) || (i === 0 && !isThere(module)));
}

/** Compiles those of the modules that are not up to date. */
export async function compileKernels(chosen) {
  const jobs = [challenge, ...chosen].sort(byFlags()).map(kernelJobs);
  await runJobs([
    ...toolJobs(),
    ...watJobs,
    ...jobs.map(([cargo]) => cargo),
    ...jobs.map(([, finish]) => finish),
    ...chosen.map(compressJob),
  ]);
}

/** Puts builds with the same flags one behind the other, in the order of {@link modules}. */
function byFlags() {
  const sets = modules.map(({ rustflags }) => String(rustflags));
  const place = ({ rustflags }) => sets.indexOf(String(rustflags));
  return (a, b) => place(a) - place(b);
}

/** Writes dist/kernels/NAME.wasm and NAME.js of these modules, and dist/glue.js. */
export async function writeKernels(chosen) {
  const folder = 'crate/js/dist/kernels';
  const kept = new Set([`${folder}/SHA256SUMS`, ...modules.flatMap((module) => [typesOf(module), ...filesOf(module)])]);
  for (const module of modules.filter(isThere)) writeKernel(module);
  mkdirSync(join(root, folder), { recursive: true });
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
 * The jobs that compile crate/wasm for one kernel: cargo's part, which needs Rust alone and so runs while the tools
 * compile; and the rest, beside which cargo compiles the next module.
 *
 * @param {import('./cargo.mjs').Build} build
 * @returns {import('./jobs.mjs').BuildJob[]}
 */
export function kernelJobs(build) {
  const { name } = build;
  const stamp = kernelStamp(build);
  const cargo = {
    name: `cargo ${name}`,
    title: `compiling the kernel ${name}`,
    seconds: 12,
    needs: ['rust'],
    holds: [CARGO_FOLDER],
    isDone: stamp.isFresh,
    work: () => compile(build),
  };
  const finish = {
    name: `kernel ${name}`,
    title: `shortening the kernel ${name}`,
    seconds: 10,
    needs: [cargo.name, ...toolJobs().map(({ name }) => name)],
    isDone: stamp.isFresh,
    async work() {
      const out = join(root, compiledFolder(name));
      await run('powmod-bindgen', [fromCargo(name), out], { env: toolEnvironment });
      await shrink(join(out, 'powmod_bg.wasm'));
      stamp.write();
    },
  };
  return [cargo, finish];
}

/** Tells whether a module was compiled from the sources of today. Comments and unit tests of Rust decide no byte. */
export function kernelStamp(build) {
  const { name, ...values } = build;
  const out = compiledFolder(name);
  return stampOf(`kernel-${name}`, {
    files: sourcesOf(build),
    values: { ...values, binaryen: versionOf('binaryen'), checked: isChecked },
    outputs: [`${out}/powmod_bg.wasm`, `${out}/powmod.js`],
    readsTokens: true,
  });
}

/** The job that compresses a compiled module. */
function compressJob(module) {
  const { name } = module;
  const [wasm, out] = ['powmod_bg.wasm', 'powmod.deflate'].map((file) => `${compiledFolder(name)}/${file}`);
  const values = { zopfli: versionOf('@gfx/zopfli') };
  const stamp = () => stampOf(`deflate-${name}`, { files: [wasm, ...COMPRESSION], values, outputs: [out] });
  return {
    name: `deflate ${name}`,
    title: `compressing the kernel ${name}`,
    seconds: 4,
    needs: [`kernel ${name}`],
    isDone: () => kernelStamp(module).isFresh() && stamp().isFresh(),
    async work() {
      if (stamp().isFresh()) return; // compiled anew, to the same bytes
      await compress(join(root, wasm), join(root, out));
      stamp().write();
    },
  };
}

/** The version of a tool that writes the final bytes. npm may not have installed it yet. */
function versionOf(name) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`].version;
}

/** A module's script and, if users install it too, its .wasm file. */
function filesOf(module) {
  const file = `${folderOf(module)}/${module.name}`;
  return packaged.includes(module) ? [`${file}.js`, `${file}.wasm`] : [`${file}.js`];
}

/** Writes a module as a script that contains it as deflated streams in base64, and as a .wasm file. */
function writeKernel(module) {
  const { name } = module;
  const text = readFileSync(join(root, compiledFolder(name), 'powmod.deflate')).toString('base64');
  const [script, wasm] = filesOf(module);
  writeIfChanged(script, `// ${name}.wasm: streams, deflated (raw), in base64.\nexport default '${text}';\n`);
  if (wasm) writeIfChanged(wasm, compiled(name));
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
