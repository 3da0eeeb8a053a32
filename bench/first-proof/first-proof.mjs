// The first proof: the time to the verdict on one Wesolowski proof modulo RSA-2048, in a fresh page or process, beside
// the same verifier in native BigInt; and that to the first power, beside BigInt and gmp-wasm.
// node bench/first-proof/first-proof.mjs [--quick] [--json FILE] [ENGINE…]
import { available } from '../../workshop/engines/in-engines.mjs';
import { installRuntimes } from '../../workshop/engines/install.mjs';
import { timingOf } from '../../workshop/timing.js';
import { readOptions, writeRows } from '../harness.mjs';
import { engines } from './engines.mjs';

const options = readOptions();
const rounds = options.quick ? 1 : 15;

await installRuntimes();
const report = [];
for (const { open, contenders, conditions = [{}] } of available(engines, options.wanted)) {
  const engine = await open();
  try {
    for (const condition of options.quick ? conditions.slice(0, 1) : conditions) {
      const label = condition.name ? `${engine.version}, ${condition.name}` : engine.version;
      report.push(...rowsOf(label, await measure(engine, condition, contenders)));
    }
  } finally {
    await engine.close();
  }
}
await writeRows(options, report);

/** The contenders with their loads. */
async function measure(engine, condition, contenders) {
  const measured = contenders.map((contender) => ({ ...contender, loads: [] }));
  for (let round = 0; round < rounds; round++)
    for (const { name, loads } of measured) {
      const load = await engine.load(name, condition);
      if (!load.isValid) throw new Error(`${name} gives a wrong answer`);
      loads.push(load);
    }
  return measured;
}

function rowsOf(engine, measured) {
  const of = (wanted) => measured.filter(({ part }) => part === wanted);
  const spans = ['time', 'power'].flatMap((part) =>
    ['start', 'script'].map((span) => ({
      ...{ part, engine, span: `from the ${span}` },
      timings: Object.fromEntries(of(part).map(({ title, loads }) => [title, timing(loads.map((load) => load[span]))])),
    })),
  );
  const steps = of('steps').map(({ loads }) => ({
    ...{ part: 'steps', engine },
    timings: Object.fromEntries(
      Object.keys(loads[0].steps).map((step) => [step, timing(loads.map((load) => load.steps[step]))]),
    ),
  }));
  return [...spans, ...steps];
}

/** Of milliseconds, in microseconds. */
function timing(times) {
  return timingOf(times.map((time) => 1000 * time));
}
