// Installs the tools that a build needs, if the machine lacks them. It presupposes only Node, npm and rustup.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BuildError, root, run, step } from './run.mjs';

const RUSTUP_MISSING = 'Rust is missing: install it with rustup (https://rustup.rs), then open a new terminal.';

/** The folder of installed tools. Any version of wasm-pack will do; a fresh machine gets the newest. */
const tools = join(root, 'target/tools');

/** The environment variables with which programs find the tools. */
export const toolEnvironment = {
  PATH: [join(tools, 'bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
};

/** Installs the npm packages of the lock file. */
export async function installPackages() {
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules/.package-lock.json'); // npm writes this file last
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  await step('installing npm packages', () => run('npm', ['ci']));
}

/** Installs the Rust toolchain that rust-toolchain.toml names, and its WebAssembly target. */
export async function installRust() {
  // rustup's `rustc` usually installs the toolchain by itself, but users can turn that off.
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

/** Installs a nightly toolchain with the given components, for work that needs a nightly compiler. Any version will do. */
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

/** Installs wasm-pack, and wasm-bindgen in exactly the version of the linked crate. */
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

/** Installs a program with `cargo install`, unless a matching version is there. */
export async function installTool(what, crate, program, version, ask = ['--version']) {
  const path = join(tools, 'bin', process.platform === 'win32' ? `${program}.exe` : program);
  const found = existsSync(path) ? await run(path, ask).catch(() => '') : '';
  if (version.test(found)) return;
  const install = ['install', ...crate, '--force', '--root', tools];
  await step(`installing ${what} into target/tools (only once; it takes some minutes)`, () =>
    run('cargo', install, { missing: RUSTUP_MISSING }),
  );
}

/** The version of wasm-bindgen in Cargo.lock. The program that generates the glue must have the same version. */
export function wasmBindgenVersion() {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock.replaceAll('\r', ''))?.[1];
  if (!version) throw new BuildError('Cargo.lock does not name a version of wasm-bindgen.');
  return version;
}
