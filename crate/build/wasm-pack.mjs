// What is published is built by wasm-pack. `npm run build` makes the same bytes in less time, which
// tests/kernels/reproduce.mjs shows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cargoCall } from './cargo.mjs';
import { compiledFolder } from './kernels.mjs';
import { root, run } from './run.mjs';
import { shrink } from './shrink.mjs';

/**
 * The bytes of a module by wasm-pack, which needs `installWasmPack`.
 *
 * @param {import('./cargo.mjs').Build} build
 */
export async function byWasmPack(build) {
  const { name, crate = 'crate/wasm' } = build;
  const { options, env } = cargoCall(build);
  const folder = join(root, compiledFolder(name));
  await run(
    'wasm-pack',
    ['build', crate, '--target', 'no-modules', '--mode', 'no-install', '--release', '--no-pack', '--no-typescript']
      .concat(['--out-dir', folder, '--out-name', 'powmod', '--'])
      .concat(options),
    { env },
  );
  const file = join(folder, 'powmod_bg.wasm');
  await shrink(file);
  return readFileSync(file);
}
