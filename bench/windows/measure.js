// Times the adaptive windows of Ji and Wan beside fixed windows and Python's `pow`, in turn. bench/windows/run.mjs runs it
// in Node.
import { init } from '../../workshop/methods/dist/index.js';
import { seededNumber } from '../../workshop/numbers.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';
import { inPython } from '../peers/python.mjs';

/**
 * @param {object} task
 * @param {number[]} task.sizes of modulus and exponent, in bits
 * @param {Record<string, object>} task.methods options of `modPow`, by their names in the table
 * @param {{ name: string, by: string, program?: string }[]} task.python the arguments of inPython for each interpreter
 * @param {object} task.timing
 */
export default async function measureWindows({ sizes, methods, python, timing }) {
  const studied = await init();
  const rows = [];
  for (const bits of sizes) {
    const modulus = seededNumber(bits, 1) | 1n;
    const base = seededNumber(bits, 2) % modulus;
    const exponent = seededNumber(bits, 3) % modulus;
    const cases = Object.entries(methods).map(([name, options]) => {
      const call = () => studied.modPow(base, exponent, modulus, options);
      return { name, result: call(), run: repeat(call) };
    });
    for (const { name, by, program } of python)
      cases.push({ name, ...(await inPython(by, base, exponent, modulus, program)) });
    for (const { name, result } of cases) if (result !== cases[0].result) throw new Error(`${name} differs`);
    rows.push({ bits, timings: await timeInTurn(cases, timing) });
    for (const { close } of cases) close?.();
  }
  return { kernel: studied.kernel, rows };
}
