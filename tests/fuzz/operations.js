// The table of the public operations: the arguments of each by their kinds, and its oracle of plain BigInt. Here each
// is compared with its oracle, on random numbers and on worst cases. Engines draw them by a number, and js/numbers.ts
// by fast-check, which makes smaller what fails. For each kind ../bad-input/kinds.ts has a right value and wrong ones:
// of these come the mistakes, the counts of crossings and the search for inherited reads. The names are those that the
// package's objects have: one that the table lacks is a difference.

import * as powmod from 'powmod';
import * as alone from 'powmod/static';
import { breathe } from '../../workshop/engines/inside.js';
import { seededNumber } from '../../workshop/numbers.js';
import { methodsOf, objectsOf } from '../support/methods.js';

const { init, toBytes } = powmod;

/** The widths of the kernels' limbs and digits, and of words: the lengths of moduli lie around their multiples. */
const WIDTHS = [13, 28, 29, 32, 50, 64];

/** The operations between two pauses, and the distance between the seeds of two operations. */
const AT_ONCE = 50;
const STEP = 0x9e3779b1;

/**
 * @param {{ kernel: string, operations: number, from: number, seconds?: number }} task the operations `from`,
 *   `from` + 1, …, as many as these seconds allow. The kernel `functions` means the functions that need no instance
 * @returns {Promise<{ operations: number, problem?: string }>} how many agreed, up to the first difference
 */
export default async function run({ kernel, operations, from, seconds = Number.POSITIVE_INFINITY }) {
  const end = performance.now() + 1000 * seconds;
  const areFunctions = kernel === 'functions';
  const pm = areFunctions ? undefined : await init({ kernel, allowVariableTime: kernel === 'bigint' });
  const missing = pm ? missingOracles(pm) : [];
  if (missing.length > 0) return { operations: 0, problem: `the table lacks ${missing.join(', ')}` };
  if (areFunctions) await startFunctions();
  const names = Object.keys(areFunctions ? FUNCTIONS : OPERATIONS).filter((name) => !name.startsWith('pool.'));
  for (let done = 0; done < operations; done++) {
    const number = from + done;
    const name = names[number % names.length];
    const draw = new Draw(number);
    try {
      await compareOperation(name, pm, draw);
    } catch (error) {
      return { operations: done, problem: `operation ${number}, ${name}: ${error?.stack ?? error}` };
    }
    if (done % AT_ONCE === 0) {
      await breathe();
      if (performance.now() >= end) return { operations: done + 1 };
    }
  }
  return { operations };
}

/**
 * Waits until kernels compute for the functions of `powmod` and `powmod/static`, and no longer BigInt: for those the
 * kernel of `init`, for these the small one of their script, which a long power starts.
 */
export async function startFunctions() {
  await powmod.ready();
  alone.modPow(3n, 1n << 2000n, (1n << 2048n) - 1n);
}

/** The operations of the package that the table lacks. */
function missingOracles(pm) {
  const operations = Object.entries(objectsOf(pm)).flatMap(([of, object]) =>
    methodsOf(object)
      .filter((name) => name !== 'free')
      .map((name) => `${of}.${name}`),
  );
  const functions = Object.entries(powmod)
    .filter(([name, value]) => typeof value === 'function' && !/^init|Error$/.test(name))
    .map(([name]) => name);
  return [...operations, ...functions].filter((name) => !Object.hasOwn(OPERATIONS, name));
}

/** The arguments of one operation, drawn from its number. All are drawn by {@link below}. */
export class Draw {
  #state;

  constructor(number) {
    this.#state = Math.imul(number + 1, STEP) >>> 0 || STEP;
  }

  /** A whole number below `count`. */
  below(count) {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % count;
  }

  of(choices) {
    return choices[this.below(choices.length)];
  }

  /** A length around a multiple of a width, or a few bits: mostly short, at most `most`. */
  bits(most) {
    if (this.below(10) === 0) return Math.min(most, 1 + this.below(16));
    const width = this.of(WIDTHS);
    const limbs = 1 + this.below(Math.max(1, Math.ceil(Math.min(most, this.of([64, 300, 700, most])) / width)));
    return Math.max(1, Math.min(most, width * limbs + this.of([-1, 0, 0, 1])));
  }

  /**
   * A number of exactly so many bits: random, or a repeated digit that is the least, the greatest or next to the
   * middle.
   */
  exactly(bits) {
    if (this.below(2) === 0) return seededNumber(bits, 1 + this.below(2 ** 31));
    const width = this.of(WIDTHS);
    const [ones, half] = [2n ** BigInt(width) - 1n, 2n ** BigInt(width - 1)];
    const digit = this.of([0n, 1n, ones, ones - 1n, half - 1n, half, half + 1n]);
    const digits = digit
      .toString(2)
      .padStart(width, '0')
      .repeat(Math.ceil(bits / width));
    return BigInt(`0b1${digits.slice(0, bits - 1)}`);
  }

  modulus(most = 2100) {
    return this.exactly(this.bits(most));
  }

  /** Odd, and above 1. */
  odd(most = 2100) {
    return (this.modulus(most) | 1n) + (this.below(2) === 0 ? 0n : 2n);
  }

  /** A number to be reduced: near 0, near a multiple of n, a residue, or longer. */
  base(n) {
    const x = this.exactly(this.bits(2 * n.toString(2).length + 64));
    return this.of([x % n, x % n, x, -x, 0n, 1n, -1n, n - 1n, n, n + 1n, 2n * n - 1n, n * n, n >> 1n]);
  }

  exponent(most = 400) {
    if (this.below(12) === 0) return this.exactly(most + this.below(4 * most));
    return this.of([this.exactly(this.bits(most)), this.exactly(this.bits(64)), 0n, 1n, 2n, 65537n]);
  }

