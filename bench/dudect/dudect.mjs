// Tests whether the time of the secret path depends on its inputs, as dudect does: Reparaz, Balasch, Verbauwhede,
// "Dude, is my code constant time?", DATE 2017. node bench/dudect/dudect.mjs [--quick] [--json FILE] [ENGINE…]

import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeRows } from '../harness.mjs';
import { THRESHOLD } from './welch.js';

/** One engine of each make. */
const ENGINES = ['Node 24', 'Bun', 'Deno', 'Chromium', 'Firefox', 'WebKit'];

const options = readOptions();
const wanted = options.wanted.length ? options.wanted : ENGINES;
const results = await inEngines(wanted, async (engine) => {
  const measured = await engine.call('bench/dudect/measure.js', { seconds: options.quick ? 0.25 : 8 });
  return measured.map(({ measurements, t, shows, most, ...row }) => {
    const found = most > THRESHOLD;
    const verdict = shows ? (found ? 'yes, as expected' : '**no: the test does not work**') : found ? '**yes**' : 'no';
    const values = {
      measurements: measurements[0] + measurements[1],
      ...{ t: Math.abs(t.all), cropped: t.cropped, 'second order': Math.abs(t.second), 'difference found': verdict },
    };
    return { engine: engine.version, ...row, shows, most, values };
  });
});
await writeRows(options, results.flat());
// A measurement means nothing if its control shows no difference. The report leaves the judgement of the rest to
// readers.
if (results.flat().some(({ shows, most }) => shows && most <= THRESHOLD)) process.exitCode = 1;
