// Installs what a build needs and the machine lacks. Only Node, npm and rustup are taken for granted.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BuildError, root, run, step } from './run.mjs';

const RUSTUP_MISSING = 'Rust is missing: install it by rustup (https://rustup.rs), and open a new terminal.';

/** Any version of wasm-pack from here on will do; a fresh machine gets the newest. */
const tools = join(root, 'target/tools');

/** The environment in which the tools are found. */
export const toolEnvironment = {
  PATH: [join(tools, 'bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
};

/** npm's packages, as the lock file has them. */
export async function installPackages() {
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules/.package-lock.json'); // npm writes it last
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  await step('installing npm packages', () => run('npm', ['ci']));
}

/** The Rust toolchain that rust-toolchain.toml names, and its WebAssembly target. */
export async function installRust() {
  // cargo, as rustup installs it, fetches the toolchain by itself, unless rustup was told not to.
  const isThere = await run('rustc', ['--version'], { missing: RUSTUP_MISSING }).then(
    () => true,
    (error) => {
      if (/cannot be run/.test(error.message)) throw error;
      return false;
    },
  );
  if (!isThere)
    await step('installing the Rust toolchain', () =>
      run('rustup', ['toolchain', 'install'], { missing: RUSTUP_MISSING }),
    );

  const libraries = (await run('rustc', ['--print', 'target-libdir', '--target', 'wasm32-unknown-unknown'])).trim();
  if (existsSync(libraries)) return;
  await step('installing the WebAssembly target', () =>
    run('rustup', ['target', 'add', 'wasm32-unknown-unknown'], { missing: RUSTUP_MISSING }),
  );
}

/** A nightly toolchain with so many components, for what only nightly compilers do; any will do. */
export async function installNightly(components) {
  const list = () => run('rustup', ['component', 'list', '--toolchain', 'nightly', '--installed']);
  const installed = await list().catch(() => '');
  const isThere = (name) => installed.split('\n').some((line) => line === name || line.startsWith(`${name}-`));
  if (['rustc', ...components].every(isThere)) return;
  const wanted = components.flatMap((name) => ['--component', name]);
  await step('installing a nightly Rust toolchain', () =>
    run('rustup', ['toolchain', 'install', 'nightly', '--profile', 'minimal', ...wanted], { missing: RUSTUP_MISSING }),
  );
}

/** wasm-pack, and wasm-bindgen in exactly the version of the crate that is linked. */
export async function installWasmTools() {
  await installTool('wasm-pack', ['wasm-pack', '--locked'], 'wasm-pack', /^wasm-pack /);
  const version = wasmBindgenVersion();
  await installTool(
    `wasm-bindgen ${version}`,
    ['wasm-bindgen-cli', '--version', version],
    'wasm-bindgen',
    new RegExp(`^wasm-bindgen ${version.replaceAll('.', '\\.')}\\s*$`),
  );
}

/** A program of a crate, as `cargo install` has it, unless one is there whose version fits. */
export async function installTool(what, crate, program, version, ask = ['--version']) {
  const path = join(tools, 'bin', process.platform === 'win32' ? `${program}.exe` : program);
  const found = existsSync(path) ? await run(path, ask).catch(() => '') : '';
  if (version.test(found)) return;
  const install = ['install', ...crate, '--force', '--root', tools];
  await step(`installing ${what} into target/tools (once; some minutes)`, () =>
    run('cargo', install, { missing: RUSTUP_MISSING }),
  );
}

/** The version in Cargo.lock: the generated glue and the program that generates it must be of one version. */
export function wasmBindgenVersion() {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock.replaceAll('\r', ''))?.[1];
  if (!version) throw new BuildError('Cargo.lock names no version of wasm-bindgen.');
  return version;
}