  /** A list of up to `most` entries. */
  list(most, entry) {
    const length = this.of([0, 1, 2, 3, this.below(most + 1)]);
    const list = [];
    for (let i = 0; i < length; i++) list.push(entry());
    return list;
  }

  /** A number of squarings. */
  times() {
    return this.below(300);
  }

  /** The length of a prime, of which a safe one is found too. */
  bitsOfPrime() {
    return 6 + this.below(60);
  }

  /** A number as an argument may be given: a bigint, or bytes with zeros in front. */
  given(x) {
    return this.below(2) === 0 ? x : this.bytes(x);
  }

  /** The same where bytes alone are taken. */
  bytes(x) {
    return x < 0n ? x : toBytes(x, toBytes(x).length + this.below(3));
  }

  /** The object that has the functions that need no instance. */
  functions() {
    return this.of([alone, powmod]);
  }

  /** A list, and options, as they may be given. */
  array(entries) {
    return entries;
  }

  options(options) {
    return options;
  }
}

/** Draws short numbers, but lists and squarings that take several slices of a pool's worker. No base is refused. */
export class LongDraw extends Draw {
  #watch;

  /**
   * @param {number} number
   * @param {{ options?: string }} takes the kinds of the call's arguments
   * @param {{ onProgress?: (progress: { done: number, total: number }) => void, signal?: AbortSignal }} [watch] for a
   *   call that takes it
   */
  constructor(number, takes, { onProgress, signal } = {}) {
    super(number);
    this.#watch = /^long/.test(takes.options)
      ? { onProgress, signal }
      : takes.options === 'poolPrime'
        ? { signal }
        : {};
  }

  options(options) {
    return { ...options, ...this.#watch };
  }

  base(n) {
    for (;;) {
      const x = super.base(n);
      if (inverse(x, n) !== undefined) return x;
    }
  }

  modulus(most = 512) {
    return super.modulus(Math.min(most, 512));
  }

  list(_, entry) {
    return Array.from({ length: 260 + this.below(40) }, entry);
  }

  times() {
    return 8200 + this.below(10_000);
  }

  bitsOfPrime() {
    return 400 + this.below(100);
  }
}

/** x mod n, from 0 on. @param {bigint} x @param {bigint} n */
export function modulo(x, n) {
  return ((x % n) + n) % n;
}

/** The plainest power, from right to left. */
function power(x, e, n) {
  let [result, square] = [1n % n, modulo(x, n)];
  for (let rest = e; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % n;
    square = (square * square) % n;
  }
  return result;
}

/** The inverse by Euclid's algorithm; undefined if there is none. @param {bigint} a @param {bigint} n */
export function inverse(a, n) {
  let [r, x, s, y] = [n, 0n, modulo(a, n), 1n];
  while (s !== 0n) {
    const quotient = r / s;
    [r, s, x, y] = [s, r - quotient * s, y, x - quotient * y];
  }
  return r === 1n ? modulo(x, n) : undefined;
}

/** In the place of a result: the call refuses one of these arguments. */
class Refused {
  constructor(...names) {
    this.names = names;
  }
}

/** The inverse, or the refusal of the argument `name`. */
function inverseOf(a, n, name) {
  return inverse(a, n) ?? new Refused(name);
}

/** A negative exponent needs the inverse of the base, which is the argument `name`. */
function signedPower(x, e, n, name) {
  if (e >= 0n) return power(x, e, n);
  const inverted = inverseOf(x, n, name);
  return inverted instanceof Refused ? inverted : power(inverted, -e, n);
}

/** The product, or the refusals of its factors. */
function product(factors, n) {
  const refused = factors.filter((factor) => factor instanceof Refused);
  if (refused.length > 0) return new Refused(...refused.flatMap(({ names }) => names));
  return factors.reduce((all, x) => (all * x) % n, 1n % n);
}

/** All results, or the refusal of the first that has none. */
function each(results) {
  return results.find((result) => result instanceof Refused) ?? results;
}

/** The same where workers compute parts of the list side by side: the refusal of any. */
function eachInPool(results) {
  const refused = results.filter((result) => result instanceof Refused);
  return refused.length > 0 ? new Refused(...refused.flatMap(({ names }) => names)) : results;
}

/** The Jacobi symbol by reciprocity, on remainders. */
function symbol(a, n) {
  let [x, y, sign] = [modulo(a, n), n, 1];
  while (x !== 0n) {
    while (x % 2n === 0n) {
      x /= 2n;
      if (y % 8n === 3n || y % 8n === 5n) sign = -sign;
    }
    if (x % 4n === 3n && y % 4n === 3n) sign = -sign;
    [x, y] = [y % x, x];
  }
  return y === 1n ? sign : 0;
}

const SMALL = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n, 53n];

/** The test of Miller and Rabin to the first 16 primes as bases. */
function isPrime(n) {
  if (n < 2n) return false;
  for (const p of SMALL) if (n % p === 0n) return n === p;
  let [odd, twos] = [n - 1n, 0];
  for (; odd % 2n === 0n; odd /= 2n) twos++;
  return SMALL.every((base) => {
    let x = power(base, odd, n);
    if (x === 1n) return true;
    for (let i = 0; i < twos; i++, x = (x * x) % n) if (x === n - 1n) return true;
    return false;
  });
}

function fold(z, n) {
  const residue = modulo(z, n);
  return residue < n - residue ? residue : n - residue;
}

/** Whether bytes own their buffer, and have no other class. */
const isPlain = (bytes) =>
  Object.getPrototypeOf(bytes) === Uint8Array.prototype && bytes.buffer.byteLength === bytes.length;

function shown(value) {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Refused) return `a refusal of ${value.names}`;
  if (value instanceof Uint8Array) return `${isPlain(value) ? 'bytes' : 'a view or a subclass of bytes'} ${value}`;
  return Array.isArray(value) ? `[${value.map(shown)}]` : String(value);
}

