// dist/kernels/SHA256SUMS: what each kernel's bytes are, in the form that `sha256sum --check` reads.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { variants } from '../wasm/variants.mjs';
import { writeIfChanged } from './kernels.mjs';
import { root } from './run.mjs';

const kernels = 'crate/js/dist/kernels';

export function writeDigests() {
  const { version } = JSON.parse(readFileSync(join(root, 'crate/js/package.json'), 'utf8'));
  const lines = variants.map(({ name }) => `${digest(`${kernels}/${name}.wasm`)}  ${name}.wasm\n`);
  writeIfChanged(
    `${kernels}/SHA256SUMS`,
    `# The kernels of powmod ${version}. \`npm run build\`, in a checkout of that version, makes the same bytes:
# the toolchain's versions are in rust-toolchain.toml, Cargo.lock and package-lock.json.
# To compare: sha256sum --check SHA256SUMS
${lines.join('')}`,
  );
}

/** The SHA-256 of a file below the repository's root, in hexadecimal. */
export function digest(path) {
  return createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex');
}
