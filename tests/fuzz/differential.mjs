// npm run differential -- [--install] [--products N] [--powers N] [--operations N] [--in PLACE]… [--missing]: compares
// products and powers of each kernel with the reference and BigInt, by default ten million and a hundred thousand. It
// also compares 150,000 calls of the public operations, of each kernel and of BigInt, with an oracle. For each thousand
// products it compares one more, modulo a longer number. It runs in an engine of each vendor, or only in the named
// places. It runs in an engine under emulation only if its name is given; the default there is ten thousand products, a
// thousand powers and a thousand operations. It adds a line to LOG.md for each. --missing runs what has no line of
// today's code, in all places if none is named, so that an interrupted run goes on. Natively, `cargo test` and the
// fuzzer compare.
import { parseArgs } from 'node:util';
import { run as script } from '../../crate/build/run.mjs';
import { havePrograms } from '../../workshop/programs/install.mjs';
import { commit, log, timed } from '../evidence/log.mjs';
import { DEFAULT, EMULATED, operationsIn } from '../evidence/places.mjs';

/** The operations between two lines that show how many are done. */
const OPERATIONS_AT_ONCE = 5000;

const PLACES = [...DEFAULT, ...EMULATED];

const { values } = parseArgs({
  options: {
    products: { type: 'string' },
    powers: { type: 'string' },
    operations: { type: 'string' },
    seed: { type: 'string', default: '0' },
    in: { type: 'string', multiple: true },
    missing: { type: 'boolean', default: false },
    install: { type: 'boolean', default: false },
  },
});
/** The products for each product whose modulus may have any length. */
const LONG_EVERY = 1000;

/** The parts of a run. After each it says how far it is. */
const PARTS = 20;

const named = values.in ?? (values.missing ? PLACES : DEFAULT);
const unknown = named.find((place) => !PLACES.includes(place));
if (unknown !== undefined) throw new Error(`--in: ${unknown} is none of ${PLACES.join('; ')}`);

const state = await commit();
const browsers = ['chromium', 'firefox', 'webkit'];
const uses = (name) => named.some((place) => place.toLowerCase().startsWith(name));
const isEmulated = named.some((place) => EMULATED.includes(place));
await havePrograms([...browsers.filter(uses), ...(isEmulated ? ['qemu'] : [])], values);
for (const step of ['crate/build.mjs', 'workshop/kernel-builds.mjs', 'workshop/engines/install.mjs'])
  await script(process.execPath, [step]);
const { emulated } = await import('../../workshop/engines/emulated.mjs');
const { engines } = await import('../../workshop/engines/engines.mjs');
const { inEngines } = await import('../../workshop/engines/in-engines.mjs');
const { missingHunts } = await import('../evidence/evidence.mjs');
const all = [...engines, ...emulated];
const lacking = values.missing && (await missingHunts());
const isWanted = (what) => !lacking || lacking.has(what);
const places = named.filter((place) => !lacking || [...lacking].some((hunt) => hunt.endsWith(`, ${place}`)));

/** The sums of all parts, up to the first difference. */
async function compare(engine, what, kernel, count) {
  const sums = { lengths: 0, products: 0, long: 0, powers: 0 };
  const began = performance.now();
  for (let part = 0; part < PARTS && !sums.problem; part++) {
    const share = (whole) => Math.floor((whole * (part + 1)) / PARTS) - Math.floor((whole * part) / PARTS);
    const long = Math.floor(count.products / LONG_EVERY);
    const task = { kernel, products: share(count.products), long: share(long), powers: share(count.powers), part };
    const { problem, ...agreed } = await engine.call('tests/fuzz/differential.js', task);
    for (const [name, number] of Object.entries(agreed)) sums[name] += number;
    if (problem) sums.problem = problem;
    const left = ((performance.now() - began) / 60_000) * (PARTS / (part + 1) - 1);
    console.log(`${what}: ${Math.round((100 * (part + 1)) / PARTS)} %, ${left.toFixed(1)} min left`);
  }
  return sums;
}

if (places.length === 0) console.log('No hunt is missing.');
else await inEngines(places, inPlace, all);

/** Compares in a place. */
async function inPlace(engine, name) {
  const [most, many, some] = EMULATED.includes(name) ? [10_000, 1000, 1000] : [10_000_000, 100_000, 150_000];
  const count = { products: Number(values.products ?? most), powers: Number(values.powers ?? many) };
  const operations = Number(values.operations ?? some);
  for (const kernel of operationsIn(name, all)) {
    await compareOperations(engine, name, kernel, operations);
    const what = `differential ${kernel}, ${name}`;
    if (kernel === 'bigint' || !isWanted(what)) continue;
    const { result, minutes } = await timed(() => compare(engine, what, kernel, count));
    const { lengths, products, long, powers, problem } = result;
    const found = problem ? `a difference: ${problem}` : 'no difference';
    const done = `${lengths} lengths, ${products} products, ${long} long ones, ${powers} powers`;
    log(state, what, minutes, `${done}; ${found}`);
    if (problem) process.exitCode = 1;
  }
}

/** Compares all public operations of a kernel, and shows how far that is. */
async function compareOperations(engine, name, kernel, total) {
  const what = `operations ${kernel}, ${name}`;
  if (!isWanted(what)) return;
  const first = Number(values.seed);
  let [done, problem] = [0, undefined];
  const { minutes } = await timed(async () => {
    while (done < total && problem === undefined) {
      const task = { kernel, from: first + done, operations: Math.min(OPERATIONS_AT_ONCE, total - done) };
      const result = await engine.call('tests/fuzz/operations.js', task);
      done += result.operations;
      problem = result.problem;
      process.stdout.write(`${kernel}, ${name}: ${done} of ${total} operations\n`);
    }
  });
  const found = problem === undefined ? 'no difference' : `a difference: ${problem.split('\n')[0]}`;
  if (total > 0) log(state, what, minutes, `${done} from ${first} on; ${found}`);
  if (problem === undefined) return;
  process.stdout.write(`${problem}\n`);
  process.exitCode = 1;
}
