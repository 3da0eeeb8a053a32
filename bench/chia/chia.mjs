// Chia's proofs by powmod and by Chia's own library, native and on GMP, in turn: the discriminant of a challenge,
// verification by the number of segments, with the discriminant known and anew.
// node bench/chia/chia.mjs [--quick] [--json FILE] [ENGINE…]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
import { installChiavdf, openChiavdf } from '../../workshop/chiavdf/wheel.mjs';
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { buildTestKernels } from '../../workshop/kernel-builds.mjs';
import { timingOf } from '../../workshop/timing.js';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();
const ENGINES = ['Node 24', 'Node 26', 'Chromium', 'Firefox', 'WebKit'];
const { challenges, proofs, rounds, repeats, warmMs } = options.quick
  ? { challenges: 3, proofs: 1, rounds: 2, repeats: 1, warmMs: 15 }
  : { challenges: 30, proofs: 3, rounds: 3, repeats: 2, warmMs: 200 };

const BITS = 1024;
const DEPTHS = [0, 1, 2, 3, 4];
/** The squarings of a part. Their number makes no difference to a verifier. */
const PART = 300;
const nameOf = (depth) => `verify, ${depth || 'no'} segment${depth > 1 ? 's' : ''}`;
const GENERATOR = `08${'00'.repeat(99)}`;

const missing = installChiavdf();
if (missing) throw new Error(missing);
await buildTestKernels();
const wheel = openChiavdf();
const { cases, work, path } = await prepare();

const report = await inEngines(options.wanted.length ? options.wanted : ENGINES, async (engine) => {
  const samples = cases.map(() => ({ powmod: [], chiavdf: [] }));
  let kernel;
  for (let round = 0; round < rounds; round++) {
    const measured = await engine.call('bench/chia/measure.js', { path, repeats, warmMs });
    kernel = measured.kernel;
    for (const [i, { name, operations }] of cases.entries()) {
      samples[i].powmod.push((1000 * measured.milliseconds[name]) / operations);
      let least = Infinity;
      for (let i = 0; i < repeats; i++) least = Math.min(least, (await work[name]()).milliseconds);
      samples[i].chiavdf.push((1000 * least) / operations);
    }
  }
  return cases.map(({ name }, i) => ({
    engine: engine.version,
    kernel,
    operation: name,
    timings: { powmod: timingOf(samples[i].powmod), chiavdf: timingOf(samples[i].chiavdf) },
  }));
});
wheel.close();
await writeRows(options, report.flat());

/** Makes the proofs, and a file of the work for engines. A case is a name, and the operations that its time is of. */
async function prepare() {
  const challenge = (i) => Buffer.alloc(32, i + 1).toString('hex');
  const prove = async (some) => {
    const { answers } = await wheel.ask('prove', some);
    return some.map(({ squarings, ...given }, i) => ({
      ...{ ...given, ...answers[i] },
      depth: squarings.length - 1,
      squarings: `${PART * squarings.length}`,
    }));
  };
  const statement = (i, depth, input = GENERATOR) => ({
    ...{ challenge: challenge(i), bits: BITS, input },
    squarings: DEPTHS.slice(0, depth + 1).map(() => PART),
  });
  const range = (count) => Array.from({ length: count }, (_, i) => i);
  const byDepth = [];
  for (const depth of DEPTHS) byDepth.push(await prove(range(proofs).map((i) => statement(i, depth))));
  const others = await prove(byDepth[0].map(({ output }, i) => statement(i, 0, output)));
  const fresh = await prove(range(challenges).map((i) => statement(i, 0)));
  const fields = range(challenges).map((i) => ({ challenge: challenge(i), bits: BITS }));

  const cases = [
    { name: 'the discriminant of a challenge', operations: challenges },
    ...DEPTHS.map((depth) => ({ name: nameOf(depth), operations: proofs })),
    { name: 'no segment, another input', operations: proofs },
    { name: 'no segment, with the discriminant', operations: challenges },
  ];
  const verify = (some) => async () => {
    const { answers, milliseconds } = await wheel.ask('verify', some);
    if (!answers.every((answer) => answer === true)) throw new Error('the library refuses a proof');
    return { milliseconds };
  };
  const work = {
    'the discriminant of a challenge': () => wheel.ask('discriminant', fields),
    ...Object.fromEntries(byDepth.map((some, depth) => [nameOf(depth), verify(some)])),
    'no segment, another input': verify(others),
    'no segment, with the discriminant': () => wheel.ask('verify_first', fresh),
  };
  for (const warm of Object.values(work)) await warm();
  const path = 'target/chia-bench.json';
  mkdirSync(join(root, 'target'), { recursive: true });
  const lists = {
    ...Object.fromEntries(byDepth.map((some, depth) => [nameOf(depth), some])),
    'no segment, another input': others,
  };
  writeFileSync(join(root, path), JSON.stringify({ lists, fresh }));
  return { cases, work, path };
}
