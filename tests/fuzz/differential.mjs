// npm run differential -- [--products N] [--powers N]: ten million products and a hundred thousand powers on each kernel
// unless said otherwise, built as for a release, and a line in LOG.md for each kernel.
import { parseArgs } from 'node:util';
import { commit, log, timed } from './log.mjs';
import { shown } from './shown.mjs';

const { values } = parseArgs({
  options: { products: { type: 'string', default: '10000000' }, powers: { type: 'string', default: '100000' } },
});
const state = await commit();
const build = ['run', '--profile', 'bench', '--package', 'powmod-fuzz', '--example', 'differential', '--locked', '--'];
const wanted = ['--products', values.products, '--powers', values.powers];
const run = await timed(() => shown('cargo', [...build, ...wanted]));
const { code, output } = run.result;
const kernels = [...output.matchAll(/^(\w+): (\d.*)$/gm)];
for (const [, name, counts] of kernels)
  log(state, `differential ${name}`, run.minutes / kernels.length, `${counts}; no difference`);
if (code) {
  log(state, 'differential', run.minutes, `a difference: ${/panicked at .*\n(.*)/.exec(output)?.[1] ?? 'see above'}`);
  process.exitCode = 1;
}
