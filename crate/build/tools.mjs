// Installs the tools that a build needs, if the machine lacks them. It presupposes only Node, npm and rustup.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { digestOf } from './fresh.mjs';
import { runJobs } from './jobs.mjs';
import { BuildError, root, run, step } from './run.mjs';

const RUSTUP_MISSING = 'Rust is missing: install it with rustup (https://rustup.rs), then open a new terminal.';

/** The folder of cargo's downloads and programs. */
export const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo');

/** The command that makes the glue. The digest of its source names its folder: another source is another tool. */
export const BINDGEN = 'crate/build/bindgen';

/**
 * The folders of installed tools, for all clones: they compile for a minute or more. cargo's own folder of programs
 * stays as it is, with the user's versions.
 */
const toolsFor = (what) => join(cargoHome, `powmod-tools-${what}`);
const bindgenFolder = toolsFor(`bindgen-${digestOf([BINDGEN]).slice(0, 12)}`);
const tools = toolsFor(wasmBindgenVersion());

/** The environment variables with which programs find the tools. */
export const toolEnvironment = {
  PATH: [join(bindgenFolder, 'bin'), join(tools, 'bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(
    delimiter,
  ),
};

/** Installs the npm packages of the lock file. */
const packages = {
  name: 'packages',
  title: 'installing npm packages',
  seconds: 15,
  slots: 0.5, // it mostly waits
  isDone() {
    const lock = join(root, 'package-lock.json');
    const installed = join(root, 'node_modules/.package-lock.json'); // npm writes this file last
    return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
  },
  work: () => run('npm', ['ci']),
};

/** Installs the Rust toolchain that rust-toolchain.toml names, with its WebAssembly target. */
const rust = {
  name: 'rust',
  title: 'installing the Rust toolchain',
  seconds: 30,
  async isDone() {
    const ask = ['--print', 'target-libdir', '--target', 'wasm32-unknown-unknown'];
    try {
      return existsSync((await run('rustc', ask, { missing: RUSTUP_MISSING })).trim());
    } catch (error) {
      if (/cannot be run/.test(error.message)) throw error;
      return false;
    }
  },
  async work() {
    // rustup's `rustc` usually installs the toolchain by itself, but users can turn that off.
    await run('rustc', ['--version']).catch(() => run('rustup', ['toolchain', 'install']));
    await run('rustup', ['target', 'add', 'wasm32-unknown-unknown'], { missing: RUSTUP_MISSING });
  },
};

/**
 * Installs a nightly toolchain with the given components, for work that needs a nightly compiler. Any version will do.
 */
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

/** Adds targets to the Rust toolchain. */
export const installTargets = (targets) => run('rustup', ['target', 'add', ...targets], { missing: RUSTUP_MISSING });

/** Installs the oldest toolchain that the crates support, `rust-version` of Cargo.toml. Returns its name. */
export async function installOldest() {
  const manifest = readFileSync(join(root, 'Cargo.toml'), 'utf8');
  const version = /^rust-version = "(\d+\.\d+)"$/m.exec(manifest)?.[1];
  if (!version) throw new BuildError('Cargo.toml has no rust-version such as 1.88.');
  const name = `${version}.0`;
  const installed = await run('rustup', ['toolchain', 'list'], { missing: RUSTUP_MISSING });
  if (!installed.split('\n').some((line) => line.startsWith(`${name}-`)))
    await step(`installing Rust ${name}`, () =>
      run('rustup', ['toolchain', 'install', name, '--profile', 'minimal'], { missing: RUSTUP_MISSING }),
    );
  return name;
}

/**
 * The job that installs a program with `cargo install`, unless a matching version is there: by default any version of
 * the crate `what` and its program of that name. The dev profile compiles it in a third of the time; no tool of ours
 * computes for long.
 */
function toolJob({
  what,
  crate = [what, '--locked'],
  program = what,
  version = new RegExp(`^${what} `),
  seconds,
  ask = ['--version'],
  folder = tools,
}) {
  return {
    name: what,
    title: `installing ${what} into ${folder}, only once`,
    seconds,
    needs: [rust.name],
    async isDone() {
      const path = join(folder, 'bin', process.platform === 'win32' ? `${program}.exe` : program);
      const found = existsSync(path) ? await run(path, ask).catch(() => '') : '';
      return version.test(found);
    },
    work: () =>
      run('cargo', ['install', ...crate, '--debug', '--force', '--root', folder], {
        env: { CARGO_PROFILE_DEV_DEBUG: '0', CARGO_TARGET_DIR: join(root, 'target/tools') },
        missing: RUSTUP_MISSING,
      }),
  };
}

/** Installs a tool with `cargo install`, unless a matching version is there. */
export const installTool = (tool) => runJobs([toolJob(tool)]);

/** What the kernels need: npm's packages, Rust, and what makes the glue. */
export function toolJobs() {
  return [
    packages,
    rust,
    toolJob({
      what: 'powmod-bindgen',
      crate: ['--path', join(root, BINDGEN), '--locked'],
      seconds: 60,
      folder: bindgenFolder,
    }),
  ];
}

/** Installs wasm-pack, of any version, and wasm-bindgen in exactly the version of the linked crate. */
export async function installWasmPack() {
  const version = wasmBindgenVersion();
  const bindgen = toolJob({
    what: `wasm-bindgen ${version}`,
    // Without the program that runs tests in browsers, and without TLS for it.
    crate: ['wasm-bindgen-cli', '--version', version, '--no-default-features', '--bin', 'wasm-bindgen'],
    program: 'wasm-bindgen',
    version: new RegExp(`^wasm-bindgen ${version.replaceAll('.', '\\.')}\\s*$`),
    seconds: 90,
  });
  await runJobs([rust, bindgen, toolJob({ what: 'wasm-pack', seconds: 90 })]);
}

/** The version of wasm-bindgen in Cargo.lock. The program that generates the glue must have the same version. */
export function wasmBindgenVersion() {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock.replaceAll('\r', ''))?.[1];
  if (!version) throw new BuildError('Cargo.lock does not name a version of wasm-bindgen.');
  return version;
}
