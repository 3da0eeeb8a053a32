// Times what `init()` gives beside a tight BigInt loop and beside the kernel that it chose. Runs in the measured engine,
// a runtime or a page.
import { init } from '../../crate/js/dist/index.js';
import { seededNumber } from '../../workshop/numbers.js';
import { inTurn, powers, warmUp } from './measure.js';
import { fresh, operands, toBigint, toBytes } from './operands.js';

/**
 * @param {object} task
 * @param {number[]} task.lengths lengths of moduli, in bits
 * @param {string[]} task.exponents in hexadecimal
 * @param {object} task.timing
 * @param {number} task.well a cell with at most this regret counts as well chosen
 * @param {number} task.tries a cell that seems badly chosen is timed so often, as a neighbour may have disturbed it
 * @returns microseconds of each cell: `powmod`, `loop` in BigInt, and `kernel` in WebAssembly
 */
export default async function measureRegret({ lengths, exponents, well, tries, timing: sampling }) {
  const timing = { ...sampling, well, tries };
  const pm = await init();
  const named = await init({ kernel: pm.kernel });
  await warmUp([pm, named], timing.startMs);
  const cells = [];
  for (const bits of lengths)
    for (const form of ['bigint', 'bytes']) {
      for (const hex of exponents)
        for (const state of ['kept', 'seen', 'fresh']) {
          const given = operands(bits, BigInt(`0x${hex}`), form);
          const works = [powers(pm, given, state), loopOf(given, state), powers(named, given, state)];
          cells.push({ what: 'pow', bits, form, state, exponent: hex, ...(await timed(works, timing)) });
        }
      for (const what of ['mul', 'inv'])
        cells.push({ what, bits, form, ...(await other(pm, named, what, bits, form, timing)) });
    }
  return { kernel: pm.kernel, cells };
}

async function timed(works, { well, tries, ...timing }) {
  let best = await inTurn(works, timing);
  const isWell = ([powmod, ...ways]) => powmod.min <= well * Math.min(...ways.map(({ min }) => min));
  for (let i = 1; i < tries && !isWell(best); i++) {
    const again = await inTurn(works, timing);
    best = best.map((one, i) => (again[i].min < one.min ? again[i] : one));
  }
  const [powmod, loop, kernel] = best;
  return { powmod, loop, kernel };
}

/** What a caller would write: the binary method, from right to left. */
function loopPower(base, exponent, modulus) {
  let power = 1n;
  let square = base % modulus;
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) power = (power * square) % modulus;
    square = (square * square) % modulus;
  }
  return power;
}

function loopOf({ base, exponent, moduli, options }, state) {
  const modulus = state === 'fresh' ? fresh(moduli) : () => moduli[0];
  if (!options) return () => loopPower(base, exponent, modulus());
  const kept = toBigint(moduli[0]);
  const length = moduli[0].length;
  if (state === 'kept') return () => toBytes(loopPower(toBigint(base), toBigint(exponent), kept), length);
  return () => toBytes(loopPower(toBigint(base), toBigint(exponent), toBigint(modulus())), length);
}

/** Products and inverses, with a modulus that comes again. */
async function other(pm, named, what, bits, form, timing) {
  const modulus = seededNumber(bits, 1) | 1n;
  const [a, b] = [coprime(modulus), seededNumber(bits, 2) >> 1n];
  const length = Math.ceil(bits / 8);
  const give = form === 'bytes' ? (x) => toBytes(x, length) : (x) => x;
  const take = form === 'bytes' ? toBigint : (x) => x;
  const options = form === 'bytes' ? { as: 'bytes' } : undefined;
  const [x, y, n] = [give(a), give(b), give(modulus)];
  if (what === 'mul')
    return timed(
      [
        () => pm.modMul(x, y, n, options),
        () => give((take(x) * take(y)) % take(n)),
        () => named.modMul(x, y, n, options),
      ],
      timing,
    );
  return timed(
    [() => pm.modInv(x, n, options), () => give(loopInverse(take(x), take(n))), () => named.modInv(x, n, options)],
    timing,
  );
}

function coprime(modulus) {
  for (let seed = 3; ; seed++) {
    const inverse = loopInverse(seededNumber(64, seed), modulus);
    if (inverse !== undefined) return inverse;
  }
}

/** Euclid's algorithm. */
function loopInverse(a, modulus) {
  let [r, s, x, y] = [modulus, a % modulus, 0n, 1n];
  while (s !== 0n) {
    const quotient = r / s;
    [r, s, x, y] = [s, r - quotient * s, y, x - quotient * y];
  }
  if (r !== 1n) return undefined;
  return x < 0n ? x + modulus : x;
}
