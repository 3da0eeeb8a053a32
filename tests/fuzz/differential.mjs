// Compares a kernel in an engine for some minutes: its products and powers, or all public operations. Natively,
// `cargo test` and libFuzzer compare.

/** What an engine computes before its driver shows how far it is. */
const SECONDS_AT_ONCE = 20;
const OPERATIONS_AT_ONCE = 5000;

/** The distance between the seeds of two calls. */
const STEP = 0x6c078965;

/**
 * Compares products and powers with the kernel `cios` and BigInt.
 *
 * @param {import('../../workshop/engines/engine.ts').OpenEngine} engine
 * @param {{ kernel: string, minutes: number, seed: number, show: (text: string) => void }} how
 */
export async function differential(engine, { kernel, minutes, seed, show }) {
  const sums = { lengths: 0, products: 0, long: 0, powers: 0 };
  const isLeft = timer(minutes, SECONDS_AT_ONCE);
  let problem;
  for (let call = 0, seconds = isLeft(); seconds > 0 && !problem; call++, seconds = isLeft()) {
    const task = { kernel, seconds, seed: (seed + STEP * call) >>> 0 };
    const { problem: found, ...agreed } = await engine.call('tests/fuzz/differential.js', task);
    for (const [name, number] of Object.entries(agreed)) sums[name] += number;
    problem = found;
    show(`${sums.products} products, ${sums.powers} powers`);
  }
  const { lengths, products, long, powers } = sums;
  return result(
    `${lengths} lengths, ${products} products, ${long} long ones, ${powers} powers from ${seed} on`,
    problem,
  );
}

/** Compares calls of all public operations with oracles. The parameters are those of {@link differential}. */
export async function operations(engine, { kernel, minutes, seed, show }) {
  const isLeft = timer(minutes, Number.POSITIVE_INFINITY);
  let [done, problem] = [0, undefined];
  for (let seconds = isLeft(); seconds > 0 && problem === undefined; seconds = isLeft()) {
    const task = { kernel, from: seed + done, operations: OPERATIONS_AT_ONCE, seconds };
    const result = await engine.call('tests/fuzz/operations.js', task);
    done += result.operations;
    problem = result.problem;
    show(`${done} operations`);
  }
  return result(`${done} from ${seed} on`, problem);
}

const result = (done, problem) =>
  `${done}; ${problem === undefined ? 'no difference' : `a difference: ${problem.split('\n')[0]}`}`;

/** Tells the seconds of the next call: those that are left, up to `most`. */
function timer(minutes, most) {
  const end = performance.now() + 60_000 * minutes;
  return () => Math.min(most, (end - performance.now()) / 1000);
}
