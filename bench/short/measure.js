// Times the steps of a power with a short modulus, in turn with the whole call. Runs in the measured engine.
import { init } from '../../crate/js/dist/index.js';
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { breathe, loadBench } from '../../workshop/engines/inside.js';
import { seededNumber } from '../../workshop/numbers.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';

/** The big-endian bytes of a number of a whole number of bytes. */
const bytesOf = (x, bits) =>
  Uint8Array.from({ length: bits / 8 }, (_, i) => Number((x >> BigInt(bits - 8 * (i + 1))) & 0xffn));

/**
 * @param {{ sizes: number[], exponentBits: number, timing: object }} task
 * @returns {Promise<{ kernel: string, rows: { bits: number, timings: Record<string, import('../../workshop/timing.js').Timing> }[] }>}
 */
export default async function measureShort({ sizes, exponentBits, timing }) {
  const pm = await init();
  const named = await init({ kernel: pm.kernel }); // leaves nothing to BigInt
  const { Steps } = await loadBench(pm.kernel);
  const rows = [];
  for (const bits of sizes) {
    const n = seededNumber(bits, 1) | 1n;
    const numbers = [seededNumber(bits, 2) % n, seededNumber(exponentBits, 3)];
    const bytes = [bytesOf(numbers[0], bits), bytesOf(numbers[1], exponentBits)];
    const [m, inWasm] = [pm.modulus(n), named.modulus(n)];
    const steps = new Steps(...bytes, bytesOf(n, bits));
    const cases = [
      { name: 'call', run: repeat(() => m.pow(...numbers)) },
      { name: 'inWasm', run: repeat(() => inWasm.pow(...numbers)) },
      { name: 'inBytes', run: repeat(() => inWasm.pow(...bytes, { as: 'bytes' })) },
      { name: 'BigInt', run: repeat(() => bigintModPow(...numbers, n)) },
      ...['enter', 'leave', 'table', 'power'].map((step) => ({
        name: step,
        milliseconds: (times) => steps[step](times),
      })),
    ];
    rows.push({ bits, timings: await timeInTurn(cases, { ...timing, breathe }) });
    m.free();
    inWasm.free();
  }
  return { kernel: pm.kernel, rows };
}
