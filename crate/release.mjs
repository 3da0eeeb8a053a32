// npm run release -- --tag v0.4.0: puts the npm package, the crates and their SHA256SUMS into target/release-files,
// after `npm run build`, if `npm run evidence` finds none that is older than the code and wasm-pack builds the same
// kernels. With --publish it publishes what lies there, which needs the rights of the release workflow, and it compiles
// nothing.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { digest } from './build/digests.mjs';
import { checkReleasable } from './build/releasable.mjs';
import { BuildError, root, run, step } from './build/run.mjs';

const CRATES = ['powmod-kernel', 'powmod', 'powmod-vdf', 'powmod-chia'];
const PACKAGES = CRATES.flatMap((crate) => ['--package', crate]);
const SUMS = 'SHA256SUMS';
const folder = join(root, 'target/release-files');

const { values } = parseArgs({ options: { tag: { type: 'string' }, publish: { type: 'boolean', default: false } } });
try {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const manifest = JSON.parse(read('crate/js/package.json'));
  const { packages } = JSON.parse(await run('cargo', ['metadata', '--locked', '--no-deps', '--format-version', '1']));
  const crates = packages.filter(({ name }) => CRATES.includes(name));
  const [readme, changelog] = ['README.md', 'CHANGELOG.md'].map(read);
  checkReleasable({ manifest, crates, readme, changelog, tag: values.tag });
  await (values.publish ? publish(manifest) : pack(manifest));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function pack({ version }) {
  await step('building what hunts load', () => run(process.execPath, ['workshop/kernel-builds.mjs']));
  await step('asking for evidence of this code', () => run(process.execPath, ['tests/evidence/evidence.mjs']));
  await step('building the kernels by wasm-pack', () =>
    run(process.execPath, ['--import', 'tsx', 'tests/kernels/reproduce.mjs']),
  );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await step('packing for npm', () => run('npm', ['pack', './crate/js', '--pack-destination', folder]));
  await step('packing the crates', () => run('cargo', ['package', '--locked', ...PACKAGES]));
  for (const file of crateFiles(version)) copyFileSync(join(root, 'target/package', file), join(folder, file));
  writeFileSync(join(folder, SUMS), sums());
}

async function publish({ name, version }) {
  if (readFileSync(join(folder, SUMS), 'utf8') !== sums()) throw new BuildError(`${folder} differs from its ${SUMS}`);
  // cargo publishes no file: it packs the sources once more.
  await run('cargo', ['package', '--locked', '--no-verify', ...PACKAGES]);
  for (const file of crateFiles(version))
    if (!readFileSync(join(root, 'target/package', file)).equals(readFileSync(join(folder, file))))
      throw new BuildError(`${file}: the sources here pack to another file`);
  const file = join(folder, `powmod-${version}.tgz`);
  // Where the crates failed the last time, the package is on npm already.
  const published = await run('npm', ['view', `${name}@${version}`, 'version']).catch(() => '');
  if (published.trim() !== version)
    await step('publishing on npm', () =>
      run('npm', ['publish', file, '--ignore-scripts', '--provenance', '--access', 'public']),
    );
  await step('publishing the crates', () => run('cargo', ['publish', '--locked', '--no-verify', ...PACKAGES]));
}

const crateFiles = (version) => CRATES.map((crate) => `${crate}-${version}.crate`);

/** As `sha256sum` writes and checks them. */
function sums() {
  return readdirSync(folder)
    .filter((file) => file !== SUMS)
    .sort()
    .map((file) => `${digest(join(folder, file))}  ${file}\n`)
    .join('');
}
