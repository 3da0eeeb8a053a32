// Adds jobs, and waits for their results:
//   node submit.mjs [--priority N] [--modulus M] proofs FILE…
//   node submit.mjs [--priority N] [--modulus M] --seed TEXT --iterations T [--prove SCHEME] evaluation
// M is a group's name, or hex after 0x. The jobs go on without this process.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { groups, init } from 'powmod';
import { addEvaluation, addProofs, openEvents, openQueues } from './queue.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    modulus: { type: 'string', default: 'RSA-2048' },
    priority: { type: 'string', default: '0' },
    seed: { type: 'string', default: '' },
    iterations: { type: 'string', default: '' },
    prove: { type: 'string' },
  },
});
const [what, ...files] = positionals;
const { modulus, seed, iterations, prove } = values;
const options = { priority: Number(values.priority) };

const queues = openQueues();
const queue = what === 'proofs' ? queues.proofs : queues.evaluations;
const events = await openEvents(queue);
try {
  if (what === 'proofs') await verify();
  else if (what === 'evaluation') await evaluate();
  else throw new Error('say what to add: proofs or evaluation');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
await Promise.all([events, queues.proofs, queues.evaluations].map((connected) => connected.close()));

async function verify() {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const jobs = await addProofs(queue, texts, { modulus }, options);
  const verdicts = await Promise.all(jobs.map((job) => job.waitUntilFinished(events)));
  for (const [i, { valid, field, reason }] of verdicts.flat().entries())
    console.log(`${files[i]}: ${field ? `malformed, ${field} ${reason}` : valid ? 'valid' : 'invalid'}`);
}

/** Prints the result as JSON, and the progress to stderr. */
async function evaluate() {
  const pm = await init();
  const input = pm.hashToGroup(new TextEncoder().encode(seed), groups[modulus] ?? BigInt(modulus));
  const task = { modulus, input: `0x${input.toString(16)}`, iterations: Number(iterations), prove };
  const job = await addEvaluation(queue, task, options);
  events.on('progress', ({ jobId, data }) => {
    if (jobId === job.id) console.error(`${((100 * data.done) / data.total).toFixed(1)} % of the squarings`);
  });
  console.log(JSON.stringify(await job.waitUntilFinished(events), null, 2));
}
