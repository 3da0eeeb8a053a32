// Builds kernels again by wasm-pack, from scratch in a copy of the checkout at another path, and compares the bytes
// with those in the package: node --import tsx tests/kernels/reproduce.mjs [MODULE…] (`npm run reproduce`). So the
// package has what wasm-pack builds, though `npm run build` calls cargo and wasm-bindgen's library itself, which takes
// less time.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { modules } from '../../crate/build/kernels.mjs';
import { root } from '../../crate/build/run.mjs';
import { installWasmPack } from '../../crate/build/tools.mjs';
import { isShipped, shippedModule } from '../support/shipped.mjs';

/** The files that cargo needs, which are the workspace with all its members, and npm's lock file. */
const [, members] = /^members = (.+)$/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'));
const SOURCES = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', 'package-lock.json', 'crate'].concat(
  JSON.parse(members),
);

const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');

const asked = process.argv.slice(2);
const copy = realpathSync(mkdtempSync(join(tmpdir(), 'powmod-rebuilt-')));
try {
  const isSource = (path) => !['node_modules', 'dist'].includes(basename(path));
  for (const path of SOURCES)
    cpSync(join(root, path), join(copy, path), { recursive: true, dereference: true, filter: isSource });
  // The copy uses the installed tools; everything else is built again.
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');

  await installWasmPack();
  const { byWasmPack } = await import(pathToFileURL(join(copy, 'crate/build/wasm-pack.mjs')));
  for (const build of modules.filter(({ name }) => (asked.length === 0 ? isShipped(name) : asked.includes(name)))) {
    const { name } = build;
    const shipped = digest(shippedModule(name));
    const rebuilt = digest(await byWasmPack(build));
    const isSame = shipped === rebuilt;
    console.log(`${name}: ${isSame ? `the same, ${shipped}` : `${rebuilt}, but the package has ${shipped}`}`);
    if (!isSame) process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true });
}
