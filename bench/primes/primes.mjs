// Random primes by an instance and by a pool, beside OpenSSL, in turn.
// node bench/primes/primes.mjs [--quick] [--json FILE]
import { inNode } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();

/** How many primes of each kind. */
const KINDS = [
  { bits: 512, safe: false, rounds: 200 },
  { bits: 1024, safe: false, rounds: 200 },
  { bits: 1536, safe: false, rounds: 100 },
  { bits: 2048, safe: false, rounds: 60 },
  { bits: 512, safe: true, rounds: 100 },
  { bits: 1024, safe: true, rounds: 60 },
];
const QUICK = { 512: 3, 1024: 2 };

const { engine, kernel, workers, rows } = await inNode('bench/primes/measure.js', {
  workers: 2,
  kinds: options.quick
    ? KINDS.filter(({ bits }) => bits in QUICK).map((kind) => ({ ...kind, rounds: QUICK[kind.bits] }))
    : KINDS,
});
await writeRows(
  options,
  rows.map(({ safe, ...row }) => ({ engine, kernel, workers, safe: safe ? 'yes' : 'no', ...row })),
);
