// The package as npm would publish it, installed in a folder outside the repository.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs npm, offline and silent. */
const npm = (cwd, ...args) =>
  execute('npm', [...args, '--offline', '--loglevel=error'], { cwd, shell: process.platform === 'win32' });

export async function installPacked() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'powmod-packed-')));
  const { stdout } = await npm(join(root, 'crate/js'), 'pack', '--json', '--pack-destination', folder);
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
    async run(program, ...args) {
      const { stdout } = await execute(program, args, { cwd: app }).catch((error) => {
        throw new Error(`${error.message}\n${error.stdout}`);
      });
      return stdout;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
