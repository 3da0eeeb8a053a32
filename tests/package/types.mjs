// Compiles strict users' programs against the installed package, by old and new versions of TypeScript. It also checks
// all types of the package.
import { cp, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
import { blocksOf } from '../../workshop/markdown.mjs';
import { example } from './readme.mjs';

/** The folders of the versions: tests/package.json pins those that the workspace itself does not use. */
const VERSIONS = {
  5.3: 'node_modules/typescript-5.3',
  '6.0': 'crate/js/node_modules/typescript',
  '7.0': 'node_modules/typescript',
};

/**
 * What a compilation takes at once. user.ts is an ES module, user-plain.ts is CommonJS, and a file without a program is
 * the README's example.
 */
const USES = [
  { as: 'node10', files: { 'user.ts': 'user-plain.ts' }, module: 'commonjs', resolution: 'node10' },
  { as: 'node16', files: { 'user.cts': 'user-plain.ts', 'user.mts': 'user.ts' } },
  { as: 'bundler', files: { 'user.ts': 'user.ts', 'example.ts': undefined }, module: 'esnext', resolution: 'bundler' },
  { as: 'an older library', files: { 'user.ts': 'user-plain.ts' }, lib: ['es2020', 'dom'] },
  { as: 'Node without the types of browsers', files: { 'user.cts': 'user-plain.ts' }, lib: ['es2022'], node: true },
  { as: 'neither browsers nor Node', files: { 'user.mts': 'user-bare.ts' }, lib: ['es2022'] },
  { as: 'nodenext', files: { 'example.mts': undefined }, module: 'nodenext', resolution: 'nodenext' },
];

/** Every use with the oldest and the newest version, and with those between the uses that most programs have. */
const isUsed = (version, { as, resolution }) =>
  version === '7.0' ? resolution !== 'node10' : version === '5.3' || ['node16', 'bundler'].includes(as);

export const compilations = Object.entries(VERSIONS).flatMap(([version, folder]) =>
  USES.filter((use) => isUsed(version, use)).map((use) => ({
    ...use,
    folder,
    name: `${version}, ${use.as}`,
  })),
);

/**
 * Compiles the guides' programs as a user would, each in a file of its own, by the newest version: strictly, but that
 * the parameters of their functions have no types. Packages that a guide tells to install are not there.
 */
export async function compileGuides(packed) {
  const folder = join(root, 'www/docs/guides');
  const files = ['packages.d.ts'];
  // What the tools of the guides declare: packages, Nuxt's global function, Vite's addresses, and a page's policies.
  await packed.write(
    'packages.d.ts',
    `declare module 'ethers';
declare module 'solc';
declare module '*?worker&url';
declare const trustedTypes: any;
declare function defineNuxtConfig(config: { hooks: Record<string, (manifest: Record<string, any>) => void> }): object;
`,
  );
  for (const guide of await readdir(folder)) {
    const place = `guides/${guide.slice(0, 2)}`;
    await cp(join(root, 'crate/js/examples'), join(packed.app, place), { recursive: true });
    for (const { language, name, code } of blocksOf(await readFile(join(folder, guide), 'utf8'))) {
      if (language !== 'js' || !name) continue;
      files.push(join(place, name.replace(/\.m?js$/, '.mts')));
      await packed.write(files.at(-1), code);
    }
  }
  const compilerOptions = {
    ...{ strict: true, noImplicitAny: false, noEmit: true, allowJs: true, skipLibCheck: true },
    ...{ target: 'es2022', lib: ['esnext', 'dom'], module: 'nodenext', moduleResolution: 'nodenext' },
    ...{ typeRoots: [join(root, 'node_modules/@types')], types: ['node'] },
  };
  await packed.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  await packed.run(process.execPath, join(root, VERSIONS['7.0'], 'bin/tsc'), '--project', '.');
  return files.length;
}

/**
 * What an editor shows of each method where it is called, in the user's folder, by TypeScript 6.0: the newest version
 * with a language service that programs can ask.
 *
 * @param {string} program calls of methods, one a line, behind its imports
 * @returns {Promise<string[]>} a text for each line that ends with a call
 */
export async function hovers(packed, program) {
  const require = createRequire(join(root, 'crate/js/package.json'));
  /** @type {typeof import('typescript')} */
  const ts = require('typescript');
  await packed.write('hovers.ts', program);
  const file = join(packed.app, 'hovers.ts');
  const { fileExists, readFile: read, readDirectory, directoryExists, getDirectories } = ts.sys;
  const service = ts.createLanguageService({
    ...{ fileExists, readFile: read, readDirectory, directoryExists, getDirectories },
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(read(path) ?? ''),
    getCurrentDirectory: () => packed.app,
    getCompilationSettings: () => ({
      ...{ strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, types: [] },
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  const names = [...program.matchAll(/^(?:\w+\.)?(\w+)\(.*\);$/gm)];
  return names.map(({ index, 0: line, 1: name }) => {
    const shown = service.getQuickInfoAtPosition(file, index + line.indexOf(`${name}(`));
    return ts.displayPartsToString(shown?.displayParts);
  });
}

/** Compiles programs in the user's folder. */
export async function compile(packed, compilation) {
  const { folder, files, module = 'node16', resolution = 'node16', lib = ['es2022', 'dom'] } = compilation;
  for (const [file, program] of Object.entries(files))
    await packed.write(file, program ? await readFile(join(root, 'tests/package', program)) : example);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    skipDefaultLibCheck: true, // TypeScript tests its own library
    target: 'es2022',
    lib,
    module,
    moduleResolution: resolution,
    typeRoots: [join(root, 'node_modules/@types')],
    types: compilation.node ? ['node'] : [],
  };
  await packed.write('tsconfig.json', JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  await packed.run(process.execPath, join(root, folder, 'bin/tsc'), '--project', '.');
}
