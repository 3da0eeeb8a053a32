// Times powers inside a program in Rust. bench/modpow/modpow.mjs runs it in Node.
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { openApp } from '../../workshop/no-std/app.js';
import { seededNumber } from '../../workshop/numbers.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';

const BITS = 2048;
const EXPONENT_BITS = 256;

/**
 * @param {{ builds: { feature: string, file: string }[], timing: object }} task
 */
export default async function measureApps({ builds, timing }) {
  const operands = [seededNumber(BITS - 1, 1), seededNumber(EXPONENT_BITS, 2), seededNumber(BITS, 3) | 1n];
  const expected = bigintModPow(...operands);
  const rows = [];
  for (const { feature, file } of builds) {
    const app = await openApp(file);
    const names = { powmod: 'power', 'num-bigint': 'num_bigint_power' };
    const cases = Object.entries(names).map(([name, power]) => {
      app.write(operands);
      app.run(power);
      if (app.answer() !== expected) throw new Error(`${name} is wrong with the target feature ${feature}`);
      return { name, run: repeat(() => app.run(power)) };
    });
    const timings = await timeInTurn(cases, timing);
    rows.push({ part: 'no std', kernel: app.kernel, feature, shape: `${BITS}/${EXPONENT_BITS}`, timings });
  }
  return rows;
}
