// Whether the secret path's time tells one class of inputs from another, in the manner of dudect: Reparaz, Balasch,
// Verbauwhede, "Dude, is my code constant time?", DATE 2017. node bench/dudect.mjs [--quick] [--json FILE]
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { nodeProgram } from '../tests/engines/engines.mjs';
import { installRuntimes } from '../tests/engines/install.mjs';
import { openRuntime } from '../tests/engines/runtime.mjs';
import { THRESHOLD } from './dudect/welch.js';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
});

await installRuntimes();
const engine = await openRuntime('Node', nodeProgram(24));
const measured = await engine.call('bench/dudect/measure.js', { seconds: options.quick ? 1.5 : 120 });
await engine.close();

console.log(`${engine.version}, powmod ${measured.kernel}: Welch's t of two classes' times, at most ${THRESHOLD}`);
const verdicts = measured.cases.map(({ name, shows, measurements, t, most }) => {
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
if (options.json) {
  const result = { engine: engine.version, threshold: THRESHOLD, ...measured };
  writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
}
// Without its control a measurement says nothing; what it finds is for a reader to judge.
if (verdicts.some(({ verdict }) => verdict === 'BLIND')) process.exitCode = 1;
