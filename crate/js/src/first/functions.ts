/**
 * Powers as functions, which answer at once: by the first kernel, or by BigInt where that is as fast. The kernels that
 * `init` would load come behind the answers.
 */
import { type Crossover, crossoverOf, lengthOf, productsOf } from '../arithmetic/crossover.js';
import { recall } from '../arithmetic/recall.js';
import { multiPow, type Power, pow } from '../bigint/arithmetic.js';
import { power } from '../bigint/moduli.js';
import { refusalOfError } from '../bigint/refused.js';
import type { PublicName } from '../border/refusal.js';
import type { Term } from '../border/types.generated.js';
import { messageOf, PowmodError } from '../errors.js';
import { DEFAULT_MAX_BITS, type Integer, IntegerReader, toBigint } from '../input/integers.js';
import { nameOfPair, readPair } from '../input/lists.js';
import { type Form, presentNumber, type Result, type ResultOptions, readResultOptions } from '../input/options.js';
import { BEHIND_MS } from '../kernels/in-time.js';
import type { Kernel, KernelChoice } from '../kernels/kernel.js';
import { bare, globalOf, startTimer } from '../runtime.js';
import { loadFast, startFast } from './behind.js';
import type { FastPowers } from './fast-powers.js';
import { type FirstKernel, startFirst } from './kernel.js';

/** The kernel of the functions: `'first'` is the small one that their script holds. */
export type FunctionsChoice = KernelChoice<Kernel | 'first'>;

/**
 * The kernel of the next long power of `modPow` and `modPow2`, and in words why. It is `'bigint'` until a power is long
 * enough, then `'first'`, the kernel in the script, and one of those of `init` when that has come.
 */
export let choice: FunctionsChoice = /* @__PURE__ */ choose('bigint', 'until a power is long');

const integers = /* @__PURE__ */ new IntegerReader(DEFAULT_MAX_BITS);

/** The last moduli. */
const recent: Known[] = [];

interface Known {
  readonly bigint: bigint;
  /** The kernel that met it last. */
  seenBy: unknown;
}

/** The powers that take BigInt as long as a kernel takes to start: products, times the square of their bits. */
const START = 2 ** 30;

/** The longest wait for an idle page. */
const IDLE_MS = 2000;
/** The wait where nothing tells that a page is idle. */
const PAUSE_MS = 50;

/** What the powers have cost that a kernel would have computed, until one starts. */
let cost = 0;
let isStarted = false;
/** Whether no WebAssembly can run here. */
let isForbidden = false;
let first: FirstKernel | undefined;
let fast: FastPowers | undefined;
/** The answers since the first kernel was started. */
let answers = 0;
let isWaiting = false;
let crossover: Crossover | undefined;
let loading: Promise<void> | undefined;

/**
 * `base^exponent mod modulus`: as `Powers.modPow`, with the default limits, and without `init`. Time depends on all
 * arguments: not for secrets.
 *
 * @throws TypeError or RangeError as `Powers.modPow`.
 *
 * @example
 * ```ts
 * import { modPow } from 'powmod';
 * modPow(3n, 65537n, 1000003n); // 486750n
 * modPow(3n, -1n, 7n); // 5n
 * modPow(2n, 10n, 1000n, { as: 'bytes' }); // Uint8Array(2) [ 0, 24 ]
 * ```
 */
export function modPow<O extends ResultOptions = {}>(
  base: Integer,
  exponent: Integer,
  modulus: Integer,
  options?: O & Readonly<ResultOptions>,
): Result<O> {
  const form = readResultOptions(options);
  const term = { base: integers.base(base, 'base'), exponent: integers.exponent(exponent, 'exponent') };
  return answer([term], modulus, form, () => 'base');
}

/**
 * `x^a · y^b mod modulus`, the double exponentiation: as `Powers.modPow2`, with the default limits, and without `init`.
 * Time depends on all arguments: not for secrets.
 *
 * @throws TypeError or RangeError as `Powers.modPow2`.
 *
 * @example
 * ```ts
 * import { modPow2 } from 'powmod';
 * modPow2(2n, 10n, 3n, 5n, 1000n); // 832n
 * ```
 */
export function modPow2<O extends ResultOptions = {}>(
  x: Integer,
  a: Integer,
  y: Integer,
  b: Integer,
  modulus: Integer,
  options?: O & Readonly<ResultOptions>,
): Result<O> {
  const form = readResultOptions(options);
  return answer(readPair(x, a, y, b, integers), modulus, form, nameOfPair);
}

