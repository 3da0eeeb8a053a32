// The bundlers that make a page from a user's program. Each has no configuration except the program's place, or the
// least that the tool needs. They are imported once install.mjs has installed them.
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { servePage } from '../../workshop/browsers/page-server.ts';

const PROGRAM = 'src/index.js';

const html = (script, type) =>
  `<!doctype html><meta charset="utf-8"><title>powmod</title><script ${type} src="${script}"></script>`;
const MODULE = 'type="module"';

const byEsbuild =
  (options) =>
  async ({ app, write }, folder, others) => {
    const esbuild = await import('esbuild');
    await esbuild.build({
      absWorkingDir: app,
      entryPoints: { index: PROGRAM, ...others },
      bundle: true,
      format: 'esm',
      outdir: folder,
      logLevel: 'warning',
      ...options,
    });
    await write(`${folder}/index.html`, html('index.js', MODULE));
  };

const byWebpack =
  (output = {}) =>
  async ({ app, write }, folder) => {
    const { default: webpack } = await import('webpack');
    const compiler = webpack({ context: app, mode: 'production', output: { path: join(app, folder), ...output } });
    const stats = await promisify(compiler.run.bind(compiler))();
    await promisify(compiler.close.bind(compiler))();
    if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
    await write(`${folder}/index.html`, html('main.js', 'defer'));
  };

/**
 * Each writes a page to `${app}/${folder}`, or serves the page itself. `others` are further entry points: the name of
 * the output, and the imported module.
 *
 * @typedef {Awaited<ReturnType<typeof import('./packed.mjs').installPacked>>} Packed
 * @type {Record<string, (packed: Packed, folder: string, others: Record<string, string>) =>
 *   Promise<undefined | { url: string, close: () => Promise<void> }>>}
 */
export const bundlers = {
  'Vite, its dev server': async (packed) => devServer(await import('vite'), packed),
  Vite: async (packed, outDir) => viteBuild(await import('vite'), packed, outDir),

  webpack: byWebpack(),
  'webpack, trusted types': byWebpack({ trustedTypes: { policyName: 'webpack' } }),

  esbuild: byEsbuild(),
  'esbuild, splitting': byEsbuild({ splitting: true }),

  async Rollup({ app, write }, folder, others) {
    const { rollup } = await import('rollup');
    const { default: json } = await import('@rollup/plugin-json');
    const { default: nodeResolve } = await import('@rollup/plugin-node-resolve');
    const warnings = [];
    const bundle = await rollup({
      input: { index: join(app, PROGRAM), ...others },
      plugins: [nodeResolve({ browser: true, rootDir: app }), json()],
      onwarn: ({ message }) => warnings.push(message),
    });
    await bundle.write({ dir: join(app, folder), format: 'es' });
    await bundle.close();
    if (warnings.length) throw new Error(warnings.join('\n'));
    await write(`${folder}/index.html`, html('index.js', MODULE));
  },

  async 'none: a module script'({ app, write }, folder) {
    const { exports } = JSON.parse(await readFile(join(app, 'node_modules/powmod/package.json'), 'utf8'));
    const program = await readFile(join(app, PROGRAM), 'utf8');
    const proof = "import proof from 'powmod/examples/wesolowski-rsa2048.json' with { type: 'json' };";
    if (!program.includes(proof)) throw new Error(`the program imports its proof in another way: ${program}`);
    // Without a bundler, the page imports the package's files by their addresses.
    await write(
      `${folder}/program.js`,
      program
        .replaceAll("from 'powmod/examples/", "from './powmod/examples/")
        .replaceAll(/from 'powmod(.*?)'/g, (_, path) => `from './powmod/${exports[`.${path}`].default}'`),
    );
    await cp(join(app, 'node_modules/powmod'), join(app, folder, 'powmod'), { recursive: true });
    await write(`${folder}/index.html`, html('program.js', MODULE));
  },
};

/** A version of Vite serves the program. */
export async function devServer({ createServer }, { app, write }) {
  await write('index.html', html(`/${PROGRAM}`, MODULE));
  await write('public/favicon.ico', ''); // browsers ask for it
  const server = await createServer({ root: app, configFile: false, logLevel: 'error', server: { port: 0 } });
  await server.listen();
  return { url: server.resolvedUrls.local[0], close: () => server.close() };
}

export async function viteBuild({ build }, { app, write }, outDir) {
  await write('index.html', html(`/${PROGRAM}`, MODULE));
  await build({ root: app, configFile: false, logLevel: 'error', build: { outDir, target: 'es2022' } });
}

/** Bundles the program by esbuild, which must give no warning. @param {import('esbuild').BuildOptions} options */
export async function bundleScript({ app }, options) {
  const esbuild = await import('esbuild');
  const { warnings } = await esbuild.build({
    absWorkingDir: app,
    entryPoints: [PROGRAM],
    bundle: true,
    logLevel: 'error',
    ...options,
  });
  if (warnings.length) throw new Error(warnings.map(({ text }) => text).join('\n'));
}

/** A page with a classic script. Its program can have no top-level await. */
async function classicPage(packed, folder) {
  await bundleScript(packed, { format: 'iife', outfile: `${folder}/index.js` });
  await packed.write(`${folder}/index.html`, html('index.js', 'defer'));
}

/** A policy for a worker that starts from its text. */
export const BLOB = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:";

/** A policy that also enforces trusted types: of the pool's worker, and of the tool's own policies by these names. */
export const enforcing = (policy, ...names) =>
  `${policy}; require-trusted-types-for 'script'; trusted-types ${['powmod', ...names].join(' ')}`;

/** Such a policy for webpack's chunks. */
export const TRUSTED = enforcing(BLOB, 'webpack');

/** Where a bundler's page is built. */
export const folderOf = (name) => `built-by-${name.replace(/\W+/g, '-')}`;

/**
 * Builds a page and serves it. A built page is served under the strictest policy that allows WebAssembly, or the given
 * one.
 */
export async function servePageBy(name, packed, others = {}, options = {}) {
  const folder = folderOf(name);
  const server = await (bundlers[name] ?? classicPage)(packed, folder, others);
  return { blocked: [], ...(server ?? (await servePage(join(packed.app, folder), '/', options))) };
}
