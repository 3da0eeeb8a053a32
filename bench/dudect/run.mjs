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
  return {
    engine: engine.version,
    threshold: THRESHOLD,
    ...(await engine.call('bench/dudect/measure.js', { seconds: options.quick ? 0.25 : 8 })),
  };
});
writeResult(options, results);
// A measurement means nothing if its control shows no difference. The report leaves the judgement of the rest to readers.
const isBlind = ({ cases }) => cases.some(({ shows, most }) => shows && most <= THRESHOLD);
if (results.some(isBlind)) process.exitCode = 1;
