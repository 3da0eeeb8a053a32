// Tests whether the time of the secret path depends on its inputs, as dudect does: Reparaz, Balasch, Verbauwhede,
// "Dude, is my code constant time?", DATE 2017. node bench/dudect/run.mjs [--quick] [--json FILE] [ENGINE…]

import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import { THRESHOLD } from './welch.js';

/** One engine of each make. */
const ENGINES = ['Node 24', 'Bun', 'Deno', 'Chromium', 'Firefox', 'WebKit'];

const options = readOptions();
const wanted = options.wanted.length ? options.wanted : ENGINES;
const results = await inEngines(wanted, async (engine) => {
  const result = {
    engine: engine.version,
    threshold: THRESHOLD,
    ...(await engine.call('bench/dudect/measure.js', { seconds: options.quick ? 0.25 : 45 })),
  };
  show(result);
  return result;
});
writeResult(options, results);

function show({ engine, kernel, cases }) {
  console.log(`${engine}, powmod ${kernel}: Welch's t of two classes' times, at most ${THRESHOLD}`);
  const verdicts = cases.map(({ name, shows, measurements, t, most }) => {
    const isFound = most > THRESHOLD;
    return {
      call: name,
      measurements: measurements.join(' + '),
      't, all': t.all.toFixed(2),
      't, most of the crops': t.cropped.reduce((a, b) => (Math.abs(b.t) > Math.abs(a) ? b.t : a), 0).toFixed(2),
      't, second order': t.second.toFixed(2),
      verdict: isFound === shows ? (shows ? 'found, as it must be' : 'nothing found') : shows ? 'BLIND' : 'SHOWS',
    };
  });
  console.table(verdicts);
  // A measurement means nothing if its control shows no difference. The report leaves the judgement of the rest to
  // readers.
  if (verdicts.some(({ verdict }) => verdict === 'BLIND')) process.exitCode = 1;
}
