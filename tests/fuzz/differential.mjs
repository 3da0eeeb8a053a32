// npm run differential -- [--products N] [--powers N] [--encodings N] [--proofs N] [--in PLACE]…: compares products and
// powers of each kernel with the reference and BigInt, by default ten million and a hundred thousand. For each thousand
// products it compares one more, modulo a longer number. It runs in an engine of each vendor, or only in the named places. It
// then compares encodings and proofs of Chia with Chia's own library, by default a hundred thousand and two thousand. It runs
// in an engine under emulation only if that is named; the default there is a thousandth of the products and a hundredth of all
// else. It adds a line to LOG.md for each. A number of 0 leaves a comparison out. POWMOD_SEED=… makes the same encodings and
// proofs again. Natively, crate/core/tests/conformance.rs and the fuzzer compare.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run as script } from '../../crate/build/run.mjs';
import { commit, log, timed } from './log.mjs';

/** In Node 24 and Chromium, which are both V8, each kernel runs once. */
const DEFAULT = ['Node 24', 'Chromium with wide arithmetic', 'Firefox', 'WebKit'];

/** Names in workshop/engines/emulated.mjs, where every kernel of the engine runs. */
const EMULATED = ['Node 24, ARM64', 'Bun, ARM64', 'Node 26, x86-64 without FMA', 'Node 26, x86-64 without SSE4.1'];

const PLACES = [...DEFAULT, ...EMULATED];

const { values } = parseArgs({
  options: {
    products: { type: 'string' },
    powers: { type: 'string' },
    encodings: { type: 'string' },
    proofs: { type: 'string' },
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
/** The numbers of encodings and proofs in each place. */
const chiaCounts = (encodings, proofs) => ({
  encodings: Number(values.encodings ?? encodings),
  proofs: Number(values.proofs ?? proofs),
});
const LONG = { kernels: counts(10_000_000, 100_000), chia: chiaCounts(100_000, 2000) };
const SHORT = { kernels: counts(10_000, 1000), chia: chiaCounts(1000, 20) };

/** The encodings, and the proofs, of which the library makes cases at a time. */
const ENCODINGS = 5000;
const PROOFS = 100;

const state = await commit();
const steps = ['crate/build.mjs', 'workshop/programs/install.mjs', 'workshop/kernel-builds.mjs'];
for (const step of [...steps, 'workshop/engines/install.mjs']) await script(process.execPath, [step]);
await engines();

async function engines() {
  const { emulated } = await import('../../workshop/engines/emulated.mjs');
  const { engines } = await import('../../workshop/engines/engines.mjs');
  const { inEngines } = await import('../../workshop/engines/in-engines.mjs');
  const kernelsOf = (name) => [...engines, ...emulated].find((one) => one.name === name).kernels;
  const compare = async (engine, name) => {
    const count = EMULATED.includes(name) ? SHORT : LONG;
    const known = name.startsWith('Chromium') ? kernelsOf('Node 24') : [];
    for (const kernel of kernelsOf(name).filter((kernel) => !known.includes(kernel))) {
      if (count.kernels.products + count.kernels.powers === 0) break;
      const task = { kernel, ...count.kernels };
      const { result, minutes } = await timed(() => engine.call('tests/fuzz/differential.js', task));
      const { lengths, products, long, powers, problem } = result;
      const found = problem ? `a difference: ${problem}` : 'no difference';
      const done = `${lengths} lengths, ${products} products, ${long} long ones, ${powers} powers`;
      log(state, `differential ${kernel}, ${name}`, minutes, `${done}; ${found}`);
      if (problem) process.exitCode = 1;
    }
    await chia(name, count.chia, engine);
  };
  await inEngines(values.in, compare, [...engines, ...emulated]);
}

/** Compares encodings and proofs of Chia in an engine. */
async function chia(place, { encodings, proofs }, engine) {
  if (encodings + proofs === 0) return;
  const { installChiavdf } = await import('../../workshop/chiavdf/wheel.mjs');
  const reason = installChiavdf();
  if (reason) return console.log(`\nChia is left out: ${reason}`);
  const unregister = (await import('tsx/esm/api')).register(); // the cases are made in TypeScript
  const { chiaCases } = await import('../support/chia-cases.ts');
  const { Random } = await import('../support/random.ts');
  await unregister();

  const random = new Random();
  const path = 'target/chia-cases.txt';
  const total = { agreed: 0, accepted: 0, problem: undefined };
  const batches = Math.ceil(Math.max(encodings / ENCODINGS, proofs / PROOFS));
  const share = (count, i) => Math.floor((count * (i + 1)) / batches) - Math.floor((count * i) / batches);
  const { minutes } = await timed(async () => {
    for (let i = 0; i < batches && !total.problem; i++) {
      const lines = await chiaCases(random, { encodings: share(encodings, i), proofs: share(proofs, i) });
      writeFileSync(join(root, path), lines.join('\n'));
      const { agreed, accepted, problem } = await engine.call('tests/fuzz/chia-verdicts.js', path);
      total.agreed += agreed;
      total.accepted += accepted;
      total.problem = problem;
    }
  });
  const found = total.problem ? `a difference: ${total.problem}` : 'no difference';
  const done = `${total.agreed} of ${encodings + proofs} encodings and proofs, ${total.accepted} accepted`;
  log(state, `differential chia, ${place}, POWMOD_SEED=${random.seed}`, minutes, `${done}; ${found}`);
  if (total.problem) process.exitCode = 1;
}
