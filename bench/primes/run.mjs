// Random primes by an instance and by a pool, beside OpenSSL, in turn.
// node bench/primes/run.mjs [--quick] [--json FILE]
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import { verdict } from '../verdict.mjs';

const options = readOptions();
const ENGINE = 'Node 24';

/** The mean time of powmod for a safe prime of 1024 bits over that of OpenSSL. */
const BOUND = { most: 3, goal: 1 };

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

const [report] = await inEngines([ENGINE], async (engine) => ({
  engine: engine.version,
  ...(await engine.call('bench/primes/measure.js', {
    workers: 2,
    kinds: options.quick
      ? KINDS.filter(({ bits }) => bits in QUICK).map((kind) => ({ ...kind, rounds: QUICK[kind.bits] }))
      : KINDS,
  })),
}));
if (!report) throw new Error(`${ENGINE} is not there`);
console.log(`${report.engine}, ${report.kernel}: mean time of a prime in ms, with its standard error`);
console.table(
  report.rows.map(({ bits, safe, timings }) => ({
    bits,
    safe,
    ...Object.fromEntries(
      Object.entries(timings).map(([name, { mean, error }]) => [
        name,
        `${(mean / 1000).toFixed(1)} ± ${(error / 1000).toFixed(1)}`,
      ]),
    ),
  })),
);
const { powmod, OpenSSL } = report.rows.find(({ bits, safe }) => bits === 1024 && safe).timings;
const share = powmod.mean / OpenSSL.mean;
console.log(`safe, 1024 bits: ${share.toFixed(2)} of OpenSSL's time (at most ${BOUND.most}): ${verdict(share, BOUND)}`);
writeResult(options, report);
