// The first proof: the time to the verdict on one Wesolowski proof modulo RSA-2048, in a fresh page or process, beside
// the same verifier in native BigInt; and the number of proofs from which the package has paid.
// node bench/first-proof/run.mjs [--quick] [--json FILE] [ENGINE…]
import { available } from '../../workshop/engines/in-engines.mjs';
import { installRuntimes } from '../../workshop/engines/install.mjs';
import { readOptions, writeRows } from '../harness.mjs';
import { contenders } from './contenders.mjs';
import { engines } from './engines.mjs';

const options = readOptions();
/** Every `every`th round verifies the proof `proofs` times. */
const { rounds, proofs, every } = options.quick
  ? { rounds: 1, proofs: 10, every: 1 }
  : { rounds: 15, proofs: 200, every: 3 };

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
    for (const { name, verifies } of contenders) {
      const later = verifies && round % every === 0 ? proofs - 1 : 0;
      const load = await engine.load(name, later, condition);
      if (!load.isValid) throw new Error(`${name} gives a wrong answer`);
      loads[name].push(load);
    }
  return Object.fromEntries(Object.entries(loads).map(([name, list]) => [name, summary(list)]));
}

function rowsOf(engine, measured) {
  const of = (value) => Object.fromEntries(contenders.map(({ name, title }) => [title, value(measured[name])]));
  const others = contenders.filter(({ name, verifies }) => verifies && name !== 'bigint');
  const paid = others.map(({ name, title }) => [
    title,
    paidFrom(measured[name].ends, measured.bigint.ends) ?? `later than ${proofs}`,
  ]);
  const rows = ['start', 'script'].map((span) => ({
    ...{ part: 'time', engine, span: `from the ${span}` },
    timings: of((one) => one[span]),
  }));
  rows.push({ part: 'paid', engine, values: Object.fromEntries(paid) });
  if (measured.bigint.bytes) rows.push({ part: 'bytes', engine, values: of(({ bytes }) => bytes) });
  return rows;
}

/** Microseconds. `ends` has the end of each proof, since the navigation or the start of the process. */
function summary(loads) {
  const timing = (times) => ({ min: 1000 * Math.min(...times), median: 1000 * median(times) });
  const start = timing(loads.map(({ start }) => start));
  const long = loads.filter(({ later }) => later.length);
  const later = (long[0]?.later ?? []).map((_, i) => start.median + 1000 * median(long.map(({ later }) => later[i])));
  return {
    bytes: loads[0].bytes && Math.max(...loads.map(({ bytes }) => bytes)),
    start,
    script: timing(loads.map(({ script }) => script)),
    ends: [start.median, ...later],
  };
}

/** The number of proofs from which one contender is ahead of the other to the end; null if it is behind at the end. */
function paidFrom(ends, others) {
  const last = ends.findLastIndex((end, i) => end >= others[i]);
  return last + 1 < ends.length ? last + 2 : null;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
