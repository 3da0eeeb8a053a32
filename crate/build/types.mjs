// Writes the package's types: for users of CommonJS, and modules that export the same to users of ES modules.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stampOf } from './fresh.mjs';
import { runJobs } from './jobs.mjs';
import { writeIfChanged } from './kernels.mjs';
import { root, run } from './run.mjs';
import { toolJobs } from './tools.mjs';

const js = 'crate/js';
const emitted = 'target/types';

/** TypeScript reads the format of types from the package.json nearest to them. */
const COMMONJS = 'dist/types-commonjs';
const MODULES = 'dist/types';

/** The type of each file in crate/js/examples, and the entry point that exports the type. */
const EXAMPLES = {
  'wesolowski-rsa2048': ['WesolowskiProofFile', 'index'],
  'pietrzak-rsa2048': ['PietrzakProofFile', 'index'],
  'chia-mainnet': ['ChiaProof', 'chia/index'],
};

const tsc = (...args) => run(process.execPath, ['node_modules/typescript/bin/tsc', '--project', ...args]);

/**
 * Checks the TypeScript before any kernel is compiled: an error stops the build in seconds.
 *
 * @param {unknown} generated what decides the generated sources: the border, the constants, the list of kernels
 */
export async function checkTypes(generated) {
  // A fresh clone lacks the files that kernels are written to; its types are checked when they are written.
  const written = ['kernels/digests', 'kernels/join', 'first/fused'].map((name) => `${js}/src/${name}.generated.ts`);
  if (!written.every((path) => existsSync(join(root, path)))) return;
  const files = [`${js}/src`, `${js}/tsconfig.json`, 'package-lock.json'];
  const stamp = stampOf('checked-types', { files, values: generated, outputs: [] });
  await runJobs([
    ...toolJobs().filter(({ name }) => name === 'packages'),
    {
      name: 'types',
      title: 'checking the types',
      seconds: 5,
      needs: ['packages'],
      isDone: stamp.isFresh,
      work: async () => {
        await tsc(js, '--noEmit');
        stamp.write();
      },
    },
  ]);
}

/** @param {string[]} entryPoints paths of .ts files in crate/js/src, whose types users import */
export async function writeTypes(entryPoints) {
  rmSync(join(root, emitted), { recursive: true, force: true });
  await tsc(`${js}/tsconfig.types.json`);
  const files = reachable(entryPoints.map((path) => path.replace(/\.ts$/, '.d.ts')));
  for (const folder of [MODULES, COMMONJS]) rmSync(join(root, js, folder), { recursive: true, force: true });
  for (const [path, text] of files) writeIfChanged(`${js}/${COMMONJS}/${path}`, text);
  for (const path of entryPoints) {
    const target = relative(dirname(join(MODULES, path)), join(COMMONJS, path)).replaceAll('\\', '/');
    writeIfChanged(
      `${js}/${MODULES}/${path.replace(/ts$/, 'd.ts')}`,
      `export * from '${target.replace(/ts$/, 'js')}';\n`,
    );
  }
  writeIfChanged(`${js}/${COMMONJS}/package.json`, '{ "type": "commonjs" }\n');
  // As CommonJS has them, every version of TypeScript reads them for ES modules too.
  for (const [example, [type, entry]] of Object.entries(EXAMPLES)) {
    const text = `import type { ${type} } from '../${entry}.js';\ndeclare const proof: ${type};\nexport = proof;\n`;
    writeIfChanged(`${js}/${COMMONJS}/examples/${example}.d.ts`, text);
  }
}

/** The files that the entry points import, directly or not, and their texts. */
function reachable(entryPoints) {
  const files = new Map(entryPoints.map((path) => [path, '']));
  for (const path of files.keys()) {
    const text = readFileSync(join(root, emitted, path), 'utf8');
    files.set(path, readable(text));
    for (const [, imported] of text.matchAll(/(?:\bfrom |\bimport\()['"](\.[^'"]+)['"]/g)) {
      const target = join(dirname(path), imported.replace(/\.js$/, '.d.ts'));
      if (!files.has(target)) files.set(target, '');
    }
  }
  return files;
}

/**
 * TypeScript before 5.7 cannot read `Uint8Array<ArrayBuffer>`. This has the same meaning, and is `Uint8Array` there.
 */
function readable(text) {
  const types = text.replace(/^import '[^']+';\n/gm, ''); // of what only runs
  return types.replaceAll('Uint8Array<ArrayBuffer>', "ReturnType<Uint8ArrayConstructor['of']>");
}
