// Each call that computes, on the kernel that the package chooses, on each kernel by its name and on a pool: what
// BigInt computes, in the form that is asked for.
import fc from 'fast-check';
import * as powmod from 'powmod';
import { init, type Modulus, type Powmod, toBytes } from 'powmod';
import { createPool, type Pool } from 'powmod/pool';
import * as alone from 'powmod/static';
import { instances } from '../../support/instances.ts';
import { bytes, type Given, integers, lists } from './given.ts';
import { judge, judgeCall, outcomeOfPromise, Refused } from './judge.ts';
import { inverse, isPrime, modulo, nativePow, power, product } from './oracle.ts';
import type { Target } from './target.ts';

type Loose = Record<string, (...args: unknown[]) => unknown>;
type Pair = [bigint, bigint];

const MAX_BITS = 2100;
/** The longest exponents of tables and secrets. */
const SHORT_BITS = 300;

/** `auto`, where BigInt computes what it computes faster, and each kernel by its name. */
const kernels = new Map([['auto', await init()], ...instances.map((pm) => [pm.kernel, pm] satisfies [string, Powmod])]);
kernels.set('bigint', await init({ kernel: 'bigint', allowTiming: true })); // so that it has the calls for secrets

const number = integers(MAX_BITS, true);
const short = integers(SHORT_BITS, true);
const pairs = (exponents: fc.Arbitrary<Given<bigint>>) =>
  fc.tuple(number, exponents).map(
    ([base, exponent]): Given<Pair> => ({
      label: `[${base.label}, ${exponent.label}]`,
      make: () => [base.make(), exponent.make()],
      means: [base.means, exponent.means],
    }),
  );
const arms: Record<string, fc.Arbitrary<Given>> = {
  number,
  numbers: lists(number, 5),
  terms: lists(pairs(number), 5),
  short,
  'short terms': fc.array(pairs(short), { minLength: 1, maxLength: 4 }).map((all) => ({
    label: `[${all.map(({ label }) => label)}]`,
    make: () => all.map((one) => one.make()),
    means: all.map(({ means }) => means),
  })),
  secret: integers(SHORT_BITS, false),
  'secret bytes': bytes(SHORT_BITS),
  bytes: bytes(MAX_BITS),
  times: fc.nat(40).map((times) => ({ label: `${times}`, make: () => times, means: times })),
};

interface Call {
  kind: readonly string[];
  /** The right result for allowed arguments. The last argument is the modulus. */
  answer: (...args: never[]) => unknown;
}

const onePower = (base: bigint, exponent: bigint, n: bigint) => power(base, exponent, n, 'base');

/** The product of powers. `name` is what the error of a base without an inverse begins with. */
const productOf = (name: string) => (terms: Pair[], n: bigint) =>
  product(
    terms.map(([base, exponent]) => power(base, exponent, n, name)),
    n,
  );

/** All powers, or the refusal of one of them. */
const all = (powers: (bigint | Refused)[]) => powers.find((power) => power instanceof Refused) ?? powers;

