// Compiles strict users' programs against the installed package, by old and new versions of TypeScript. It also checks
// all types of the package.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './packed.mjs';
import { example } from './readme.mjs';

/** The folders of the versions: tests/package.json pins those that the workspace itself does not use. */
const VERSIONS = {
  5.3: 'node_modules/typescript-5.3',
  5.9: 'node_modules/typescript-5.9',
  '6.0': 'crate/js/node_modules/typescript',
  '7.0': 'node_modules/typescript',
};

/** user.ts is an ES module; user-plain.ts is CommonJS. A use without a program compiles the README's example. */
const USES = [
  { as: 'node10', program: 'user-plain.ts', file: 'user.ts', module: 'commonjs', resolution: 'node10' },
  { as: 'node16, CommonJS', program: 'user-plain.ts', file: 'user.cts', module: 'node16', resolution: 'node16' },
  { as: 'node16', program: 'user.ts', file: 'user.mts', module: 'node16', resolution: 'node16' },
  { as: 'bundler', program: 'user.ts', file: 'user.ts', module: 'esnext', resolution: 'bundler' },
  { as: 'an older library', program: 'user-plain.ts', file: 'user.ts', lib: ['es2020', 'dom'] },
  { as: 'Node without the types of browsers', program: 'user-plain.ts', file: 'user.cts', lib: ['es2022'], node: true },
  { as: "the README's example, nodenext", file: 'example.mts', module: 'nodenext', resolution: 'nodenext' },
  { as: "the README's example, bundler", file: 'example.ts', module: 'esnext', resolution: 'bundler' },
];

/** Every use with every version that has it. */
export const compilations = Object.entries(VERSIONS).flatMap(([version, folder]) =>
  USES.filter(({ resolution }) => resolution !== 'node10' || version !== '7.0').map((use) => ({
    ...use,
    folder,
    name: `${version}, ${use.as}`,
    ignoreDeprecations: use.resolution === 'node10' && version === '6.0' ? '6.0' : undefined,
  })),
);

/** Compiles a program in the user's folder. */
export async function compile(packed, compilation) {
  const { folder, program, file, module = 'node16', resolution = 'node16', lib = ['es2022', 'dom'] } = compilation;
  await packed.write(file, program ? await readFile(join(root, 'tests/package', program)) : example);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2022',
    lib,
    module,
    moduleResolution: resolution,
    ignoreDeprecations: compilation.ignoreDeprecations,
    typeRoots: [join(root, 'node_modules/@types')],
    types: compilation.node ? ['node'] : [],
  };
  await packed.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
  await packed.run(process.execPath, join(root, folder, 'bin/tsc'), '--project', '.');
}
