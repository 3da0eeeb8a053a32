// The first proof: the time to the verdict on one Wesolowski proof modulo RSA-2048, in a fresh page or process, beside
// the same verifier in native BigInt; and that to the first power.
// node bench/first-proof/run.mjs [--quick] [--json FILE] [ENGINE…]
import { available } from '../../workshop/engines/in-engines.mjs';
import { installRuntimes } from '../../workshop/engines/install.mjs';
import { timingOf } from '../../workshop/timing.js';
import { readOptions, writeRows } from '../harness.mjs';
import { contenders, engines } from './engines.mjs';

const options = readOptions();
const rounds = options.quick ? 1 : 15;

await installRuntimes();
const report = [];
for (const { open, conditions = [{}] } of available(engines, options.wanted)) {
  const engine = await open();
  try {
    for (const condition of options.quick ? conditions.slice(0, 1) : conditions) {
      const label = condition.name ? `${engine.version}, ${condition.name}` : engine.version;
      report.push(...rowsOf(label, await measure(engine, condition)));
    }
  } finally {
    await engine.close();
  }
}
writeRows(options, report);

async function measure(engine, condition) {
  const loads = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const { name } of contenders) {
      const load = await engine.load(name, condition);
      if (!load.isValid) throw new Error(`${name} gives a wrong answer`);
      loads[name].push(load);
    }
  return Object.fromEntries(Object.entries(loads).map(([name, list]) => [name, summary(list)]));
}

function rowsOf(engine, measured) {
  const of = (value) => Object.fromEntries(contenders.map(({ name, title }) => [title, value(measured[name])]));
  const rows = ['start', 'script'].map((span) => ({
    ...{ part: 'time', engine, span: `from the ${span}` },
    timings: of((one) => one[span]),
  }));
  if (measured.bigint.bytes) rows.push({ part: 'bytes', engine, values: of(({ bytes }) => bytes) });
  return rows;
}

/** Microseconds. */
function summary(loads) {
  const timing = (span) => timingOf(loads.map((load) => 1000 * load[span]));
  const bytes = loads[0].bytes && Math.max(...loads.map(({ bytes }) => bytes));
  return { bytes, start: timing('start'), script: timing('script') };
}