/**
 * Loads the kernel that `init` would choose, if nothing has loaded it yet. The promise resolves, with the choice, when
 * no other kernel is to come to `modPow` and `modPow2`. Where none can be loaded or works, the choice says why.
 *
 * @example
 * ```ts
 * import { modPow, ready } from 'powmod';
 * const { kernel } = await ready();
 * modPow(2n, 10n, 1000n); // 24n
 * ```
 */
export async function ready(): Promise<FunctionsChoice> {
  start();
  await load();
  return choice;
}

/** The answer to checked terms, which are used before code of the caller can run again. */
function answer<O>(given: readonly Term[], modulus: unknown, form: Form, nameOf: PublicName): Result<O> {
  const checked = toBigint(integers.modulus(modulus, 'modulus'));
  const known = recall(recent, checked, () => ({ bigint: checked, seenBy: undefined }));
  const n = known.bigint;
  let product: bigint;
  try {
    const terms = given.map(({ base, exponent }, i) => power(base, exponent, n, 'terms', i));
    product = byKernel(terms, known) ?? byBigint(terms, n);
  } catch (error) {
    // As `publicError`, without what no power refuses.
    const { kind, field, index, reason } = refusalOfError(error);
    if (kind === 'argument') throw new RangeError(`${nameOf(field, index)}: ${reason}`);
    throw new PowmodError(kind === 'memory' ? 'ERR_OUT_OF_MEMORY' : 'ERR_FAULT', `${field}: ${reason}`);
  }
  return presentNumber(product, { byteLength: (n.toString(16).length + 1) >> 1 }, form);
}

function byBigint(terms: readonly Power[], n: bigint): bigint {
  const [only] = terms;
  return terms.length === 1 && only ? pow(...only, n) : multiPow(terms, n);
}

/** Undefined where BigInt must compute the product, or is faster. */
function byKernel(terms: readonly Power[], known: Known): bigint | undefined {
  const n = known.bigint;
  const bits = lengthOf(n);
  const products = terms.reduce((sum, [, exponent]) => sum + productsOf(exponent), 0);
  const kernel = fast ?? first;
  const isFresh = !kernel || known.seenBy !== kernel;
  crossover ??= crossoverOf('first');
  if (products <= crossover(bits, false, isFresh)) return undefined;
  if (!isStarted) {
    cost += products * bits ** 2;
    if (cost < START) return undefined;
    start();
  }
  loadBehind();
  const computing = fast ?? first;
  known.seenBy = computing;
  return computing?.multiPow(terms, n);
}

/** Starts the kernel in the script, or the one that needs no loading. */
function start(): void {
  if (isStarted) return;
  isStarted = true;
  try {
    if (startFast) take(startFast());
    else first = startFirst();
    if (fast) return;
    choice = first
      ? choose('first', 'until another comes')
      : choose('bigint', 'no fused multiply-add, until another comes');
  } catch (error) {
    isForbidden = true;
    choice = choose('bigint', `no WebAssembly can run here: ${messageOf(error)}`);
  }
}

/** A page that asks once loads nothing more. The second answer is followed by the kernel, when the page is idle. */
function loadBehind(): void {
  answers++;
  // Where nothing is loaded, no timer is set: workerd has none while a program starts.
  if (!loadFast || isWaiting || loading || isForbidden) return;
  isWaiting = true;
  whenIdle(() => {
    isWaiting = false;
    if (answers > 1) void load();
  });
}

/** Loads the fast kernel, once. When the time for kernels is over, nobody waits, and loading goes on behind. */
function load(): Promise<void> {
  loading ??= (async () => {
    if (fast || isForbidden || !loadFast) return;
    const coming = loadFast().then(take, (error) => {
      // Whole: it may name each kernel with its reason.
      choice = choose(choice.kernel, messageOf(error, Number.POSITIVE_INFINITY));
    });
    const isOver = new Promise<void>((resolve) => {
      if (globalOf('setTimeout')) startTimer(resolve, BEHIND_MS);
    });
    await Promise.race([coming, isOver]);
  })();
  return loading;
}

/** Computes by the fast kernel from now on. */
function take(loaded: FastPowers): void {
  fast = loaded;
  choice = fast.choice;
  crossover = crossoverOf(fast.choice.kernel);
}

function choose(kernel: Kernel | 'first', reason: string): FunctionsChoice {
  return Object.freeze({ kernel, reason });
}

function whenIdle(work: () => void): void {
  const request = globalOf('requestIdleCallback');
  if (request) request(work, bare({ timeout: IDLE_MS }));
  else if (globalOf('setTimeout')) startTimer(work, PAUSE_MS); // bare shells of engines have no timers
}
