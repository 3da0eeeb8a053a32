// npm run release -- --tag v0.1.0: puts the npm package, the crates and their SHA256SUMS into target/release-files, after
// `npm run build`. With --publish it then publishes them, which needs the rights of the release workflow.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BuildError, root, run, step } from './build/run.mjs';

const CRATES = ['powmod-kernel', 'powmod', 'powmod-chia'];
const SUMS = 'SHA256SUMS';
const folder = join(root, 'target/release-files');

const { values } = parseArgs({ options: { tag: { type: 'string' }, publish: { type: 'boolean', default: false } } });
try {
  const manifest = JSON.parse(readFileSync(join(root, 'crate/js/package.json'), 'utf8'));
  const { version } = manifest;
  if (values.tag !== `v${version}`)
    throw new BuildError(`--tag: must be v${version}, the version of crate/js/package.json`);
  for (const field of ['repository', 'homepage', 'bugs'])
    if (!manifest[field])
      throw new BuildError(
        `crate/js/package.json: a release needs the field ${field}, for the links on the package's page`,
      );
  await (values.publish ? publish(version) : pack(version));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function pack(version) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await step('packing for npm', () => run('npm', ['pack', './crate/js', '--pack-destination', folder]));
  const flags = CRATES.flatMap((crate) => ['--package', crate]);
  await step('packing the crates', () => run('cargo', ['package', '--locked', ...flags]));
  for (const crate of CRATES) {
    const file = `${crate}-${version}.crate`;
    copyFileSync(join(root, 'target/package', file), join(folder, file));
  }
  writeFileSync(join(folder, SUMS), sums());
}

async function publish(version) {
  if (readFileSync(join(folder, SUMS), 'utf8') !== sums()) throw new BuildError(`${folder} differs from its ${SUMS}`);
  const file = join(folder, `powmod-${version}.tgz`);
  await step('publishing on npm', () => run('npm', ['publish', file, '--provenance', '--access', 'public']));
  const flags = CRATES.flatMap((crate) => ['--package', crate]);
  await step('publishing the crates', () => run('cargo', ['publish', '--locked', ...flags]));
}

/** As `sha256sum` writes and checks them. */
function sums() {
  return readdirSync(folder)
    .filter((file) => file !== SUMS)
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}\n`,
    )
    .join('');
}
