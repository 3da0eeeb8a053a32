// npm run differential -- [--products N] [--powers N] [--in PLACE]…: compares products and powers of each kernel with
// the reference and BigInt, by default ten million and a hundred thousand. Runs natively on portable lanes and in an
// engine of each vendor, on release builds, or only in the named places. Adds a line to LOG.md for each.
import { parseArgs } from 'node:util';
import { run as script } from '../../crate/build/run.mjs';
import { commit, log, timed } from './log.mjs';
import { shown } from './shown.mjs';

const NATIVE = 'native';
const ENGINES = {
  'Node 24': ['relaxed', 'simd128', 'scalar'],
  'Chromium with wide arithmetic': ['wide'],
  Firefox: ['relaxed', 'simd128', 'scalar'],
  WebKit: ['simd128', 'scalar'],
};

const PLACES = [NATIVE, ...Object.keys(ENGINES)];

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000000' },
    powers: { type: 'string', default: '100000' },
    in: { type: 'string', multiple: true, default: PLACES },
  },
});
const unknown = values.in.find((place) => !PLACES.includes(place));
if (unknown !== undefined) throw new Error(`--in: ${unknown} is none of ${PLACES.join(', ')}`);
const state = await commit();
if (values.in.includes(NATIVE)) await native();
const named = values.in.filter((place) => place !== NATIVE);
if (named.length) await engines();

async function native() {
  const build = 'run --profile bench --package powmod-fuzz --example differential --locked --'.split(' ');
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
}

async function engines() {
  for (const step of ['crate/build.mjs', 'workshop/programs/install.mjs', 'workshop/kernel-builds.mjs'])
    await script(process.execPath, [step]);
  const { inEngines } = await import('../../workshop/engines/in-engines.mjs');
  const task = { products: Number(values.products), powers: Number(values.powers) };
  await inEngines(named, async (engine, name) => {
    for (const kernel of ENGINES[name]) {
      const { result, minutes } = await timed(() => engine.call('tests/fuzz/differential.js', { kernel, ...task }));
      const { products, powers, problem } = result;
      const found = problem ? `a difference: ${problem}` : 'no difference';
      log(state, `differential ${kernel}, ${name}`, minutes, `${products} products, ${powers} powers; ${found}`);
      if (problem) process.exitCode = 1;
    }
  });
}
