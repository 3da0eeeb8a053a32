// npm run miri -- [--rounds N]: runs the tests of crate/core and crate/chia on small numbers under Miri, which finds
// undefined behaviour.
import { parseArgs } from 'node:util';
import { installNightly } from '../crate/build/tools.mjs';
import { shown } from './fuzz/shown.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } });
await installNightly(['miri', 'rust-src']);
const tests = ['--package=powmod', '--package=powmod-chia', '--test=all'];
const { code } = await shown('cargo', ['miri', 'test', ...tests, '--locked', '--', 'small::'], {
  RUSTUP_TOOLCHAIN: 'nightly',
  MIRIFLAGS: '-Zmiri-env-forward=ROUNDS',
  ROUNDS: values.rounds,
});
process.exitCode = code;
