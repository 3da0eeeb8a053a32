// revm's precompile for modular exponentiation (EIP-198) on `powmod::modexp`, by revm's own hook, the trait `Crypto`:
// runs the tests of a copy of revm whose default is that implementation.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../crate/build/run.mjs';
import { shown } from './fuzz/shown.mjs';

const VERSION = '43.0.3';
const folder = join(root, 'target/revm');
const copy = join(folder, 'copy');
// Debug information would take half of the compiler's time.
const env = { CARGO_TARGET_DIR: join(folder, 'target'), CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' };

rmSync(copy, { recursive: true, force: true });
cpSync(await source(), copy, { recursive: true });
change('Cargo.toml', [
  // Only revm's benches need criterion.
  [/\[\[bench\]\][^[]*/, ''],
  [/\[dev-dependencies\.criterion\][^[]*/, ''],
  [/$/, `\n[dependencies.powmod]\npath = ${JSON.stringify(join(root, 'crate/core'))}\n\n[workspace]\n`],
]);
change('src/interface.rs', [
  [/\bDefaultCrypto\)\)\.as_ref/, 'Powmod)).as_ref'],
  [
    /$/,
    `
#[derive(Clone, Debug)]
struct Powmod;

impl Crypto for Powmod {
    fn modexp(&self, base: &[u8], exp: &[u8], modulus: &[u8]) -> Result<Vec<u8>, PrecompileHalt> {
        Ok(powmod::modexp(base, exp, modulus))
    }
}
`,
  ],
]);
const test = ['test', '--lib', '--no-default-features', '--features=std', 'modexp'];
const { code } = await shown('cargo', [...test, '--manifest-path', join(copy, 'Cargo.toml')], env);
process.exitCode = code;

/** The folder of revm's source, in the home of cargo, which fetches it for a crate that depends on it. */
async function source() {
  const needs = `[package]\nname = "needs-revm"\nedition = "2024"\n\n[dependencies.revm-precompile]\nversion = "=${VERSION}"`;
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'src/lib.rs'), '');
  writeFileSync(join(folder, 'Cargo.toml'), `${needs}\ndefault-features = false\n\n[workspace]\n`);
  const manifest = ['--manifest-path', join(folder, 'Cargo.toml'), '--format-version', '1'];
  const { packages } = JSON.parse(await run('cargo', ['metadata', ...manifest]));
  return join(packages.find(({ name }) => name === 'revm-precompile').manifest_path, '..');
}

/** Changes a file of the copy. */
function change(file, edits) {
  const path = join(copy, file);
  if (!existsSync(path)) throw new Error(`revm has no ${file}`);
  const text = edits.reduce(
    (before, [pattern, by]) => {
      const after = before.replace(pattern, () => by);
      if (after === before) throw new Error(`revm's ${file} has nothing like ${pattern}`);
      return after;
    },
    readFileSync(path, 'utf8'),
  );
  writeFileSync(path, text);
}
