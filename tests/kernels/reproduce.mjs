// Builds kernels again, from scratch in a copy of the checkout at another path, and compares the bytes with those in
// the package: node tests/kernels/reproduce.mjs [MODULE…] (`npm run reproduce`)
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { modules } from '../../crate/build/kernels.mjs';
import { root } from '../../crate/build/run.mjs';

/** The files that cargo needs, which are the workspace with all its members, and npm's lock file. */
const SOURCES = [
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
  'package-lock.json',
  'crate',
  'bench',
  'tests/fuzz',
  'tests/secret',
];

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/**
 * @param {string[]} names of modules, such as `relaxed` and `relaxed-prover`
 * @returns {Promise<{ kernel: string, shipped: string, rebuilt: string }[]>} their digests
 */
export async function reproduce(names) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'powmod-rebuilt-')));
  try {
    const isSource = (path) => !['node_modules', 'dist'].includes(basename(path));
    for (const path of SOURCES) cpSync(join(root, path), join(copy, path), { recursive: true, filter: isSource });
    // The copy uses the installed tools; everything else is built again.
    mkdirSync(join(copy, 'target'));
    for (const path of ['node_modules', 'target/tools']) symlinkSync(join(root, path), join(copy, path), 'junction');

    const { kernelJob, compiledFolder } = await import(pathToFileURL(join(copy, 'crate/build/kernels.mjs')));
    const digests = [];
    for (const build of modules.filter(({ name }) => names.includes(name))) {
      const { name } = build;
      await kernelJob(build).work();
      digests.push({
        kernel: name,
        shipped: sha256(join(root, `crate/js/dist/kernels/${name}.wasm`)),
        rebuilt: sha256(join(copy, compiledFolder(name), 'powmod_bg.wasm')),
      });
    }
    return digests;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = process.argv.slice(2);
  const digests = await reproduce(asked.length ? asked : modules.map(({ name }) => name));
  for (const { kernel, shipped, rebuilt } of digests)
    console.log(
      `${kernel}: ${shipped === rebuilt ? `the same, ${shipped}` : `${rebuilt}, but the package has ${shipped}`}`,
    );
  if (digests.some(({ shipped, rebuilt }) => shipped !== rebuilt)) process.exitCode = 1;
}
