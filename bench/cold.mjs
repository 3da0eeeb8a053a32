// Cold start: the time from `import` to the first verified proof in a fresh Node process, beside native BigInt.
// node bench/cold.mjs [--quick] [--json FILE]
import { fileURLToPath } from 'node:url';
import { run } from '../crate/build/run.mjs';
import { missingProgram, nodeProgram } from '../workshop/engines/engines.mjs';
import { installRuntimes } from '../workshop/engines/install.mjs';
import { readOptions, writeResult } from './harness.mjs';

const options = readOptions();
const PROOF = 'crate/js/examples/wesolowski-rsa2048.json';
const rounds = options.quick ? 5 : 40;

await installRuntimes();
const report = [];
for (const node of [20, 24]) {
  const reason = missingProgram(nodeProgram(node));
  if (reason) {
    console.log(`Node ${node} is left out: ${reason}`);
    continue;
  }
  const times = { powmod: [], bigint: [] };
  for (let round = 0; round < rounds; round++)
    for (const name of Object.keys(times)) times[name].push(await cold(node, name));
  const min = (name) => Math.min(...times[name]);
  const median = (name) => times[name].sort((a, b) => a - b)[rounds >> 1];
  const row = {
    node,
    powmod: min('powmod'),
    bigint: min('bigint'),
    ratio: min('powmod') / min('bigint'),
    'ratio of medians': median('powmod') / median('bigint'),
  };
  report.push(row);
}
console.log("Milliseconds from import to the first verified proof, and powmod's over BigInt's (at most 1; goal 0.5):");
console.table(
  report.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, x]) => [key, key === 'node' ? x : x.toFixed(2)])),
  ),
);
writeResult(options, report);

async function cold(node, name) {
  const script = fileURLToPath(new URL(`cold/${name}.mjs`, import.meta.url));
  const { milliseconds, isValid } = JSON.parse(await run(nodeProgram(node), [script, PROOF]));
  if (!isValid) throw new Error(`${name} does not find the proof valid`);
  return milliseconds;
}
