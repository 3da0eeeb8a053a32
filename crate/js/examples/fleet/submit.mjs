// Adds work, and waits for its results, which go to stdout; progress goes to stderr. The work goes on without this
// process: the same command finds it again.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { init } from 'powmod';
import { checkpointsIn } from './checkpoints.mjs';
import { fail, number, readOptions } from './program.mjs';
import { addEvaluation, addPowers, addProofs, addProving, connect, openQueues } from './queue.mjs';
import { LIMITS, modulus as readModulus } from './tasks.mjs';

const USAGE = `node submit.mjs [--modulus M [--seed S]] [--iterations T] [--profile P] verify FILE…
node submit.mjs --modulus M --seed S --iterations T evaluate
node submit.mjs --modulus M --seed S --iterations T --scheme S prove
node submit.mjs powers FILE
  --modulus     the name of a group, as RSA-2048, or hex after 0x. Without it verify takes any modulus, also
                one whose factors the prover knows
  --seed        a text, or bytes in hex after 0x, which are hashed to the number that is squared
  --iterations  how many squarings
  --scheme      of the proof: wesolowski or pietrzak
  --profile     of the proofs that verify takes: powmod-v1, the default, or tokamak, which proves an output up to sign
A FILE of verify is a proof. That of powers is { "modulus": M, "terms": [["0xBASE", "0xEXPONENT"], …] }.`;

const DELAY = ['modulus', 'seed', 'iterations'];

/** For each kind of work: the options that it must and may have, and how many files it takes. */
const KINDS = {
  verify: { does: verify, must: [], may: [...DELAY, 'profile'], takes: 'files of proofs', fits: (files) => files > 0 },
  evaluate: { does: delay, must: DELAY, may: [], takes: 'no file', fits: (files) => files === 0 },
  prove: { does: delay, must: [...DELAY, 'scheme'], may: [], takes: 'no file', fits: (files) => files === 0 },
  powers: { does: powers, must: [], may: [], takes: 'one file', fits: (files) => files === 1 },
};

const { given, positionals } = readOptions(
  USAGE,
  { modulus: undefined, seed: undefined, iterations: undefined, scheme: undefined, profile: undefined },
  { allowPositionals: true },
);
const [kind, ...files] = positionals;
checkCommand();
const iterations =
  given.iterations === undefined ? undefined : number(given, 'iterations', { least: 1, most: LIMITS.iterations });

