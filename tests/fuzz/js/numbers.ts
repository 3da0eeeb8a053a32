// Powers, products and inverses, on an instance, on a kept modulus and on a pool.
import fc from 'fast-check';
import { init, type Powmod } from 'powmod';
import { createPool, type Pool } from 'powmod/pool';
import { type Given, integers, lists } from './given.ts';
import { judge, outcomeOf, outcomeOfPromise, Refused } from './judge.ts';
import { inverse, isPrime, modulo, power, product } from './oracle.ts';
import type { Target } from './run.ts';

type Loose = Record<string, (...args: unknown[]) => unknown>;
type Pair = [bigint, bigint];

const MAX_BITS = 2100;

const number = integers(MAX_BITS, true);
const pairs = fc.tuple(number, number).map(
  ([base, exponent]): Given<Pair> => ({
    label: `[${base.label}, ${exponent.label}]`,
    make: () => [base.make(), exponent.make()],
    means: [base.means, exponent.means],
  }),
);
const arms: Record<string, fc.Arbitrary<Given>> = {
  number,
  numbers: lists(number, 5),
  terms: lists(pairs, 5),
  times: fc.nat(40).map((times) => ({ label: `${times}`, make: () => times, means: times })),
};

interface Call {
  kind: readonly string[];
  /** The right result for allowed arguments. The last argument is the modulus. */
  answer: (...args: never[]) => unknown;
}

const CALLS: Record<string, Call> = {
  modPow: {
    kind: ['number', 'number', 'number'],
    answer: (base: bigint, exponent: bigint, n: bigint) => power(base, exponent, n, 'base'),
  },
  modPow2: {
    kind: ['number', 'number', 'number', 'number', 'number'],
    answer: (x: bigint, a: bigint, y: bigint, b: bigint, n: bigint) =>
      product([power(x, a, n, 'x'), power(y, b, n, 'y')], n),
  },
  modMultiPow: {
    kind: ['terms', 'number'],
    answer: (terms: Pair[], n: bigint) =>
      product(
        terms.map(([base, exponent]) => power(base, exponent, n, 'terms')),
        n,
      ),
  },
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
    answer: (base: bigint, exponents: bigint[], n: bigint) => {
      const powers = exponents.map((exponent) => power(base, exponent, n, 'base'));
      return powers.find((power) => power instanceof Refused) ?? powers;
    },
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
};

/** The methods of a kept modulus, which stands for the last argument. */
const KEPT: Record<string, string> = {
  modPow: 'pow',
  modPow2: 'pow2',
  modMultiPow: 'multiPow',
  modMul: 'mul',
  modInv: 'inv',
  'the powers of a modulus': 'powers',
  'the product of a modulus': 'product',
  'the inverses of a modulus': 'invAll',
  'the square of a modulus': 'square',
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

const triedOf = (calls: string[]): fc.Arbitrary<Tried> =>
  fc.constantFrom(...calls).chain((name) => {
    const args = (CALLS[name] as Call).kind.map((kind) => arms[kind] as fc.Arbitrary<Given>);
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
function padded(value: bigint, n: bigint): Uint8Array {
  const digits = 2 * Math.ceil(n.toString(16).length / 2);
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(digits, '0'), 'hex'));
}

/** Checks that an ordinary call still works. */
export function stillWorks(pm: Powmod): void {
  if (pm.modPow(3n, 200n, 1009n) !== 985n) throw new Error('the next call answered wrongly');
}

const make = ({ args, options }: Tried) => [...args.map((arg) => arg.make()), options.make()];

export const onInstance: Target = {
  name: 'numbers',
  async property() {
    const pm = await init();
    return fc.property(triedOn(pm), (call) => {
      const args = make(call);
      judge(
        outcomeOf(() => (pm as unknown as Loose)[call.name]?.(...args)),
        expectedOf(call),
      );
      stillWorks(pm);
    });
  },
};

export const onModulus: Target = {
  name: 'kept-modulus',
  async property() {
    const pm = await init();
    return fc.property(triedOf(Object.keys(KEPT)), (call) => {
      const [...args] = make(call);
      const [modulus] = args.splice(-2, 1);
      const whole = () => {
        const kept = pm.modulus(modulus as bigint);
        try {
          return (kept as unknown as Loose)[KEPT[call.name] as string]?.(...args);
        } finally {
          kept.free();
        }
      };
      judge(outcomeOf(whole), expectedOf(call));
      stillWorks(pm);
    });
  },
};

let pool: Pool | undefined;

export const onPool: Target = {
  name: 'pool-numbers',
  async property() {
    const own = await createPool({ workers: 2 });
    pool = own;
    return fc.asyncProperty(triedOn(own), async (call) => {
      const args = make(call);
      const outcome = await outcomeOfPromise(async () => (own as unknown as Loose)[call.name]?.(...args));
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
      judge(
        outcomeOf(() => pm.isProbablePrime(n.make() as bigint)),
        [isPrime(n.means)],
      );
      stillWorks(pm);
    });
  },
};