/**
 * @throws unless the call gives what is right, or a promise of it; or, where it is to refuse an argument, a RangeError
 *   that names it
 */
function compare(right, call, ...given) {
  const judge = (got) => {
    if (right instanceof Refused || shown(got) !== shown(right))
      throw new Error(`${shown(got)} for ${shown(right)}, of ${given.map(shown).join(', ')}`);
  };
  const refuse = (error) => {
    const isRight =
      right instanceof Refused &&
      error.constructor === RangeError &&
      right.names.some((name) => error.message.startsWith(name) && /^[:[]/.test(error.message.slice(name.length)));
    if (!isRight) throw error;
  };
  let got;
  try {
    got = call();
  } catch (error) {
    return refuse(error);
  }
  return typeof got?.then === 'function' ? got.then(judge, refuse) : judge(got);
}

/** As {@link compare}, for a residue or a list of residues: asked for as `bigint`, or as bytes of some length. */
function residue(draw, right, n, call, ...given) {
  const as = draw.of(['nothing', {}, { as: 'bigint' }, { as: 'bytes' }, { as: 'bytes' }]);
  if (as === 'nothing') return compare(right, () => call(), n, ...given);
  if (as.as !== 'bytes') return compare(right, () => call(draw.options(as)), n, ...given);
  const more = draw.below(4);
  const length = toBytes(n).length + more;
  const options = draw.options(more === 0 ? as : { ...as, length });
  const inBytes = (x) => (Array.isArray(x) ? x.map(inBytes) : x instanceof Refused ? x : toBytes(x, length));
  return compare(inBytes(right), () => call(options), n, ...given);
}

/** A kept modulus for one call. */
function keeping(pm, modulus, work) {
  const m = pm.modulus(modulus);
  try {
    return work(m);
  } finally {
    m.free();
  }
}

const withModulus = (pm, draw, n, work) => keeping(pm, draw.given(n), work);

/**
 * An operation: its arguments by their kinds, and what draws them and compares the call with what is right. `compare`
 * gets what has the operation, and the operation's name there. `modulus` is what tests keep for calls of right and
 * wrong arguments where the usual 1009 does not suit.
 */
const operation = (takes, compare, modulus) => ({ takes, compare, modulus });

/** How the arguments of a kind are drawn, for a modulus n. */
const DRAWN = {
  base: (draw, n) => draw.base(n),
  exponent: signed,
  times: (draw) => draw.times(),
  terms: (draw, n) => draw.list(20, () => powerArgs(draw, n)),
  integers: (draw, n) => draw.list(100, () => draw.base(n)),
  exponents: (draw) => draw.list(70, () => signed(draw)),
  /** With few exceptions, they have an inverse. */
  invertibles: (draw, n) =>
    draw.list(50, () => draw.base(n)).filter((a) => draw.below(20) === 0 || inverse(a, n) !== undefined),
  secret: drawnSecret,
  secretOfTable: drawnSecret,
  secretBytes: (draw, n) => modulo(draw.base(n), n * n + 1n),
};

/** The kinds in front of the modulus and of the options. */
const numbersOf = (takes) => Object.entries(takes).filter(([name]) => name !== 'modulus' && name !== 'options');

const drawnBy = (takes) => (draw, n) => numbersOf(takes).map(([, kind]) => DRAWN[kind](draw, n));

/** A call of a kept modulus for a residue, which is right(n, ...arguments). `most` is the modulus's length. */
const ofKept = (takes, right, most) =>
  operation(takes, (pm, draw, name) => {
    const n = draw.modulus(most);
    const args = drawnBy(takes)(draw, n);
    withModulus(pm, draw, n, (m) =>
      residue(draw, right(n, ...args), n, (...form) => m[name](...givenOf(draw, args), ...form), ...args),
    );
  });

/** The same for a call that takes the modulus behind the arguments. Few moduli are none. */
const ofInstance = (takes, right, draws = drawnBy(takes)) =>
  operation(takes, (on, draw, name) => {
    const n = draw.modulus();
    const args = draws(draw, n);
    const [modulus, result] = draw.below(50)
      ? [n, right(n, ...args)]
      : [draw.of([0n, -1n, -n]), new Refused('modulus')];
    const given = [...givenOf(draw, args), draw.given(modulus)];
    return residue(draw, result, n, (...form) => on[name](...given, ...form), modulus, ...args);
  });

/** A call whose work the workers of a pool may share. */
const ofPool = (takes, right) =>
  operation(takes, (pool, draw, name) => {
    const shared = (options) => ({ ...options, ...(draw.below(2) === 0 && { method: 'parallel' }) });
    const on = { [name]: (...args) => pool[name](...args.slice(0, -1), ...last(args, shared)) };
    return ofInstance(takes, right).compare(on, draw, name);
  });

function last(args, withMethod) {
  const given = args.at(-1);
  const isOptions = typeof given === 'object' && !ArrayBuffer.isView(given) && !Array.isArray(given);
  return isOptions ? [withMethod(given)] : [given, withMethod({})];
}

function givenOf(draw, args) {
  return args.map((arg) =>
    typeof arg === 'bigint' ? draw.given(arg) : Array.isArray(arg) ? draw.array(givenOf(draw, arg)) : arg,
  );
}

const SECRET_BITS = 300;
function drawnSecret(draw) {
  return draw.exponent(SECRET_BITS) % 2n ** BigInt(SECRET_BITS);
}

function signed(draw) {
  return draw.below(4) === 0 ? -draw.exponent() : draw.exponent();
}

const powerArgs = (draw, n) => [draw.base(n), signed(draw)];
const powerOf = (n, x, e) => signedPower(x, e, n, 'base');
const productOfTwo = (n, x, a, y, b) => product([signedPower(x, a, n, 'x'), signedPower(y, b, n, 'y')], n);
const powersOf = (name) => (n, list) => list.map(([x, e]) => signedPower(x, e, n, name));
const productOf = (name) => (n, list) => product(powersOf(name)(n, list), n);
const inversesOf = (n, list, all = each) => all(list.map((a, i) => inverseOf(a, n, `list[${i}]`)));
function squareOf(n, x, times) {
  let square = modulo(x, n);
  for (let i = 0; i < times; i++) square = (square * square) % n;
  return square;
}

/** Numbers, and which of them are members of a subgroup of order q. */
function memberArgs(draw) {
  const prime = draw.of([23n, 2n ** 127n - 1n, ...primesOf(130), draw.modulus()]);
  const q = draw.of([prime >> 1n, 3n, draw.exponent(100)]) || 1n;
  const list = draw.list(20, () => draw.of([draw.base(prime), power(draw.base(prime), (prime - 1n) / q, prime)]));
  return { prime, q, list, right: list.map((x) => x > 0n && x < prime && power(x, q, prime) === 1n % prime) };
}

const isPrimeOf = (p, bits, safe) =>
  isPrime(p) && p.toString(2).length === bits && (!safe || isPrime(p >> 1n)) && p >> BigInt(bits - 2) === 3n;

/** The kinds of secrets that are no bigint. */
const IN_BYTES = ['secretBytes', 'secretOfTable'];

/** A call with secrets, whose result is bytes. Where the modulus must be odd, few are even. */
const ofSecret = (takes, right, { takesEven = false, isKept = false } = {}) =>
  operation(takes, (on, draw, name) => {
    const n = takesEven ? draw.modulus(700) : draw.odd(700) + BigInt(draw.below(30) === 0);
    const args = drawnBy(takes)(draw, n);
    const result = takesEven || n % 2n ? right(n, ...args) : new Refused('modulus');
    const kinds = numbersOf(takes).map(([, kind]) => kind);
    const given = args.map((x, i) => (IN_BYTES.includes(kinds[i]) ? draw.bytes(x) : draw.given(x)));
    const options = takes.options ? [{ exponentBits: SECRET_BITS }] : [];
    const modulus = draw.given(n);
    const call = () =>
      isKept ? keeping(on, modulus, (m) => m[name](...given, ...options)) : on[name](...given, modulus, ...options);
    return compare(result instanceof Refused ? result : toBytes(result, toBytes(n).length), call, n, ...args);
  });

/** Products of two primes of so many bits each, found once. */
const moduli = new Map();
function primesOf(bits) {
  if (!moduli.has(bits)) {
    const next = (start) => {
      for (let p = start | 1n; ; p += 2n) if (isPrime(p)) return p;
    };
    const p = next(seededNumber(bits, 5));
    moduli.set(bits, [p, next(seededNumber(bits, 77) | (1n << BigInt(bits - 2)))]);
  }
  return moduli.get(bits);
}

/** A Wesolowski proof by a challenge of its own, and whether it holds. */
function proofOf(draw) {
  const [p, q] = primesOf(draw.of([40, 64, 130]));
  const n = p * q;
  const hex = (z) => `0x${z.toString(16).padStart(2 * toBytes(n).length, '0')}`;
  const T = 1 + draw.below(300);
  const l = draw.of([2n ** 127n + 29n, 2n ** 128n + 51n, 2n ** 521n - 1n]);
  const x = fold(2n + modulo(draw.base(n), n - 3n), n) || 2n;
  const pi = fold(power(x, 2n ** BigInt(T) / l + BigInt(draw.below(2)), n), n) || 1n;
  const y = fold(power(pi, l, n) * power(x, power(2n, BigInt(T), l), n), n) || 1n;
  const output = draw.of([y, y, y, fold(y + 1n, n) || 1n]);
  const holds = fold(power(pi, l, n) * power(x, power(2n, BigInt(T), l), n), n) === output;
  const statement = { scheme: 'wesolowski', profile: 'powmod-v1', modulus: `0x${toHexBytes(n)}` };
  const file = { ...statement, input: hex(x), output: hex(output), iterations: T, proof: hex(pi) };
  return { file, holds, l, n, x, output, options: { challenge: { prime: l }, allowWeakModulus: true } };
}

const toHexBytes = (n) => n.toString(16).padStart(2 * toBytes(n).length, '0');

async function sha256(...parts) {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined));
}