const redis = connect();
const queues = openQueues(redis);
const checkpoints = checkpointsIn(queues);
try {
  await KINDS[kind].does();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
await queues.close();
redis.disconnect();

function checkCommand() {
  if (!Object.hasOwn(KINDS, kind ?? '')) fail(`say what to do: verify, evaluate, prove or powers\n${USAGE}`);
  const { must, may, takes, fits } = KINDS[kind];
  for (const name of must) if (given[name] === undefined) fail(`--${name}: is missing`);
  for (const name of [...DELAY, 'scheme', 'profile'])
    if (given[name] !== undefined && ![...must, ...may].includes(name)) fail(`--${name}: is no option of ${kind}`);
  if (!fits(files.length)) fail(`${kind}: takes ${takes}`);
}

/** The number that a seed is hashed to, in hex. `npx powmod` reads seeds by the same rule. */
async function inputOf(seed, modulus) {
  const pm = await init();
  const isHex = /^0x/i.test(seed);
  if (isHex && !/^0x([\da-f]{2})*$/i.test(seed))
    throw new Error('--seed: must have two hex digits for each byte after 0x');
  const bytes = isHex ? Buffer.from(seed.slice(2), 'hex') : new TextEncoder().encode(seed);
  return `0x${pm.hashToGroup(bytes, readModulus(modulus)).toString(16)}`;
}

async function delay() {
  const { modulus, seed, scheme } = given;
  const task = { modulus, input: await inputOf(seed, modulus), iterations };
  const id = await (kind === 'prove' ? addProving(queues, { ...task, scheme }) : addEvaluation(queues, task));
  const job = await queues.delays.getJob(id);
  const result = await resultOf(queues.delays, id, async () => {
    const { done, perSecond } = await checkpoints.progress(job);
    if (kind === 'prove' && done === iterations) return 'all squarings are done, the proof is not';
    return progress(done, iterations, perSecond, 'squarings');
  });
  console.log(JSON.stringify(result));
}

async function verify() {
  const { modulus, seed, profile } = given;
  if (seed !== undefined && modulus === undefined) throw new Error('--seed: needs --modulus');
  const input = seed === undefined ? undefined : await inputOf(seed, modulus);
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const verdicts = texts.map((text) =>
    text.length > LIMITS.characters ? { field: 'file', reason: `has more than ${LIMITS.characters} characters` } : {},
  );
  const small = [...texts.keys()].filter((i) => texts[i].length <= LIMITS.characters);
  const proofs = small.map((i) => texts[i]);
  const jobs = proofs.length ? await addProofs(queues, proofs, { modulus, input, iterations, profile }) : [];
  const began = performance.now();
  let done = 0;
  for (const { id, places } of jobs) {
    const perSecond = (1000 * done) / (performance.now() - began);
    const result = await resultOf(queues.lists, id, () => progress(done, proofs.length, perSecond, 'proofs'));
    for (const [i, place] of places.entries()) verdicts[small[place]] = result[i];
    done += places.length;
  }
  for (const [i, verdict] of verdicts.entries()) console.log(`${files[i]}: ${shown(verdict)}`);
  if (verdicts.some(({ valid }) => !valid)) process.exitCode = 1;
}

function shown({ valid, field, reason, element }) {
  if (field) return `malformed, ${field} ${reason}`;
  if (valid) return element ? `valid up to sign, for ${element}` : 'valid';
  return reason ? `invalid, ${reason}` : 'invalid';
}

async function powers() {
  const [file] = files;
  const text = await readFile(file, 'utf8');
  let id;
  try {
    id = await addPowers(queues, JSON.parse(text));
  } catch (error) {
    throw new Error(`${file}: ${error.message}`);
  }
  const job = await queues.lists.getJob(id);
  const result = await resultOf(queues.lists, id, async () => {
    const { processed = 0, unprocessed = 0 } = await job.getDependenciesCount();
    return `${processed} of ${processed + unprocessed} parts`;
  });
  console.log(result);
}

function progress(done, total, perSecond, what) {
  const left = perSecond ? `, ${Math.ceil((total - done) / perSecond)} s left` : '';
  return `${((100 * done) / total).toFixed(1)} % of ${total} ${what}${left}`;
}

/**
 * Asks until the job has ended: an answer cannot be missed, whatever happens to Redis and to workers meanwhile. Tells
 * each second how the job stands, and whether somebody works at all.
 */
async function resultOf(queue, id, tell) {
  let last;
  let changed;
  for (let told; ; await sleep(100)) {
    const state = await queue.getJobState(id);
    if (state === 'completed') return (await queue.getJob(id)).returnvalue;
    if (state === 'failed') throw new Error((await queue.getJob(id)).failedReason);
    if (state === 'unknown') throw new Error(`${id} is gone: it was removed, or its result is a day old`);
    if (told === undefined) console.error(id);
    if (performance.now() - (told ?? -Infinity) < 1000) continue;
    told = performance.now();
    const now = `${state}, ${await tell()}`;
    if (now !== last) changed = told;
    last = now;
    const still = Math.round((told - changed) / 1000);
    const isAlone = (state !== 'active' || still > 0) && (await queue.getWorkersCount()) === 0;
    console.error(`${now}${still > 1 ? `, unchanged for ${still} s` : ''}${isAlone ? ', no worker is connected' : ''}`);
  }
}
