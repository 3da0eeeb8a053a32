// The package as npm would publish it, installed in a folder outside the repository.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, run } from '../../crate/build/run.mjs';

/** Runs npm, offline and silent. */
const npm = (cwd, ...args) => run('npm', [...args, '--offline', '--loglevel=error'], { cwd });

export async function installPacked() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'powmod-packed-')));
  const stdout = await npm(join(root, 'crate/js'), 'pack', '--json', '--pack-destination', folder);
  const [{ filename, files, unpackedSize }] = JSON.parse(stdout);
  const app = join(folder, 'app');
  await mkdir(app);
  await npm(app, 'install', join(folder, filename));
  return {
    /** The user's folder, with only this package in its node_modules. */
    app,
    /** The paths in the tarball. */
    files: files.map(({ path }) => path),
    unpackedSize,
    async write(path, content) {
      await mkdir(dirname(join(app, path)), { recursive: true });
      await writeFile(join(app, path), content);
    },
    /** Runs a program in the user's folder. If it fails, the error contains its output. */
    run: (program, ...args) => run(program, args, { cwd: app }),
    remove: () => rm(folder, { recursive: true }),
  };
}