/** The key is the name of a method of `pm`, or words for a call that only a kept modulus or a pool has. */
const CALLS: Record<string, Call> = {
  modPow: { kind: ['number', 'number', 'number'], answer: onePower },
  modPow2: {
    kind: ['number', 'number', 'number', 'number', 'number'],
    answer: (x: bigint, a: bigint, y: bigint, b: bigint, n: bigint) =>
      product([power(x, a, n, 'x'), power(y, b, n, 'y')], n),
  },
  modMultiPow: { kind: ['terms', 'number'], answer: productOf('terms') },
  modMul: {
    kind: ['number', 'number', 'number'],
    answer: (a: bigint, b: bigint, n: bigint) => modulo(a * b, n),
  },
  modInv: {
    kind: ['number', 'number'],
    answer: (a: bigint, n: bigint) => inverse(a, n) ?? new Refused(['a']),
  },
  'the powers of a modulus': {
    kind: ['number', 'numbers', 'number'],
    answer: (base: bigint, exponents: bigint[], n: bigint) =>
      all(exponents.map((exponent) => power(base, exponent, n, 'base'))),
  },
  'the product of a modulus': {
    kind: ['numbers', 'number'],
    answer: (factors: bigint[], n: bigint) => factors.reduce((product, factor) => modulo(product * factor, n), 1n % n),
  },
  'the inverses of a modulus': {
    kind: ['numbers', 'number'],
    answer: (list: bigint[], n: bigint) => {
      const inverses = list.map((a) => inverse(a, n));
      return inverses.includes(undefined) ? new Refused(['list']) : inverses;
    },
  },
  'the square of a modulus': {
    kind: ['number', 'times', 'number'],
    answer: (x: bigint, times: number, n: bigint) => power(x, 1n << BigInt(times), n, 'x'),
  },
  'powers of a list': {
    kind: ['numbers', 'number', 'number'],
    answer: (bases: bigint[], exponent: bigint, n: bigint) =>
      all(bases.map((base) => power(base, exponent, n, 'bases'))),
  },
  'powers of pairs': {
    kind: ['terms', 'number'],
    answer: (terms: Pair[], n: bigint) => all(terms.map(([base, exponent]) => power(base, exponent, n, 'terms'))),
  },
  'a table': { kind: ['number', 'short', 'number'], answer: onePower },
  'a table of residues': { kind: ['number', 'short', 'number'], answer: onePower },
  tables: { kind: ['short terms', 'number'], answer: productOf('exponents') },
  'tables among bases': { kind: ['short terms', 'number'], answer: productOf('terms') },
};

type Pairs = [never, never][];
const maxBits = SHORT_BITS + 1; // a number of the fuzzer may be a power of two

/** The methods of a kept modulus, which stands for the last argument. */
const KEPT: Record<string, string | ((m: Modulus, ...args: never[]) => unknown)> = {
  modPow: 'pow',
  modPow2: 'pow2',
  modMultiPow: 'multiPow',
  modMul: 'mul',
  modInv: 'inv',
  'the powers of a modulus': 'powers',
  'the product of a modulus': 'product',
  'the inverses of a modulus': 'invAll',
  'the square of a modulus': 'square',
  'a table': (m, base, e, options) => m.fixedBase(base, { maxBits }).pow(e, options),
  'a table of residues': (m, base, e, options) => m.fixedBase(base, { maxBits, method: 'residues' }).pow(e, options),
  tables: (m, terms: Pairs, options) =>
    m.tables(terms.map(([base]) => base)).multiPow(
      terms.map(([, e]) => e),
      options,
    ),
  'tables among bases': (m, terms: Pairs, options) =>
    m.multiPow(
      terms.map(([base, e], i) => [i % 2 ? base : m.fixedBase(base, { maxBits }), e]),
      options,
    ),
};

interface SecretCall extends Call {
  call: (pm: Powmod, m: Modulus, ...args: never[]) => Uint8Array;
  /** Whether the modulus may be even. */
  takesEven?: true;
}

const exponentBits = maxBits;
const secretPowers = (x: bigint, a: bigint, y: bigint, b: bigint, n: bigint) =>
  modulo(nativePow(x, a, n) * nativePow(y, b, n), n);

