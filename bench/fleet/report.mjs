// A fleet of processes that verify proofs from a queue.
import { figure, ratio, table, time } from '../report/format.mjs';

const WORKERS = { 0: 'no queue, one process', 1: 'one worker', 2: 'two workers' };

/** Proofs a second. */
const perSecond = (microseconds) => figure(1e6 / microseconds);

/** The extra time of a job with one worker: what the worker spends on the queue, and waits for it. */
const queueTime = ({ timings }, perJob) => perJob * (timings[`1/${perJob}`].min - timings[`0/${perJob}`].min);

export default function section(result, { table }) {
  const { engine, kernel, perJob, timings, redis } = result;
  const sizes = [1, perJob];
  return `
The processes of [examples/fleet](../crate/js/examples/fleet/README.md) in ${engine} (\`${kernel}\`) verify \`powmod-v1\` proofs modulo
RSA-2048. The jobs of a sample wait in the queue before it starts. Its time is that from the start of its first job to the end of
its last. Redis runs on the same machine.

${table(
  [
    'proofs a second',
    ...sizes.map((size) => `${count(size, 'proof')} in a job`),
    ...sizes.map((size) => `median, ${size}`),
  ],
  Object.entries(WORKERS).map(([workers, name]) => [
    name,
    ...sizes.map((size) => perSecond(timings[`${workers}/${size}`].min)),
    ...sizes.map((size) => perSecond(timings[`${workers}/${size}`].median)),
  ]),
)}

${table(
  ['', ...sizes.map((size) => `${count(size, 'proof')} in a job`)],
  [
    ['the verification of a job alone', ...sizes.map((size) => time(size * timings[`0/${size}`].min))],
    ['more time of a job with one worker', ...sizes.map((size) => time(Math.max(0, queueTime(result, size))))],
    ["Redis's processor for a job, from its adding to its end", ...sizes.map((size) => time(redis[`1/${size}`].min))],
    ['two workers / one worker', ...sizes.map((size) => figure(ratio(timings[`1/${size}`], timings[`2/${size}`]).min))],
  ],
)}
`;
}

/** The sizes of fleets in the example's README. */
const FLEETS = [1, 2, 4, 8, 16, 32, 64];

/** For the README of the example: how many proofs a second a fleet verifies. */
export function fleetTable({ engine, kernel, perJob, timings, redis }, { cores }) {
  const measured = (workers, size) => 1e6 / timings[`${workers}/${size}`].min;
  const most = (size) => (1e6 / redis[`1/${size}`].min) * size;
  const two = (x) => figure(x, 2);
  return `One worker verifies ${two(measured(1, perJob))} proofs modulo RSA-2048 in a second, with ${perJob} proofs in a job; without a queue its process verifies
${two(measured(0, perJob))}. Two workers verify ${two(measured(2, perJob))}, on a machine of ${cores} cores where Redis and the bench run too. (${engine}, kernel
\`${kernel}\`.)

A fleet of N workers, each with a core to itself, verifies N times as many as one worker, until Redis has no time left. Redis
takes ${time(redis[`1/${perJob}`].min)} of its one processor for a job of ${perJob}, from its adding to its end, so it serves at most ${two(most(perJob))} proofs a
second. With one proof in a job it serves at most ${two(most(1))}. Between two jobs a worker waits for one answer of Redis, which a
network makes longer.

${table(
  ['proofs a second, computed', ...FLEETS.map((workers) => `N = ${workers}`)],
  [perJob, 1].map((size) => [
    `jobs of ${count(size, 'proof')}`,
    ...FLEETS.map((workers) => two(Math.min(workers * measured(1, size), most(size)))),
  ]),
)}`;
}

const count = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;
