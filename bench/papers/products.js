// Attias, Vigneri and Dimitrov: the operations of products of powers, more bases than two, kept tables, and the
// priority of the process. bench/methods has the times of two bases.
import { setPriority } from 'node:os';
import { init, toBigint, toBytes } from 'powmod';
import { init as initMethods } from '../../workshop/methods/dist/index.js';
import { methodCases, operands } from '../../workshop/methods.js';
import { byProcessor, timeInTurn } from '../../workshop/timing.js';
import { meanCount, timeEqual } from './shared.js';

const [BITS, EXPONENT_BITS] = [2048, 256];

export default async function measureProducts({ quick, timing }) {
  const pm = await init();
  const methods = await initMethods({ kernel: pm.kernel });
  const [bases, samples] = quick ? [[4, 16], 5] : [[4, 16, 64, 256], 100];
  const rows = [];
  for (let bits = 4; bits <= 2 ** 13; bits *= 2) {
    const counts = {};
    for (const { chosen, ...formulas } of formulasOf(bits)) {
      const name = [chosen.method, chosen.window].join(' ').trim();
      counts[name] = meanCount(methods, { bits, bases: 2, samples, ...chosen });
      if (bits === EXPONENT_BITS) rows.push({ part: 'table 1', name, values: { ...formulas, counted: counts[name] } });
    }
    rows.push({ part: 'counts', bits, values: counts });
  }
  const add = (part, timings, labels) => rows.push({ part, kernel: pm.kernel, ...labels, timings });
  for (const count of bases) add('many', await many(methods, count, timing), { bases: count });
  add('kept', await kept(pm, timing));
  add('priority', await priority(methods, timing));
  return { rows };
}

/**
 * Each method for two bases, with Table 1's count of tables and evaluation together, as it is printed and as it must
 * be.
 */
function formulasOf(k) {
  const rows = [['separate', undefined, k, 2 * 1.5 * k]];
  for (const w of [2, 3, 4]) rows.push(['ary', w, 4 ** w - 3 + Math.floor((k - 1) / w) * w + (k * (1 - 4 ** -w)) / w]);
  for (const w of [2, 3, 4]) {
    const table = 4 ** w - 4 ** (w - 1) - 2;
    rows.push(['yll', w, table + k * (1 / (w + 1 / 2) - 1) - 1, table + k * (1 / (w + 1 / 3) + 1) - 1]);
  }
  rows.push(['interleaved', 4, 2 * 2 ** 3 + (2 * k) / 5, 2 * 2 ** 3 + k + (2 * k) / 5]);
  return rows.map(([method, window, printed, mended = printed]) => ({ chosen: { method, window }, printed, mended }));
}

/** More bases than two, where a joint table grows too large and buckets do not. */
function many(methods, bases, timing) {
  const buckets = [2, 3, 4, 5, 6, 7].filter((window) => Math.abs(window - Math.log2(bases) + 1.5) <= 1.5);
  const some =
    bases < 16
      ? [1, 2].map((window) => ({ method: 'yll', window }))
      : [...buckets.map((window) => ({ method: 'pippenger', window })), { method: 'bos-coster' }];
  const all = [{ method: 'separate' }, { method: 'interleaved' }, ...some];
  const shape = { bits: BITS, exponentBits: EXPONENT_BITS, bases, methods: all };
  return timeInTurn(methodCases(methods, shape).map(byProcessor), timing);
}

/** Two bases, with tables that were made before, and by the method for secret exponents. */
async function kept(pm, timing) {
  const { modulus, terms } = operands(BITS, EXPONENT_BITS, 2);
  const [[x, a], [y, b]] = terms;
  const [secretA, secretB] = [a, b].map((exponent) => toBytes(exponent, EXPONENT_BITS / 8));
  const m = pm.modulus(modulus);
  const tables = [4, 6, 8].map((window) => [`tables kept, windows of ${window}`, m.tables([x, y], { window })]);
  const calls = {
    'tables made each time': () => m.pow2(x, a, y, b),
    ...Object.fromEntries(tables.map(([name, table]) => [name, () => table.multiPow([a, b])])),
    modPow2Secret: () => toBigint(pm.modPow2Secret(x, secretA, y, secretB, modulus, { exponentBits: EXPONENT_BITS })),
  };
  return timeEqual(calls, m.pow2(x, a, y, b), timing);
}

/** Figure 2: 100 products at three priorities. Only root may ask for the highest. */
function priority(methods, timing) {
  const { modulus, terms } = operands(1024, 512, 2);
  const run = (times) => {
    for (let i = 0; i < 100 * times; i++) methods.modMultiPow(terms, modulus, { method: 'yll', window: 3 });
  };
  const levels = process.getuid?.() === 0 ? [-20, 0, 19] : [0, 19];
  return timeInTurn(
    levels.map((nice) => ({ name: `${nice}`, run: (times) => run(times, setPriority(nice)) })),
    timing,
  );
}
