// Times powers with and without the early exit (Brun), in turn. bench/early-exit/run.mjs runs it in Node.
import { init } from '../../workshop/methods/dist/index.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';

/**
 * @param {object} task
 * @param {{ name: string, base: string, exponent: string, modulus: string }[]} task.powers
 * @param {Record<string, object>} task.exits options of the method, by the names of the cases
 * @param {object} task.timing
 */
export default async function measureEarlyExit({ powers, exits, timing }) {
  const studied = await init();
  const rows = [];
  for (const { name, ...numbers } of powers) {
    const [base, exponent, modulus] = [numbers.base, numbers.exponent, numbers.modulus].map(BigInt);
    const cases = Object.entries(exits).map(([exit, options]) => {
      const call = () => studied.modPow(base, exponent, modulus, { method: 'binary', ...options });
      return { name: exit, result: call(), run: repeat(call) };
    });
    for (const { result } of cases)
      if (result !== cases[0].result) throw new Error(`${name}: the exit's power differs`);
    rows.push({ name, timings: await timeInTurn(cases, timing) });
  }
  return { kernel: studied.kernel, rows };
}
