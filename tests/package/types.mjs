// Compiles strict users' programs against the installed package, by old and new versions of TypeScript. It also checks
// all types of the package.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
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