const ascii = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const number = (bytes) => bytes.reduce((all, byte) => 256n * all + BigInt(byte), 0n);

/** `expand_message_xmd` of RFC 9380, section 5.3.1. */
async function expandMessage(message, tag, length) {
  const domain = Uint8Array.of(...ascii(tag), tag.length);
  const first = await sha256(new Uint8Array(64), message, Uint8Array.of(length >> 8, length & 255, 0), domain);
  const blocks = [await sha256(first, Uint8Array.of(1), domain)];
  for (let i = 2; 32 * blocks.length < length; i++) {
    const mixed = first.map((byte, j) => byte ^ blocks.at(-1)[j]);
    blocks.push(await sha256(mixed, Uint8Array.of(i), domain));
  }
  return blocks.flatMap((block) => [...block]).slice(0, length);
}

function base64Url(bytes) {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,6}/g) ?? []).map((six) => digits[Number.parseInt(six.padEnd(6, '0'), 2)]).join('');
}

/**
 * An oracle for a function, before another kernel than the first has come or behind it. In every engine the first
 * kernel is faster than BigInt for half of the moduli, and for most exponents.
 */
const ofFunction = (takes, right) =>
  operation(takes, (_, draw, name) => {
    const isLong = draw.below(40) === 0;
    const n =
      draw.below(2) === 0
        ? draw.modulus(isLong ? 1100 : 600)
        : draw.exactly(1030 + draw.below(isLong ? 1400 : 100)) | 1n;
    const short = () => (draw.below(8) ? 1n : -1n) * draw.exactly(20 + draw.below(40));
    const exponent = () => (draw.below(20) ? short() : signed(draw));
    const args = numbersOf(takes).map(([, kind]) => (kind === 'exponent' ? exponent() : draw.base(n)));
    const { [name]: call } = draw.functions();
    const given = [...givenOf(draw, args), draw.given(n)];
    return residue(draw, right(n, ...args), n, (...form) => call(...given, ...form), ...args);
  });

