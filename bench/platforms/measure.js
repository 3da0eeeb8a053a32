// Times modPow by every kernel that runs, and by native BigInt, in turn. Runs on the measured platform and imports the
// package by its name.
import { init, PowmodError } from 'powmod';
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { seededNumber } from '../../workshop/numbers.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';

const KERNELS = ['relaxed', 'wide', 'simd128', 'scalar'];

/** Lets the platform do pending work: answer its driver, switch to optimised code. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/**
 * @param {{ shapes: [bits: number, exponentBits: number][], timing: object }} task
 * @returns {Promise<{ auto: string, rows: { shape: string, timings: Record<string, { min: number, median: number }> }[] }>}
 */
export default async function measurePlatform({ shapes, timing }) {
  const instances = [];
  for (const kernel of KERNELS)
    try {
      instances.push(await init({ kernel }));
    } catch (error) {
      if (!(error instanceof PowmodError) || error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
    }
  const rows = [];
  for (const [bits, exponentBits] of shapes) {
    const [n, x] = [seededNumber(bits, 1) | 1n, seededNumber(bits, 2)];
    const e = seededNumber(exponentBits, 3);
    const ways = [
      ...instances.map((pm) => ({ name: pm.kernel, once: () => pm.modPow(x, e, n) })),
      { name: 'BigInt', once: () => bigintModPow(x, e, n) },
    ];
    const cases = ways.map(({ name, once }) => ({ name, run: repeat(once) }));
    rows.push({ shape: `${bits}/${exponentBits}`, timings: await timeInTurn(cases, { ...timing, breathe }) });
  }
  return { auto: (await init()).kernel, rows };
}
