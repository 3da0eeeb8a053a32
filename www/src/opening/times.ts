// The other times beside the opening verdict: powmod's with its fastest kernel, and those of a verifier in BigInt.
import { kernel, readProof } from 'powmod/verify';
import { clockStep, repeat, timeInTurn } from '../../../workshop/timing.js';
import { byId } from '../dom.ts';
import { formatTime } from '../format.ts';
import { breathe } from '../measure/breathe.ts';
import { isValid, proof } from './proof.ts';

/** The longest wait for a kernel in WebAssembly. Where none runs, none comes. */
const MAX_WAIT_MS = 5000;
const STEP_MS = 50;

/** Milliseconds of one verification of the opening proof, warm. */
export interface Times {
  powmod: number;
  bigint: number;
}

/** Shows the times of BigInt's first verification and of the later ones. Returns the latter, and what measures them again. */
export async function showTimes(): Promise<{ times: Times; again: () => Promise<Times> }> {
  await fastKernel();
  const byBigint = await loadBigint();
  const start = performance.now();
  byBigint();
  byId('bigint-first').textContent = formatTime(performance.now() - start);
  const again = () => showWarmTimes(byBigint);
  return { times: await again(), again };
}

async function showWarmTimes(byBigint: () => void): Promise<Times> {
  for (;;) {
    const by = kernel;
    const timings = await timeInTurn(
      [
        { name: 'powmod', milliseconds: timeVerify },
        { name: 'bigint', run: repeat(byBigint) },
      ],
      { rounds: 7, sampleMs: Math.max(20, 10 * clockStep()), warmMs: 60, breathe },
    );
    const [powmod, bigint] = ['powmod', 'bigint'].map((name) => (timings[name]?.min as number) / 1000) as [
      number,
      number,
    ];
    byId('warm').textContent = `${formatTime(powmod)} (${by})`;
    byId('bigint-warm').textContent = formatTime(bigint);
    if (by === kernel) return { powmod, bigint }; // else it has changed meanwhile
  }
}

async function fastKernel() {
  const end = performance.now() + MAX_WAIT_MS;
  while (kernel === 'bigint' && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, STEP_MS));
}

async function loadBigint() {
  const { verify } = await import('../../../workshop/bigint/wesolowski.js');
  const { modulus } = readProof(proof);
  return () => {
    if (!verify(proof as Parameters<typeof verify>[0], modulus)) throw new Error('BigInt refuses the opening proof');
  };
}

async function timeVerify(times: number) {
  const start = performance.now();
  for (let i = 0; i < times; i++) if (!(await isValid())) throw new Error(`${kernel} refuses the opening proof`);
  return performance.now() - start;
}
