// Times powers with and without the early exit (Brun), in turn. bench/early-exit/run.mjs runs it in Node.
import { init } from '../../crate/js/dist/methods.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';

/**
 * @param {object} task
 * @param {{ name: string, base: string, exponent: string, modulus: string }[]} task.powers
 * @param {object} task.timing
 */
export default async function measureEarlyExit({ powers, timing }) {
  const studied = await init();
  const rows = [];
  for (const { name, ...numbers } of powers) {
    const [base, exponent, modulus] = [numbers.base, numbers.exponent, numbers.modulus].map(BigInt);
    const cases = ['none', 'products', 'all'].map((earlyExit) => {
      const call = () =>
        studied.modPow(base, exponent, modulus, { method: 'binary', ...(earlyExit !== 'none' && { earlyExit }) });
      return { name: earlyExit, result: call(), run: repeat(call) };
    });
    for (const { result } of cases)
      if (result !== cases[0].result) throw new Error(`${name}: the exit's power differs`);
    rows.push({ name, timings: await timeInTurn(cases, timing) });
  }
  return { kernel: studied.kernel, rows };
}
