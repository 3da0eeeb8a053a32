// Times products of more than two powers, and of two with tables made before (Attias, Vigneri, Dimitrov). bench/multi/run.mjs
// runs it in Node.
import { init, toBigint, toBytes } from 'powmod';
import { breathe } from '../../workshop/engines/inside.js';
import { init as initMethods } from '../../workshop/methods/dist/index.js';
import { operands, timeMethods, withWindows } from '../../workshop/methods.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';

const BITS = 2048;
const EXPONENT_BITS = 256;

/**
 * @param {object} task
 * @param {number[]} task.bases the numbers of bases, where there are more than two
 * @param {object} task.timing
 */
export default async function measureMulti({ bases, timing }) {
  const options = { ...timing, breathe };
  const pm = await init();
  const studied = await initMethods({ kernel: pm.kernel });
  const rows = [];
  for (const count of bases) rows.push({ part: 'many', bases: count, timings: await many(studied, count, options) });
  return { kernel: pm.kernel, rows: [...rows, { part: 'kept', timings: await kept(pm, options) }] };
}

/** More than two bases, where the joint table of yll grows too large and Pippenger's buckets do not. */
async function many(studied, bases, options) {
  const joint = bases <= 4 ? withWindows('yll', [1, 2]) : [];
  const widths = [2, 3, 4, 5, 6, 7].filter((width) => Math.abs(width - Math.log2(bases) + 1.5) <= 1.5);
  const methods = [
    { method: 'separate' },
    ...joint,
    { method: 'interleaved' },
    ...withWindows('pippenger', bases < 16 ? [] : widths),
    ...(bases < 16 ? [] : [{ method: 'bos-coster' }]),
  ];
  const { timings } = await timeMethods(studied, { bits: BITS, exponentBits: EXPONENT_BITS, bases, methods }, options);
  return timings;
}

/** Two bases with tables made in advance, and the method for secret exponents. */
async function kept(pm, options) {
  const { modulus, terms } = operands(BITS, EXPONENT_BITS, 2);
  const [[x, a], [y, b]] = terms;
  const secrets = [a, b].map((exponent) => toBytes(exponent, EXPONENT_BITS / 8));
  const m = pm.modulus(modulus);
  const tables = [4, 6, 8].map((window) => ({ window, kept: m.tables([x, y], { window }) }));
  const hidden = { exponentBits: EXPONENT_BITS };
  const things = {
    'tables made each time': () => m.pow2(x, a, y, b),
    ...Object.fromEntries(
      tables.map(({ window, kept }) => [`tables kept, windows of ${window}`, () => kept.multiPow([a, b])]),
    ),
    modPow2Secret: () => pm.modPow2Secret(x, secrets[0], y, secrets[1], modulus, hidden),
  };
  const expected = m.pow2(x, a, y, b);
  const cases = Object.entries(things).map(([name, call]) => {
    const result = call();
    if ((typeof result === 'bigint' ? result : toBigint(result)) !== expected) throw new Error(`${name} differs`);
    return { name, run: repeat(call) };
  });
  const timings = await timeInTurn(cases, options);
  m.free();
  return timings;
}
