// Powers, products and inverses, on an instance, on a kept modulus and on a pool.
import fc from 'fast-check';
import { init, type Powmod } from 'powmod';
import { createPool, type Pool } from 'powmod/pool';
import { type Given, integers, lists, noInteger, noList, noOptions } from './given.ts';
import { judge, outcomeOf, outcomeOfPromise, Refused } from './judge.ts';
import { inverse, isPrime, modulo, power, product } from './oracle.ts';
import type { Target } from './run.ts';

type Loose = Record<string, (...args: unknown[]) => unknown>;
type Pair = [bigint, bigint];

const MAX_BITS = 2100;

const number = integers(MAX_BITS, true);
const pairs: fc.Arbitrary<Given<Pair>> = fc
  .tuple(fc.oneof({ weight: 9, arbitrary: number }, { weight: 1, arbitrary: noInteger }), number)
  .map(([base, exponent]) => ({
    label: `[${base.label}, ${exponent.label}]`,
    make: () => [base.make(), exponent.make()],
    ...(base.means !== undefined && exponent.means !== undefined && { means: [base.means, exponent.means] as Pair }),
  }));
const times = fc.nat(40).map((times): Given<number> => ({ label: `${times}`, make: () => times, means: times }));
const noTimes = fc.constantFrom(-1, 0.5, 5n, '5').map((no): Given<number> => ({ label: String(no), make: () => no }));
const arms = {
  number: [number, noInteger],
  numbers: [lists(number, 5), noList],
  terms: [lists(pairs, 5), noList],
  times: [times, noTimes],
} as const;

interface Call {
  kind: readonly (keyof typeof arms)[];
  names: readonly string[];
  /** The right result for allowed arguments. The last argument is the modulus. */
  answer: (...args: never[]) => unknown;
}

const CALLS: Record<string, Call> = {
  modPow: {
    kind: ['number', 'number', 'number'],
    names: ['base', 'exponent', 'modulus'],
    answer: (base: bigint, exponent: bigint, n: bigint) => power(base, exponent, n, 'base'),
  },
  modPow2: {
    kind: ['number', 'number', 'number', 'number', 'number'],
    names: ['x', 'a', 'y', 'b', 'modulus'],
    answer: (x: bigint, a: bigint, y: bigint, b: bigint, n: bigint) =>
      product([power(x, a, n, 'x'), power(y, b, n, 'y')], n),
  },
  modMultiPow: {
    kind: ['terms', 'number'],
    names: ['terms', 'modulus'],
    answer: (terms: Pair[], n: bigint) =>
      product(
        terms.map(([base, exponent]) => power(base, exponent, n, 'terms')),
        n,
      ),
  },
  modMul: {
    kind: ['number', 'number', 'number'],
    names: ['a', 'b', 'modulus'],
    answer: (a: bigint, b: bigint, n: bigint) => modulo(a * b, n),
  },
  modInv: {
    kind: ['number', 'number'],
    names: ['a', 'modulus'],
    answer: (a: bigint, n: bigint) => inverse(a, n) ?? new Refused(['a']),
  },
  'the powers of a modulus': {
    kind: ['number', 'numbers', 'number'],
    names: ['base', 'exponents', 'modulus'],
    answer: (base: bigint, exponents: bigint[], n: bigint) => {
      const powers = exponents.map((exponent) => power(base, exponent, n, 'base'));
      return powers.find((power) => power instanceof Refused) ?? powers;
    },
  },
  'the product of a modulus': {
    kind: ['numbers', 'number'],
    names: ['factors', 'modulus'],
    answer: (factors: bigint[], n: bigint) => factors.reduce((product, factor) => modulo(product * factor, n), 1n % n),
  },
  'the square of a modulus': {
    kind: ['number', 'times', 'number'],
    names: ['x', 'times', 'modulus'],
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
  'the square of a modulus': 'square',
};

interface Tried {
  name: string;
  args: Given[];
  options: TriedOptions;
}

/** Options, and their effect on the result. */
interface TriedOptions extends Given<'none' | 'bytes' | 'method'> {}

const as = fc.constantFrom<TriedOptions>(
  { label: 'no options', make: () => undefined, means: 'none' },
  { label: '{}', make: () => ({}), means: 'none' },
  { label: "{ as: 'bytes' }", make: () => ({ as: 'bytes' }), means: 'bytes' },
  { label: "{ as: 'bigint' }", make: () => Object.freeze({ as: 'bigint' }), means: 'none' },
  { label: "a proxy of { as: 'bytes' }", make: () => new Proxy({ as: 'bytes' }, {}), means: 'bytes' },
  { label: "a getter of 'bytes', once", make: onlyOnce, means: 'bytes' },
);
const method: fc.Arbitrary<TriedOptions> = fc
  .record(
    {
      method: fc.oneof(fc.constantFrom('auto', 'sliding', 'parallel'), fc.string()),
      window: fc.oneof(fc.integer({ min: -1, max: 17 }), fc.double()),
      table: fc.constantFrom('minimal', 'paper', 'none', 5),
      earlyExit: fc.constantFrom('products', 'all', 'none', null),
    },
    { requiredKeys: [] },
  )
  .map((fields) => ({ label: JSON.stringify(fields), make: () => ({ ...fields }), means: 'method' as const }));

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

function triedOf(calls: string[]): fc.Arbitrary<Tried> {
  return fc.constantFrom(...calls).chain((name) => {
    const { kind } = CALLS[name] as Call;
    const args = kind.map((kind) => {
      const [right, wrong] = arms[kind] as readonly [fc.Arbitrary<Given>, fc.Arbitrary<Given>];
      return fc.oneof({ weight: 14, arbitrary: right }, { weight: 1, arbitrary: wrong });
    });
    const options = fc.oneof<fc.Arbitrary<TriedOptions>[]>(as, as, method, noOptions as fc.Arbitrary<TriedOptions>);
    return fc.record({ name: fc.constant(name), args: fc.tuple(...args), options });
  });
}

/** The outcomes that a call may have. */
function expectedOf({ name, args, options }: Tried): unknown[] {
  const { names, answer } = CALLS[name] as Call;
  const wrong = names.filter((_, i) => args[i]?.means === undefined);
  const meant = args.map(({ means }) => means);
  if ((meant.at(-1) as bigint) <= 0n) wrong.push('modulus');
  const right = wrong.length > 0 ? new Refused(wrong) : answer(...(meant as never[]));
  if (options.means === undefined) return [new Refused([...(right instanceof Refused ? right.names : []), 'options'])];
  const refusals = options.means === 'method' ? ['options'] : [];
  if (right instanceof Refused) return [new Refused([...right.names, ...refusals])];
  const n = meant.at(-1) as bigint;
  const form = (value: bigint) => (options.means === 'bytes' ? padded(value, n) : value);
  return [Array.isArray(right) ? right.map(form) : form(right as bigint), new Refused(refusals)];
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
    const n = fc.oneof({ weight: 9, arbitrary: integers(400, true) }, { weight: 1, arbitrary: noInteger });
    return fc.property(n, (n) => {
      const expected = n.means === undefined ? new Refused(['n']) : isPrime(n.means);
      judge(
        outcomeOf(() => pm.isProbablePrime(n.make() as bigint)),
        [expected],
      );
      stillWorks(pm);
    });
  },
};
