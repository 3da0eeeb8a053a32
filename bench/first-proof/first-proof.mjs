// The first proof: the time to the verdict on one Wesolowski proof modulo RSA-2048, in a fresh page or process, beside
// the same verifier in native BigInt; and that to the first power, beside BigInt and gmp-wasm.
// node bench/first-proof/first-proof.mjs [--quick] [--json FILE] [ENGINE…]
import { available } from '../../workshop/engines/in-engines.mjs';
import { installRuntimes } from '../../workshop/engines/install.mjs';
import { timingOf } from '../../workshop/timing.js';
import { readOptions, writeRows } from '../harness.mjs';
import { engines, held } from './engines.mjs';

const options = readOptions();
const rounds = options.quick ? 1 : 15;
/** So many visits for one that counts, where a condition does not hold. */
const MOST_VISITS = 4;

const SPANS = { start: 'from the start', script: 'from the script', processor: 'of the processor' };

await installRuntimes();
const report = [];
for (const { open, contenders, conditions = [{}] } of available(engines, options.wanted)) {
  const engine = await open();
  let usual = 0;
  try {
    for (const condition of options.quick ? conditions.slice(0, 1) : conditions) {
      const label = condition.name ? `${engine.version}, ${condition.name}` : engine.version;
      const measured = await measure(engine, condition, contenders, usual);
      usual ||= medianOf(measured.flatMap(({ loads }) => loads.map(({ spin }) => spin)));
      report.push(...rowsOf(label, measured));
    }
  } finally {
    await engine.close();
  }
}
await writeRows(options, report);

/** The contenders with their loads. */
async function measure(engine, condition, contenders, usual) {
  const measured = contenders.map((contender) => ({ ...contender, loads: [] }));
  let leftOut = 0;
  for (let round = 0; round < rounds; round++)
    for (const { name, loads } of measured) {
      let load = await engine.load(name, condition);
      for (let visits = 1; !held(condition, load, usual); visits++, leftOut++) {
        if (visits === MOST_VISITS) throw new Error(`${engine.version}: ${condition.name} does not hold`);
        load = await engine.load(name, condition);
      }
      if (!load.isValid) throw new Error(`${name} gives a wrong answer`);
      loads.push(load);
    }
  if (leftOut) console.log(`${engine.version}, ${condition.name}: ${leftOut} visits are left out`);
  return measured;
}

function medianOf(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}

function rowsOf(engine, measured) {
  const of = (wanted) => measured.filter(({ part }) => part === wanted);
  const all = measured.flatMap(({ loads }) => loads);
  const known = Object.keys(SPANS).filter((span) => all.every((load) => load[span] > 0));
  const spans = ['time', 'power'].flatMap((part) =>
    known.map((span) => ({
      ...{ part, engine, span: SPANS[span] },
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
