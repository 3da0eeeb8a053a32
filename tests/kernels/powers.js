// Powers by every method and window, which run inside an engine on each of its kernels. powers.test.ts has the results.

import { breathe, read } from '../../workshop/engines/inside.js';
import { init } from '../../workshop/methods/dist/index.js';
import { available } from './available.js';

const SINGLE = [
  {},
  { method: 'binary' },
  { method: 'binary', earlyExit: 'products' },
  { method: 'binary', earlyExit: 'all' },
  { method: 'mary' },
  { method: 'sliding' },
  { method: 'sliding', table: 'minimal' },
  { method: 'sliding', table: 'paper' },
];
const MULTI = [
  {},
  { method: 'separate' },
  { method: 'interleaved' },
  { method: 'pippenger' },
  { method: 'bos-coster' },
];

/**
 * @typedef {object} Case
 * @property {string} modulus in hex, like all numbers here, with a minus sign for negative ones
 * @property {[base: string, exponent: string][]} terms
 * @property {string | null} expected the product of the powers; null if an inverse does not exist
 * @property {number} widest the widest window to try; a table has 2^window entries
 *
 * @param {string} path a file of cases
 * @returns {Promise<{ kernel: string, powers: number, problems: string[] }[]>} the number of right powers, and the first wrong ones
 */
export default async function run(path) {
  const cases = JSON.parse(new TextDecoder().decode(await read(path)));
  const reports = [];
  for (const pm of await available()) {
    const studied = pm.kernel === 'bigint' ? undefined : await init({ kernel: pm.kernel });
    const report = { kernel: pm.kernel, powers: 0, problems: [] };
    for (const [i, { modulus, terms, expected, widest }] of cases.entries()) {
      const numbers = terms.map(([base, exponent]) => [parse(base), parse(exponent)]);
      const n = parse(modulus);
      const m = pm.modulus(n);
      const all = [...ways(pm, m, n, numbers, widest), ...(studied ? waysOfMethods(studied, n, numbers, widest) : [])];
      for (const [what, compute] of all) {
        const result = answer(compute);
        if (result === expected) report.powers++;
        else if (report.problems.length < 5) report.problems.push(`case ${i}, ${what}: ${result}, not ${expected}`);
      }
      m.free();
      if (i % 10 === 0) await breathe();
    }
    reports.push(report);
  }
  return reports;
}

function* ways(pm, m, n, terms, widest) {
  const [[x, a], [y, b] = []] = terms;
  if (terms.length === 1) {
    yield ['modPow', () => pm.modPow(x, a, n)];
    yield ['pow', () => m.pow(x, a)];
    for (const method of ['comb', 'residues'])
      yield [`fixedBase, ${method}`, () => withTable(m.fixedBase(x, { maxBits: length(a), method }), (g) => g.pow(a))];
  }
  if (terms.length === 2) {
    yield ['pow2', () => m.pow2(x, a, y, b)];
    yield [
      'multiPow with a table',
      () =>
        withTable(m.fixedBase(y, { maxBits: Math.max(length(b), 1) }), (g) =>
          m.multiPow([
            [x, a],
            [g, b],
          ]),
        ),
    ];
  }
  yield ['multiPow', () => m.multiPow(terms)];
  yield ['modMultiPow', () => pm.modMultiPow(terms, n)];
  for (const options of [{}, ...Array.from({ length: widest }, (_, i) => ({ window: i + 1 }))]) {
    const bases = terms.map(([base]) => base);
    const exponents = terms.map(([, exponent]) => exponent);
    yield [`tables, ${words(options)}`, () => withTable(m.tables(bases, options), (t) => t.multiPow(exponents))];
  }
  if (pm.kernel === 'bigint') return; // it has no calls for secrets
  if (n % 2n === 0n || terms.some(([, exponent]) => exponent < 0n)) return;
  const exponentBits = Math.max(...terms.map(([, exponent]) => length(exponent)));
  if (terms.length === 1) {
    yield ['modPowSecret', () => fromBytes(pm.modPowSecret(x, toBytes(a), n, { exponentBits }))];
    const make = () => m.fixedBase(x, { maxBits: exponentBits });
    yield ['fixedBase, powSecret', () => withTable(make(), (g) => fromBytes(g.powSecret(toBytes(a))))];
  }
  if (terms.length === 2)
    yield ['modPow2Secret', () => fromBytes(pm.modPow2Secret(x, toBytes(a), y, toBytes(b), n, { exponentBits }))];
}

/** The same powers by each method, with each window. */
function* waysOfMethods(studied, n, terms, widest) {
  const [[x, a]] = terms;
  if (terms.length === 1)
    for (const options of [...SINGLE, ...windows(['mary', 'sliding'], widest)])
      yield [`one power, ${words(options)}`, () => studied.modPow(x, a, n, options)];
  const joint = Math.floor(widest / terms.length);
  for (const options of [
    ...MULTI,
    ...(terms.length === 2 ? [{ method: 'ary' }, { method: 'yll' }] : []),
    ...windows(['interleaved', 'pippenger'], terms.length === 1 ? 1 : widest),
    ...windows(['ary', 'yll'], joint),
  ])
    yield [`a product, ${words(options)}`, () => studied.modMultiPow(terms, n, options)];
}

function windows(methods, widest) {
  return methods.flatMap((method) => Array.from({ length: widest }, (_, i) => ({ method, window: i + 1 })));
}

function withTable(table, use) {
  try {
    return use(table);
  } finally {
    table.free();
  }
}

/** The result in the form of the cases. An unexpected error is given as its text. */
function answer(compute) {
  try {
    return compute().toString(16);
  } catch (error) {
    return /no inverse/.test(error.message) ? null : String(error);
  }
}

function words(options) {
  return JSON.stringify(options).replace(/["{}]/g, '');
}

function parse(hex) {
  return hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`);
}

/** The length in bits, at least 1. */
function length(z) {
  return (z < 0n ? -z : z).toString(2).length;
}

function toBytes(z) {
  const hex = z.toString(16);
  return Uint8Array.from(hex.padStart(hex.length + (hex.length % 2), '0').match(/../g), (byte) =>
    Number.parseInt(byte, 16),
  );
}

function fromBytes(bytes) {
  return BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}
