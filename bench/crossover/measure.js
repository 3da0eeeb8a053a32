// Times powers by a BigInt loop, by a kernel, and by powmod, which chooses between both. Runs in the measured engine.
import { init, toBigint, toBytes } from 'powmod';
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { seldom } from '../../workshop/engines/inside.js';
import { seededNumber } from '../../workshop/numbers.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';

/** More moduli than an instance remembers: when one comes again, the instance has forgotten it. */
const MODULI = 16;

/**
 * @param {object} task
 * @param {string} task.kernel
 * @param {string} task.rule the file of the package's rule, for a kernel that `init` does not take here
 * @param {[bits: number, exponentBits: number][]} task.shapes
 * @param {number} task.tries a neighbour may have disturbed a power that seems badly chosen
 * @param {object} task.timing
 * @returns a row for each shape, form of the numbers and state of the modulus; none if the engine lacks the kernel
 */
export default async function measureCrossover({ kernel, rule, shapes, tries, timing: sampling }) {
  const timing = { ...sampling, breathe: seldom() };
  const { crossoverOf, productsOf } = await import(`../../${rule}`);
  const auto = await init();
  let named;
  try {
    named = await init({ kernel });
  } catch (error) {
    if (error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
    return [];
  }
  const rows = [];
  for (const [bits, exponentBits] of shapes)
    for (const form of ['bigint', 'bytes'])
      for (const state of ['kept', 'fresh']) {
        const given = operands(bits, exponentBits, form);
        const works = { BigInt: loop(given, state), kernel: power(named, given, state) };
        if (auto.kernel === kernel) works.powmod = power(auto, given, state);
        const cases = Object.entries(works).map(([name, work]) => ({ name, run: repeat(work) }));
        const products = productsOf(given.exponent);
        const choice = products <= crossoverOf(kernel)(bits, form === 'bytes', state === 'fresh') ? 'BigInt' : 'kernel';
        const isWell = (t) => (t.powmod ?? t[choice]).min <= 1.1 * Math.min(t.BigInt.min, t.kernel.min);
        let timings = await timeInTurn(cases, timing);
        for (let i = 1; i < tries && !isWell(timings); i++) timings = lesser(timings, await timeInTurn(cases, timing));
        timings.powmod ??= timings[choice];
        rows.push({ bits, exponentBits, products, form, state, timings });
      }
  return rows;
}

const lesser = (one, other) =>
  Object.fromEntries(Object.keys(one).map((name) => [name, one[name].min < other[name].min ? one[name] : other[name]]));

function operands(bits, exponentBits, form) {
  const give = form === 'bytes' ? (x) => toBytes(x) : (x) => x;
  return {
    base: give(seededNumber(bits, 1) >> 1n),
    exponent: give(exponentBits < 3 ? BigInt(exponentBits + 1) : seededNumber(exponentBits, 2)),
    moduli: Array.from({ length: MODULI }, (_, i) => give(seededNumber(bits, 3 + i) | 1n)),
    options: form === 'bytes' ? { as: 'bytes' } : undefined,
  };
}

/** The next modulus at each call. */
function next(moduli) {
  let calls = 0;
  return () => moduli[calls++ % MODULI];
}

function power(instance, { base, exponent, moduli, options }, state) {
  const fresh = next(moduli);
  if (state === 'fresh') return () => instance.modPow(base, exponent, fresh(), options);
  const m = instance.modulus(moduli[0]);
  return () => m.pow(base, exponent, options);
}

function loop({ base, exponent, moduli, options }, state) {
  const read = options ? toBigint : (x) => x;
  const write = options ? (x) => toBytes(x, moduli[0].length) : (x) => x;
  const kept = read(moduli[0]);
  const fresh = next(moduli);
  return () => write(bigintModPow(read(base), read(exponent), state === 'fresh' ? read(fresh()) : kept));
}
