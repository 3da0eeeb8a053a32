// The public items of the crates. npm run rust-api writes their lists, which api.test.mjs compares.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from '../../crate/build/run.mjs';
import { installNightly, installTool, toolEnvironment } from '../../crate/build/tools.mjs';

/** The published crates, with the features that users can choose. */
export const CRATES = { powmod: ['--features=std'], 'powmod-kernel': [] };

export const listOf = (crate) => fileURLToPath(new URL(`${crate}.txt`, import.meta.url));

/** The public items of a crate, one a line, as cargo-public-api prints them. */
export async function publicItems(crate) {
  await installNightly([]);
  await installTool({
    what: 'cargo-public-api',
    crate: ['cargo-public-api', '--version', '0.52.0', '--locked'],
    program: 'cargo-public-api',
    version: / 0\.52\.0\s*$/,
    seconds: 100,
    ask: ['public-api', '--version'],
  });
  // Without what every type has: derived, automatic and blanket implementations.
  const args = ['public-api', '--package', crate, ...CRATES[crate], '-sss', '--color=never'];
  return run('cargo', args, { env: { ...toolEnvironment, RUSTUP_TOOLCHAIN: 'nightly' } });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const crate of Object.keys(CRATES)) writeFileSync(listOf(crate), await publicItems(crate));
