// What a hunt loads, as digests: the first twelve digits of SHA-256 of its script and of each compiled module; of a
// native hunt, of the code that cargo builds it from. Modules are taken as they were last built. Of one whose code has
// changed since then nobody knows the bytes: evidence builds nothing, but says that `npm run build` is needed first.
// So it takes seconds, calls nothing old that has the same bytes, and nothing new that was not compiled.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watJobs } from '../../crate/build/compress.mjs';
import { challenge, compiledFolder, kernelJobs, modules, sourcesOf } from '../../crate/build/kernels.mjs';
import { root } from '../../crate/build/run.mjs';
import { PARTS } from '../../crate/wasm/variants.mjs';
import { builds } from '../../workshop/kernel-builds.mjs';
import { nodeKernels, wasmKernels } from '../../workshop/kernels.js';
import { compiledOf } from './compiled.mjs';
import { FUNCTIONS } from './places.mjs';
import { exportOf } from './targets.mjs';

const DIGITS = 12;
const digest = (content) => createHash('sha256').update(content).digest('hex').slice(0, DIGITS);

/** The kernels that `init` chose in the engines of a bench when it last ran. */
function kernelsOfBench(name) {
  const { results } = JSON.parse(readFileSync(join(root, 'bench/results/results.json'), 'utf8'));
  return [...new Set(results[name].map(({ kernel }) => kernel))];
}

/** The modules that the functions compute with: the first kernel's is in the script. */
const OF_FUNCTIONS = { first: [], [FUNCTIONS]: wasmKernels };

/**
 * The program of a hunt in JavaScript, and the kernels that it computes with; undefined for a native hunt.
 *
 * @param {string} hunt
 */
function programOf(hunt) {
  const [, kind, what] = /^(differential|operations|fuzz js|bench) ([\w-]+)/.exec(hunt) ?? [];
  if (!kind) return undefined;
  if (kind === 'bench')
    return { program: `export { default } from './bench/${what}/measure.js'`, kernels: kernelsOfBench(what) };
  if (kind !== 'fuzz js')
    return { program: `export { default } from './tests/fuzz/${kind}.js'`, kernels: OF_FUNCTIONS[what] ?? [what] };
  const { name, file } = exportOf(what);
  return {
    program: `import { ${name} } from './${file}'; import { run } from './tests/fuzz/js/target.ts'; run(${name}, 1);`,
    kernels: nodeKernels,
  };
}

/** Scripts contain the glue of the first module, and small modules in base64. */
const IN_SCRIPTS = [...kernelJobs(modules[0]), ...kernelJobs(challenge), ...watJobs];

const jobs = new Map([...modules.flatMap(kernelJobs), ...builds].map((job) => [job.name.replace(/^kernel /, ''), job]));

const moduleDigests = new Map();

/** The digest of a module; undefined if it is older than its sources, or not there. */
function moduleDigest(name) {
  if (!moduleDigests.has(name)) {
    const isFresh = jobs.get(name).isDone();
    const file = join(root, compiledFolder(name), 'powmod_bg.wasm');
    moduleDigests.set(name, isFresh ? digest(readFileSync(file)) : undefined);
  }
  return moduleDigests.get(name);
}

const isKernel = (name, kernel) => name === kernel || name.startsWith(`${kernel}-`);

/** The files that decide the bytes of modules, for lines of the log that have no digests. */
const SOURCES_OF_MODULES = [...sourcesOf({ features: [...Object.values(PARTS), 'bench'] }), 'crate/wasm/variants.mjs'];

/**
 * What a hunt loads today: a digest for each part, undefined if that is not known without a build; and the files and
 * folders of its sources.
 *
 * @param {string} hunt
 * @returns {Promise<{ parts: Record<string, string | undefined>, files: string[] }>}
 */
export async function loadedBy(hunt) {
  const script = programOf(hunt);
  if (!script) {
    const { text, files } = await compiledOf(hunt.replace(/^fuzz /, ''));
    return { parts: { rust: digest(text) }, files: [...files, 'Cargo.toml', 'Cargo.lock'] };
  }
  const { scriptOf } = await import('./script.mjs');
  const isKnown = IN_SCRIPTS.every((job) => job.isDone());
  const bundled = await scriptOf(script.program).catch((error) => {
    if (isKnown) throw error;
    return undefined; // what a build writes is not there
  });
  if (!bundled) return { parts: { script: undefined }, files: [] };
  const { text, modules, sources } = bundled;
  const names = modules.filter((name) => script.kernels.some((kernel) => isKernel(name, kernel)));
  if (text.includes('-bench/package')) names.push(...script.kernels.map((kernel) => `${kernel}-bench`));
  return {
    parts: {
      script: isKnown ? digest(text) : undefined,
      ...Object.fromEntries(names.sort().map((name) => [name, moduleDigest(name)])),
    },
    files: names.length ? [...sources, ...SOURCES_OF_MODULES] : sources,
  };
}