const OF_POWER = { base: 'base', exponent: 'exponent' };
const OF_TWO = { x: 'base', a: 'exponent', y: 'base', b: 'exponent' };
const SECRET_POWER = { base: 'base', exponent: 'secret' };
const SECRET_TWO = { x: 'base', a: 'secret', y: 'base', b: 'secret' };
/** Behind the arguments of a call that keeps no modulus. */
const BEHIND = { modulus: 'modulus', options: 'result' };
const OF_SECRETS = { modulus: 'oddModulus', options: 'exponentBits' };

/** For the functions of `powmod` and `powmod/static` that need no instance. */
export const FUNCTIONS = {
  modPow: ofFunction({ ...OF_POWER, ...BEHIND, options: 'power' }, powerOf),
  modPow2: ofFunction({ ...OF_TWO, ...BEHIND, options: 'power' }, productOfTwo),
};

/** Each operation under the name of what has it, and its own. */
export const OPERATIONS = {
  'pm.modPow': ofInstance({ ...OF_POWER, ...BEHIND, options: 'power' }, powerOf),
  'pm.modPow2': ofInstance({ ...OF_TWO, ...BEHIND, options: 'power' }, productOfTwo),
  'pm.modMultiPow': ofInstance({ terms: 'terms', ...BEHIND, options: 'power' }, productOf('terms')),
  'pm.modMul': ofInstance({ a: 'base', b: 'base', ...BEHIND }, (n, a, b) => modulo(a * b, n)),
  'pm.modInv': ofInstance({ a: 'base', ...BEHIND }, (n, a) => inverseOf(a, n, 'a')),
  'pm.modPowSecret': ofSecret({ ...SECRET_POWER, ...OF_SECRETS }, powerOf),
  'pm.modPow2Secret': ofSecret({ ...SECRET_TWO, ...OF_SECRETS }, productOfTwo),
  'pm.modulus': operation({ modulus: 'modulus' }, (pm, draw) => {
    const n = draw.modulus(4200);
    const x = draw.base(n);
    withModulus(pm, draw, n, (m) => compare(power(x, 17n, n), () => m.pow(x, 17n), n, x));
  }),
  'pm.modexp': operation({ input: 'modexp', options: 'modexpOptions' }, (pm, draw) => {
    const [n, e] = [draw.of([0n, draw.modulus(600)]), draw.exponent(200)];
    const x = n === 0n ? 5n : modulo(draw.base(n), n * n + 5n);
    const parts = [x, e, n].map((part) => toBytes(part, toBytes(part).length + draw.below(3)));
    const lengths = parts.map(({ length }) => toBytes(BigInt(length), 32));
    const input = Uint8Array.from([...lengths, ...parts].flatMap((part) => [...part]));
    const length = parts[2].length;
    return compare(toBytes(n === 0n ? 0n : power(x, e, n), length), () => pm.modexp(input), x, e, n);
  }),
  'pm.isProbablePrime': operation({ n: 'integer' }, (pm, draw) => {
    const [p, q] = primesOf(draw.of([40, 64, 130]));
    const n = draw.of([draw.exactly(draw.bits(64)), draw.odd(200), p, q, p * q, p * p, BigInt(draw.below(5000)), -p]);
    compare(isPrime(n), () => pm.isProbablePrime(draw.given(n)), n);
  }),
  'pm.randomPrime': operation({ bits: 'bitsOfPrime', options: 'prime' }, (pm, draw) => {
    const safe = draw.below(4) === 0;
    const bits = safe ? 6 + draw.below(60) : 2 + draw.below(150);
    const p = pm.randomPrime(bits, draw.options({ safe }));
    compare(true, () => isPrimeOf(p, bits, safe), p, BigInt(bits));
  }),
  'pm.randomBelow': operation({ n: 'modulus' }, (pm, draw) => {
    const n = draw.modulus(300);
    const x = pm.randomBelow(draw.given(n));
    compare(true, () => number(x) < n && x.length === toBytes(n).length, n, x);
  }),
  'pm.rsaPrivateKey': operation({ key: 'key' }, (pm, draw) => {
    const [p, q] = primesOf(draw.of([40, 64, 130, 256]));
    const e = draw.of([3n, 5n, 17n, 257n, 65537n]);
    const d = inverse(e, (p - 1n) * (q - 1n));
    if (d === undefined) return;
    const [dp, dq, qInv] = [d % (p - 1n), d % (q - 1n), inverse(q, p)];
    const key = pm.rsaPrivateKey(
      draw.of([
        { p, q, dp, dq, qInv, e },
        { n: p * q, e, d },
        { p, q, e },
      ]),
    );
    const x = modulo(draw.base(p * q), p * q);
    compare(toBytes(power(x, d, p * q), toBytes(p * q).length), () => key.pow(draw.given(x)), p, q, e, x);
    key.free();
  }),
  'pm.rsaPrivateKeyFrom': operation({ key: 'key' }, async (pm, draw) => {
    const [p, q] = primesOf(512);
    const [n, e] = [p * q, 65537n];
    const d = inverse(e, (p - 1n) * (q - 1n));
    const parts = Object.entries({ n, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) });
    const jwk = { kty: 'RSA', ...Object.fromEntries(parts.map(([name, x]) => [name, base64Url(toBytes(x))])) };
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    const imported = await crypto.subtle.importKey('jwk', jwk, algorithm, true, ['sign']);
    const key = await pm.rsaPrivateKeyFrom(draw.of([imported, jwk]));
    const x = modulo(draw.base(n), n);
    compare(toBytes(power(x, d, n), toBytes(n).length), () => key.pow(draw.given(x)), x);
    key.free();
  }),
  'pm.hashToGroup': operation({ seed: 'seed', modulus: 'groupModulus' }, async (pm, draw) => {
    const [p, q] = primesOf(520);
    const n = p * q;
    const seed = toBytes(draw.exactly(draw.bits(2000)));
    const h = number(await expandMessage(seed, 'powmod-v1:input', toBytes(n).length + 16));
    compare(fold(h * h, n), () => pm.hashToGroup(seed, draw.given(n)), seed);
  }),
  'pm.element': operation({ z: 'base', modulus: 'elementModulus' }, (pm, draw) => {
    const [p, q] = primesOf(draw.of([40, 64, 130]));
    const z = draw.base(p * q);
    compare(fold(z, p * q), () => pm.element(draw.given(z), draw.given(p * q)), z, p, q);
  }),
  'pm.verify': operation({ proof: 'proof', options: 'verify' }, (on, draw) => {
    const { file, holds, options } = proofOf(draw);
    const proof = draw.of([file, JSON.stringify(file), powmod.readProof(file)]);
    return compare(holds, () => on.verify(proof, options), ...Object.values(file));
  }),
  'pm.verifyBatch': ofBatch({ proofs: 'proofs', options: 'batch' }),

  'm.pow': ofKept({ ...OF_POWER, options: 'power' }, powerOf),
  'm.pow2': ofKept({ ...OF_TWO, options: 'power' }, productOfTwo),
  'm.multiPow': operation({ terms: 'terms', options: 'power' }, (pm, draw) => {
    const n = draw.modulus();
    const list = draw.list(12, () => [...powerArgs(draw, n), draw.below(3) === 0]);
    withModulus(pm, draw, n, (m) => {
      const given = list.map(([x, e, hasTable]) => [
        hasTable ? m.fixedBase(x, { exponentBits: 2000 }) : draw.given(x),
        draw.given(e),
      ]);
      const bases = given.map(([base]) => base);
      const right = productOf('terms')(n, list);
      residue(draw, right, n, (...form) => m.multiPow(draw.array(given), ...form), ...list.flat());
      for (const base of bases) base.free?.();
    });
  }),
  'm.powers': ofKept(
    { base: 'base', exponents: 'exponents', options: 'power' },
    (n, x, list) => each(list.map((e) => signedPower(x, e, n, 'base'))),
    700,
  ),
  'm.product': ofKept({ factors: 'integers', options: 'result' }, (n, list) =>
    product(
      list.map((x) => modulo(x, n)),
      n,
    ),
  ),
  'm.jacobi': operation({ a: 'base' }, (pm, draw) => {
    const n = draw.modulus();
    const a = draw.base(n);
    withModulus(pm, draw, n, (m) =>
      compare(n % 2n ? symbol(a, n) : new Refused('modulus'), () => m.jacobi(draw.given(a)), n, a),
    );
  }),
  'm.mul': ofKept({ a: 'base', b: 'base', options: 'result' }, (n, a, b) => modulo(a * b, n)),
  'm.inv': ofKept({ a: 'base', options: 'result' }, (n, a) => inverseOf(a, n, 'a')),
  'm.invAll': ofKept({ list: 'invertibles', options: 'result' }, inversesOf),
  'm.square': ofKept({ x: 'base', times: 'times', options: 'result' }, squareOf),
  'm.inSubgroup': operation(
    { list: 'integers', q: 'order' },
    (pm, draw) => {
      const { prime, q, list, right } = memberArgs(draw);
      withModulus(pm, draw, prime, (m) =>
        compare(right, () => m.inSubgroup(draw.array(givenOf(draw, list)), draw.given(q)), prime, q, list),
      );
    },
    23n, // 2 · 11 + 1, where symbols decide
  ),
  'm.sqrt': operation({ a: 'square', options: 'result' }, (pm, draw) => {
    const p = draw.of([
      2n,
      3n,
      17n,
      97n,
      2n ** 127n - 1n,
      2n ** 255n - 19n,
      2n ** 224n - 2n ** 96n + 1n,
      ...primesOf(130),
    ]);
    const x = draw.base(p);
    const a = draw.of([x, x * x]);
    withModulus(pm, draw, p, (m) => {
      const root = m.sqrt(draw.given(a));
      const isRight =
        root === undefined
          ? p !== 2n && power(a, (p - 1n) / 2n, p) === p - 1n
          : modulo(root * root - a, p) === 0n && root >= 0n && 2n * root <= p;
      compare(true, () => isRight, p, a, root);
    });
  }),
  'm.powSecret': ofSecret({ ...SECRET_POWER, options: 'exponentBits' }, powerOf, { isKept: true }),
  'm.pow2Secret': ofSecret({ ...SECRET_TWO, options: 'exponentBits' }, productOfTwo, { isKept: true }),
  'm.mulAddSecret': ofSecret(
    { a: 'secretBytes', b: 'secretBytes', c: 'secretBytes' },
    (n, a, b, c) => (a * b + c) % n,
    { isKept: true, takesEven: true },
  ),
  'm.invSecret': ofSecret({ a: 'secretBytes' }, (n, a) => inverseOf(a, n, 'a'), { isKept: true, takesEven: true }),
  'm.fixedBase': ofTable({ base: 'base', options: 'fixedBase' }, 'residues'),
  'm.tables': ofTables({ bases: 'bases', options: 'tables' }),
  'fixedBase.pow': ofTable({ exponent: 'exponentOfTable', options: 'result' }, 'comb'),
  'fixedBase.powSecret': operation({ exponent: 'secretOfTable' }, (pm, draw) => {
    const base = draw.exactly(draw.bits(800));
    const withTable = (m) => ({
      powSecret(e) {
        const g = m.fixedBase(base, { exponentBits: SECRET_BITS });
        const result = g.powSecret(e);
        g.free();
        return result;
      },
      free: () => m.free(),
    });
    const on = { modulus: (n) => withTable(pm.modulus(n)) };
    const oracle = ofSecret({ exponent: 'secretOfTable' }, (n, e) => power(base, e, n), { isKept: true });
    return oracle.compare(on, draw, 'powSecret');
  }),
  'tables.multiPow': ofTables({ exponents: 'exponentsOfTables', options: 'result' }),
  'rsaPrivateKey.pow': operation({ base: 'residue' }, (pm, draw) => {
    return compareOperation('pm.rsaPrivateKey', pm, draw);
  }),

  // Of a pool, in place of an instance.
  'pool.modPow': ofPool({ ...OF_POWER, ...BEHIND, options: 'poolPower' }, powerOf),
  'pool.modPow2': ofPool({ ...OF_TWO, ...BEHIND, options: 'poolPower' }, productOfTwo),
  'pool.modMultiPow': ofPool({ terms: 'terms', ...BEHIND, options: 'longPower' }, productOf('terms')),
  'pool.modPowAll': operation(
    { bases: 'integers', exponent: 'exponent', ...BEHIND, options: 'longList' },
    (pool, draw) => {
      if (draw.below(3) === 0 && pool.kernel !== 'bigint') return secretPowers(pool, draw);
      const isOfOne = draw.below(2) === 0;
      const draws = (draw, n) =>
        isOfOne ? [draw.list(9, () => draw.base(n)), signed(draw)] : [draw.list(9, () => powerArgs(draw, n))];
      const right = (n, list, e) =>
        eachInPool(powersOf(isOfOne ? 'bases' : 'terms')(n, isOfOne ? list.map((base) => [base, e]) : list));
      return ofInstance({}, right, draws).compare(pool, draw, 'modPowAll');
    },
  ),
  'pool.modInvAll': ofInstance({ list: 'invertibles', ...BEHIND, options: 'longResult' }, (n, list) =>
    inversesOf(n, list, eachInPool),
  ),
  'pool.square': ofInstance({ x: 'base', times: 'times', ...BEHIND, options: 'longResult' }, squareOf),
  'pool.inSubgroup': operation({ list: 'integers', q: 'order', modulus: 'modulus', options: 'long' }, (pool, draw) => {
    const { prime, q, list, right } = memberArgs(draw);
    const given = [draw.array(givenOf(draw, list)), draw.given(q), draw.given(prime)];
    return compare(right, () => pool.inSubgroup(...given, draw.options({})), prime, q, list);
  }),
  'pool.modPowSecret': ofSecret({ ...SECRET_POWER, ...OF_SECRETS }, powerOf),
  'pool.modexp': operation({ input: 'modexp', options: 'modexpOptions' }, (pool, draw) =>
    compareOperation('pm.modexp', pool, draw),
  ),
  'pool.randomPrime': operation({ bits: 'bitsOfPrime', options: 'poolPrime' }, async (pool, draw) => {
    const bits = draw.bitsOfPrime();
    const safe = bits < 100 && draw.below(4) === 0;
    const random = (length) => toBytes(draw.exactly(8 * length));
    const p = await pool.randomPrime(bits, draw.options({ safe, random }));
    compare(true, () => isPrimeOf(p, bits, safe), p, BigInt(bits));
  }),
  'pool.verify': operation({ proof: 'proof', options: 'verify' }, (pool, draw) =>
    compareOperation('pm.verify', pool, draw),
  ),
  'pool.verifyAll': ofBatch({ proofs: 'proofs', options: 'longBatch' }),

  toBytes: operation({ x: 'natural', length: 'length' }, (_, draw) => {
    const [x, zeros] = [draw.exactly(draw.bits(3000)), draw.below(20)];
    const hex = toHexBytes(x);
    const bytes = [...new Array(zeros).fill(0), ...hex.match(/../g).map((byte) => Number.parseInt(byte, 16))];
    compare(Uint8Array.from(bytes), () => toBytes(x, hex.length / 2 + zeros), x);
  }),
  toBigint: operation({ bytes: 'bytes' }, (_, draw) => {
    const x = draw.exactly(draw.bits(3000));
    const bytes = toHexBytes(x)
      .match(/../g)
      .map((byte) => Number.parseInt(byte, 16));
    compare(x, () => powmod.toBigint(Uint8Array.from([...new Array(draw.below(20)).fill(0), ...bytes])), x);
  }),
  toHex: operation({ x: 'natural', length: 'length' }, (_, draw) => {
    const x = draw.exactly(draw.bits(3000));
    compare(toHexBytes(x), () => powmod.toHex(x), x);
  }),
  fromHex: operation({ text: 'hex' }, (_, draw) => {
    const x = draw.exactly(draw.bits(3000));
    const digits = draw.of([
      x.toString(16),
      x.toString(16).toUpperCase(),
      `0x${x.toString(16)}`,
      `000${x.toString(16)}`,
    ]);
    compare(x, () => powmod.fromHex(digits), x);
  }),
  toBase64Url: operation({ x: 'natural', length: 'length' }, (_, draw) => {
    const x = draw.exactly(draw.bits(3000));
    compare(base64Url(toBytes(x)), () => powmod.toBase64Url(x), x);
  }),
  fromBase64Url: operation({ text: 'base64Url' }, (_, draw) => {
    const x = draw.exactly(draw.bits(3000));
    compare(x, () => powmod.fromBase64Url(base64Url(toBytes(x, toBytes(x).length + draw.below(4)))), x);
  }),
  ...FUNCTIONS,
  ready: operation({}, async (_, draw) => {
    await powmod.ready();
    compareOperation('modPow', _, draw);
  }),
  readProof: operation({ proof: 'proof' }, (_, draw) => {
    const { file, n, x, output } = proofOf(draw);
    const claim = powmod.readProof(draw.of([file, JSON.stringify(file)]));
    const read = [claim.modulus, claim.input, claim.output, claim.values[0], BigInt(claim.iterations)];
    compare([n, x, output, BigInt(file.proof), BigInt(file.iterations)], () => read, n);
    compare(JSON.stringify(file), () => JSON.stringify(structuredClone(claim) && claim), n);
  }),
  challengeOf: operation({ proof: 'wesolowski' }, async (_, draw) => {
    const { file, n, x, output } = proofOf(draw);
    const width = toBytes(n).length;
    const message = [ascii('powmod-v1:wesolowski'), toBytes(n), toBytes(x, width), toBytes(output, width)];
    const s = await sha256(...message, toBytes(BigInt(file.iterations), 8));
    let [index, prime] = [-1, 0n];
    while (!isPrime(prime)) prime = number(await sha256(s, toBytes(BigInt(++index), 4))) | (1n << 255n) | 1n;
    const found = await powmod.challengeOf(file);
    compare([prime, BigInt(index)], () => [found.prime, BigInt(found.index)], n);
  }),
  challengesOf: operation({ proof: 'pietrzak' }, async (pm, draw) => {
    const { file, n, x: input } = proofOf(draw);
    const hex = (z) => `0x${z.toString(16).padStart(2 * toBytes(n).length, '0')}`;
    let [x, T] = [input, file.iterations];
    const output = fold(power(x, 2n ** BigInt(T), n) + draw.of([0n, 0n, 1n]), n) || 1n;
    let y = output;
    const [values, challenges] = [[], []];
    for (; T > 1; T /= 2) {
      if (T % 2 === 1) [y, T] = [fold(y * y, n), T + 1];
      const v = fold(power(x, 2n ** BigInt(T / 2), n) + draw.of([0n, 0n, 0n, 0n, 0n, 0n, 0n, 1n]), n) || 1n;
      const numbers = [x, y, v].map((z) => toBytes(z, toBytes(n).length));
      const message = [ascii('powmod-v1:pietrzak'), toBytes(n), ...numbers, toBytes(BigInt(T), 8)];
      const r = number((await sha256(...message)).subarray(0, 16));
      [x, y] = [fold(power(x, r, n) * v, n), fold(power(v, r, n) * y, n)];
      values.push(v);
      challenges.push(r);
    }
    const { proof: _, ...statement } = file;
    const given = { ...statement, scheme: 'pietrzak', output: hex(output), delta: 0, proof: values.map(hex) };
    const found = await powmod.challengesOf(given);
    compare(challenges, () => found, n);
    const holds = fold(x * x, n) === y;
    compare(holds, () => pm.verify(given, { allowWeakModulus: true }), n);
    const challenge = ({ index }) => challenges[index];
    compare(holds, () => pm.verify(given, { allowWeakModulus: true, challenge }), n);
  }),
};

