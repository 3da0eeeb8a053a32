// npm run differential -- [--products N] [--powers N] [--in PLACE]…: compares products and powers of each kernel with
// the reference and BigInt, by default ten million and a hundred thousand. Runs natively on portable lanes and in an
// engine of each vendor, on release builds, or only in the named places. Engines under emulation must be named; there
// ten thousand and a thousand are the default. Adds a line to LOG.md for each.
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
const DEFAULT = [NATIVE, ...Object.keys(ENGINES)];

/** Names in workshop/engines/emulated.mjs, where every kernel of the engine runs. */
const EMULATED = ['Node 24, ARM64', 'Bun, ARM64', 'Node 26, x86-64 without FMA', 'Node 26, x86-64 without SSE4.1'];

const PLACES = [...DEFAULT, ...EMULATED];

const { values } = parseArgs({
  options: {
    products: { type: 'string' },
    powers: { type: 'string' },
    in: { type: 'string', multiple: true, default: DEFAULT },
  },
});
const unknown = values.in.find((place) => !PLACES.includes(place));
if (unknown !== undefined) throw new Error(`--in: ${unknown} is none of ${PLACES.join('; ')}`);
/** The numbers of products and powers on each kernel, by default these. */
const counts = (products, powers) => ({
  products: Number(values.products ?? products),
  powers: Number(values.powers ?? powers),
});
const LONG = counts(10_000_000, 100_000);
const SHORT = counts(10_000, 1000);

const state = await commit();
if (values.in.includes(NATIVE)) await native();
const named = values.in.filter((place) => place !== NATIVE);
if (named.length) await engines();

async function native() {
  const build = 'run --profile bench --package powmod-fuzz --example differential --locked --'.split(' ');
  const wanted = Object.entries(LONG).flatMap(([name, count]) => [`--${name}`, `${count}`]);
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
  const steps = ['crate/build.mjs', 'workshop/programs/install.mjs', 'workshop/kernel-builds.mjs'];
  for (const step of [...steps, 'workshop/engines/install.mjs']) await script(process.execPath, [step]);
  const { emulated } = await import('../../workshop/engines/emulated.mjs');
  const { engines } = await import('../../workshop/engines/engines.mjs');
  const { inEngines } = await import('../../workshop/engines/in-engines.mjs');
  const compare = async (engine, name) => {
    const slow = emulated.find((one) => one.name === name);
    for (const kernel of slow?.kernels ?? ENGINES[name]) {
      const task = { kernel, ...(slow ? SHORT : LONG) };
      const { result, minutes } = await timed(() => engine.call('tests/fuzz/differential.js', task));
      const { lengths, products, powers, problem } = result;
      const found = problem ? `a difference: ${problem}` : 'no difference';
      const done = `${lengths} lengths, ${products} products, ${powers} powers`;
      log(state, `differential ${kernel}, ${name}`, minutes, `${done}; ${found}`);
      if (problem) process.exitCode = 1;
    }
  };
  await inEngines(named, compare, [...engines, ...emulated]);
}
