// Thousands of powers, as elections, key agreements and lists need them, beside BigInt, gmp-wasm and OpenSSL.
// node bench/many/run.mjs [--quick] [--json FILE]
import { readFileSync } from 'node:fs';
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeResult } from '../harness.mjs';

const options = readOptions();
const groups = JSON.parse(readFileSync(new URL('../../tests/vectors/groups/elections.json', import.meta.url), 'utf8'));
const task = options.quick
  ? { keys: [2048], list: { count: 100, workers: [1, 2] }, timing: { rounds: 2, sampleMs: 1, warmMs: 1 } }
  : { keys: [2048, 3072, 4096], list: { count: 10_000, workers: [1, 2] }, timing: { rounds: 25, sampleMs: 20 } };
const ballot = options.quick ? { selections: 2, rounds: 1 } : { selections: 50, rounds: 15 };

const [measured] = await inEngines(['Node 26'], async (engine) => ({
  engine: engine.version,
  ...(await engine.call('bench/many/measure.js', {
    ...task,
    groups: ['electionguard', 'belenios'].map((name) => ({ name, p: groups[name].p, g: groups[name].g })),
  })),
}));
if (!measured) throw new Error('Node 26 is not there');
const ballots = await inEngines(['Chromium'], async (engine) => ({
  engine: engine.version,
  ...(await engine.call('bench/many/ballot.js', ballot)),
}));
await writeResult(options, { ...measured, ballots });