/** Calls an operation once, with drawn arguments, and compares the result with the oracle's. `on` has the operation. */
export function compareOperation(name, on, draw) {
  return OPERATIONS[name].compare(on, draw, name.split('.').at(-1));
}

/** A list of powers with one secret exponent. */
function secretPowers(pool, draw) {
  const n = draw.odd(700);
  const [list, e] = [draw.list(9, () => draw.base(n)), drawnSecret(draw)];
  const right = list.map((x) => toBytes(power(x, e, n), toBytes(n).length));
  const given = [draw.array(givenOf(draw, list)), draw.given(e), draw.given(n)];
  const options = draw.options({ secret: { exponentBits: SECRET_BITS } });
  return compare(right, () => pool.modPowAll(...given, options), n, e, ...list);
}

/** Three proofs, of which the middle one claims another output. */
function ofBatch(takes) {
  return operation(takes, (on, draw, name) => {
    const { file, holds, options, l, n, x } = proofOf(draw);
    const wrong = { ...file, output: file.input };
    const right = power(BigInt(file.proof), l, n) * power(x, power(2n, BigInt(file.iterations), l), n);
    const verdicts = [holds, fold(right, n) === x, holds];
    const given = draw.options({ ...options, batch: draw.below(2) === 0 });
    return compare(verdicts, () => on[name](draw.array([file, wrong, file]), given), ...Object.values(file));
  });
}