/** The calls for secrets. */
const SECRETS: Record<string, SecretCall> = {
  modPowSecret: {
    kind: ['number', 'secret', 'number'],
    call: (pm, _, x, e, n) => pm.modPowSecret(x, e, n, { exponentBits }),
    answer: nativePow,
  },
  modPow2Secret: {
    kind: ['number', 'secret', 'number', 'secret', 'number'],
    call: (pm, _, x, a, y, b, n) => pm.modPow2Secret(x, a, y, b, n, { exponentBits }),
    answer: secretPowers,
  },
  powSecret: {
    kind: ['number', 'secret', 'number'],
    call: (_, m, x, e) => m.powSecret(x, e, { exponentBits }),
    answer: nativePow,
  },
  pow2Secret: {
    kind: ['number', 'secret', 'number', 'secret', 'number'],
    call: (_, m, x, a, y, b) => m.pow2Secret(x, a, y, b, { exponentBits }),
    answer: secretPowers,
  },
  'powSecret of a table': {
    kind: ['number', 'secret bytes', 'number'],
    call: (_, m, x, e) => m.fixedBase(x, { maxBits }).powSecret(e),
    answer: nativePow,
  },
  mulAddSecret: {
    kind: ['bytes', 'bytes', 'bytes', 'number'],
    call: (_, m, a, b, c) => m.mulAddSecret(a, b, c),
    answer: (a: bigint, b: bigint, c: bigint, n: bigint) => modulo(a * b + c, n),
    takesEven: true,
  },
  invSecret: {
    kind: ['bytes', 'number'],
    call: (_, m, a) => m.invSecret(a),
    answer: (a: bigint, n: bigint) => inverse(a, n) ?? new Refused(['a']),
    takesEven: true,
  },
};

interface Tried {
  name: string;
  args: Given[];
  options: Given<'bigint' | 'bytes'>;
}

const as = fc.constantFrom<Tried['options']>(
  { label: 'no options', make: () => undefined, means: 'bigint' },
  { label: '{}', make: () => ({}), means: 'bigint' },
  { label: "{ as: 'bytes' }", make: () => ({ as: 'bytes' }), means: 'bytes' },
  { label: "{ as: 'bigint' }", make: () => Object.freeze({ as: 'bigint' }), means: 'bigint' },
  { label: "a proxy of { as: 'bytes' }", make: () => new Proxy({ as: 'bytes' }, {}), means: 'bytes' },
  { label: "a getter of 'bytes', once", make: onlyOnce, means: 'bytes' },
);

function onlyOnce(): object {
  let reads = 0;
  return {
    get as() {
      return reads++ === 0 ? 'bytes' : 'hex';
    },
  };
}

/** Calls that an object has. */
const triedOn = (object: object): fc.Arbitrary<Tried> => triedOf(Object.keys(CALLS).filter((name) => name in object));

const triedOf = (names: string[], calls: Record<string, Call> = CALLS): fc.Arbitrary<Tried> =>
  fc.constantFrom(...names).chain((name) => {
    const args = (calls[name] as Call).kind.map((kind) => arms[kind] as fc.Arbitrary<Given>);
    return fc.record({ name: fc.constant(name), args: fc.tuple(...args), options: as });
  });

/** The result that a call must have, or its refusal. tests/bad-input has the arguments that no call takes. */
function expectedOf({ name, args, options }: Tried): unknown[] {
  const meant = args.map(({ means }) => means);
  const n = meant.at(-1) as bigint;
  const right = n <= 0n ? new Refused(['modulus']) : (CALLS[name] as Call).answer(...(meant as never[]));
  if (right instanceof Refused) return [right];
  const form = (value: bigint) => (options.means === 'bytes' ? padded(value, n) : value);
  return [Array.isArray(right) ? right.map(form) : form(right as bigint)];
}

/** Bytes as long as the modulus. */
const padded = (value: bigint, n: bigint) => toBytes(value, toBytes(n).length);

/** Checks that an ordinary call still works. */
export function stillWorks(pm: Powmod): void {
  if (pm.modPow(3n, 200n, 1009n) !== 985n) throw new Error('the next call answered wrongly');
}

const make = ({ args, options }: Tried) => [...args.map((arg) => arg.make()), options.make()];

/** A property of calls on one kernel or another. */
const onKernels = (calls: fc.Arbitrary<Tried>, check: (pm: Powmod, call: Tried) => void) =>
  fc.property(fc.constantFrom(...kernels.keys()), calls, (kernel, call) => {
    const pm = kernels.get(kernel) as Powmod;
    check(pm, call);
    stillWorks(pm);
  });

export const onInstance: Target = {
  name: 'numbers',
  property: () =>
    onKernels(triedOn(kernels.get('auto') as Powmod), (pm, call) => {
      const args = make(call);
      judgeCall(() => (pm as unknown as Loose)[call.name]?.(...args), expectedOf(call));
    }),
};

