// Times Chia's proofs. bench/chia/chia.mjs runs it in each engine, in turn with Chia's own library.
import { init } from 'powmod';
import { verifyVdf, verifyVdfs } from 'powmod/chia';
import { loadBench, read } from '../../workshop/engines/inside.js';

/** How many challenges the verifier remembers: as many others make it forget all. */
const REMEMBERED = 200;

/**
 * @param {object} task
 * @param {string} task.path the file of the proofs
 * @param {number} task.repeats the samples of each case
 * @param {number} task.warmMs how long each case runs before, so that the engine optimises it
 * @returns {Promise<{ kernel: string, milliseconds: Record<string, number> }>} the least time of each case
 */
export default async function measureChia({ path, repeats, warmMs }) {
  const { lists, fresh } = JSON.parse(new TextDecoder().decode(await read(path)));
  const { kernel } = await init();
  const { chia_discriminant: discriminant } = await loadBench(kernel);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (digits) => Number.parseInt(digits, 16));
  const challenges = fresh.map(({ challenge }) => bytes(challenge));
  const verify = async (some) => {
    for (const proof of some) check(await verifyVdf(proof), 'refuses a proof');
  };

  const cases = {
    'the discriminant of a challenge': { run: () => challenges.forEach(discriminant) },
    'no segment, with the discriminant': { before: forget, run: () => verify(fresh.map(asProof)) },
  };
  for (const [name, some] of Object.entries(lists)) {
    const proofs = some.map(asProof);
    cases[name] = { run: () => verify(proofs) };
  }
  const milliseconds = {};
  for (const [name, { before, run }] of Object.entries(cases)) {
    const elapsed = async () => {
      await before?.();
      const start = performance.now();
      await run();
      return performance.now() - start;
    };
    for (let warm = 0; warm < warmMs; ) warm += await elapsed();
    milliseconds[name] = Infinity;
    for (let i = 0; i < repeats; i++) milliseconds[name] = Math.min(milliseconds[name], await elapsed());
  }
  return { kernel, milliseconds };
}

const asProof = ({ challenge, input, output, witness, depth, squarings }) => ({
  ...{ challenge, input, output, witness, witnessType: depth },
  iterations: Number(squarings),
});

/** Verifies under `REMEMBERED` other discriminants, so that none of before is remembered. Short ones take no time. */
async function forget() {
  const form = `08${'00'.repeat(99)}`;
  const identity = `04${'00'.repeat(99)}`;
  const others = Array.from({ length: REMEMBERED }, (_, i) => ({
    ...{ challenge: Uint8Array.of(i, 1, 2), input: form, output: form, witness: identity },
    ...{ witnessType: 0, iterations: 0 },
  }));
  const verdicts = await verifyVdfs(others, { discriminantBits: 16 });
  check(
    verdicts.every((verdict) => verdict === true),
    'refuses a short proof',
  );
}

function check(holds, otherwise) {
  if (!holds) throw new Error(`powmod ${otherwise}`);
}