function ofTable(takes, method) {
  return operation(takes, (pm, draw) => {
    const n = draw.modulus(700);
    const [x, exponentBits] = [draw.base(n), 1 + draw.below(300)];
    const e = (draw.below(4) === 0 ? -1n : 1n) * (draw.exponent() % 2n ** BigInt(exponentBits));
    withModulus(pm, draw, n, (m) => {
      const g = m.fixedBase(draw.given(x), draw.options({ exponentBits, method }));
      residue(
        draw,
        signedPower(x, e, n, 'base'),
        n,
        (...form) => g.pow(draw.given(e), ...form),
        x,
        e,
        BigInt(exponentBits),
      );
      g.free();
    });
  });
}

function ofTables(takes) {
  return operation(takes, (pm, draw) => {
    const n = draw.modulus(700);
    const list = [powerArgs(draw, n), ...draw.list(8, () => powerArgs(draw, n))];
    const window = draw.of([undefined, 1, 2, 5, 7]);
    const [bases, exponents] = [0, 1].map((i) => list.map((term) => term[i]));
    // All negative powers divide at once, so that a product of bases decides whether there is an inverse.
    const right = productOf('exponents')(n, list);
    withModulus(pm, draw, n, (m) => {
      const t = m.tables(draw.array(givenOf(draw, bases)), window && { window });
      residue(draw, right, n, (...form) => t.multiPow(draw.array(givenOf(draw, exponents)), ...form), ...list.flat());
      t.free();
    });
  });
}