/** The functions, by the first kernel, which `powmod/static` keeps, and by the one that comes. */
export const onFunctions: Target = {
  name: 'functions',
  async property() {
    await powmod.ready();
    const entries = { powmod, 'powmod/static': alone };
    const calls = triedOf(Object.keys(CALLS).filter((name) => name in powmod));
    return fc.property(fc.constantFrom(...Object.values(entries)), calls, (entry, call) => {
      const args = make(call);
      judgeCall(() => (entry as unknown as Loose)[call.name]?.(...args), expectedOf(call));
    });
  },
};

export const onModulus: Target = {
  name: 'kept-modulus',
  property: () =>
    onKernels(triedOf(Object.keys(KEPT)), (pm, call) => {
      const [...args] = make(call);
      const [modulus] = args.splice(-2, 1);
      const method = KEPT[call.name] as (typeof KEPT)[string];
      const whole = () => {
        const kept = pm.modulus(modulus as bigint);
        try {
          if (typeof method === 'string') return (kept as unknown as Loose)[method]?.(...args);
          return method(kept, ...(args as never[]));
        } finally {
          kept.free();
        }
      };
      judgeCall(whole, expectedOf(call));
    }),
};

export const secrets: Target = {
  name: 'secrets',
  property: () =>
    onKernels(triedOf(Object.keys(SECRETS), SECRETS), (pm, { name, args }) => {
      const { call, answer, takesEven } = SECRETS[name] as SecretCall;
      const meant = args.map(({ means }) => means);
      const n = meant.at(-1) as bigint;
      const right = n > 0n && (takesEven || n % 2n) ? answer(...(meant as never[])) : new Refused(['modulus']);
      const made = args.map((arg) => arg.make());
      judgeCall(
        () => call(pm, pm.modulus(made.at(-1) as bigint), ...(made as never[])),
        [right instanceof Refused ? right : padded(right as bigint, n)],
      );
    }),
};

/** The calls of a pool. */
const POOL: Record<string, (pool: Pool, ...args: never[]) => Promise<unknown>> = {
  modPow: (pool, base, exponent, n, options) => pool.modPow(base, exponent, n, options),
  modPow2: (pool, x, a, y, b, n, options) => pool.modPow2(x, a, y, b, n, options),
  modMultiPow: (pool, terms, n, options) => pool.modMultiPow(terms, n, options),
  'powers of a list': (pool, bases, exponent, n, options) => pool.modPowAll(bases, exponent, n, options),
  'powers of pairs': (pool, terms, n, options) => pool.modPowAll(terms, n, options),
  'the inverses of a modulus': (pool, list, n, options) => pool.modInvAll(list, n, options),
  'the square of a modulus': (pool, x, times, n, options) => pool.square(x, times, n, options),
};

/** The calls that the workers of a pool can share. */
const SHARED = ['modPow', 'modPow2', 'modMultiPow'];

let pool: Pool | undefined;

export const onPool: Target = {
  name: 'pool-numbers',
  async property() {
    const own = await createPool({ workers: 2 });
    pool = own;
    return fc.asyncProperty(triedOf(Object.keys(POOL)), fc.boolean(), async (call, isShared) => {
      const args = make(call);
      if (isShared && SHARED.includes(call.name)) args.push({ ...(args.pop() as object), method: 'parallel' });
      const outcome = await outcomeOfPromise(async () => POOL[call.name]?.(own, ...(args as never[])));
      judge(outcome, expectedOf(call));
      judge(await outcomeOfPromise(() => own.modPow(3n, 200n, 1009n)), [985n]);
    });
  },
  end: async () => pool?.close(),
};

export const primes: Target = {
  name: 'primes',
  async property() {
    const pm = await init();
    return fc.property(integers(400, true), (n) => {
      judgeCall(() => pm.isProbablePrime(n.make() as bigint), [isPrime(n.means)]);
      stillWorks(pm);
    });
  },
};
