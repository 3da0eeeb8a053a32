// Random primes from a caller's source, and squarings in a pool.
import fc from 'fast-check';
import { init } from 'powmod';
import { createPool, type Pool } from 'powmod/pool';
import { form, type Given, integers, noBytes, noInteger, noOptions, sometimes } from './given.ts';
import { judge, outcomeOf, outcomeOfPromise, Refused } from './judge.ts';
import { stillWorks } from './numbers.ts';
import { isPrime, modulo, nativePow } from './oracle.ts';
import type { Target } from './target.ts';

const forms = fc.constantFrom('Uint8Array', 'Buffer', 'a subclass that lies', 'shared memory', 'of another realm');
const safe = fc.constantFrom(undefined, false, true, 0, 'yes', null);
const bits = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -1, max: 90 }) }, fc.constantFrom(2.5, '8', 8n, null));

export const randomPrimes: Target = {
  name: 'random-primes',
  async property() {
    const pm = await init();
    const source = fc.record({
      seed: fc.bigInt({ min: 0n, max: 2n ** 800n }),
      form: forms,
      more: fc.constantFrom(0, 0, 0, 1, -1),
    });
    return fc.property(
      bits,
      safe,
      source,
      sometimes(noBytes, 9),
      noOptions,
      fc.nat(30),
      (bits, safe, source, none, wrong, dice) => {
        const random = (length: number) => {
          if (none) return none.make();
          const count = 8n * BigInt(length + source.more);
          const value = BigInt.asUintN(Number(count), source.seed) | (1n << (count - 1n));
          return form(value, source.form, 0).make();
        };
        const options = dice === 0 ? wrong.make() : { safe, random };
        const names: string[] = [];
        const isLength = typeof bits === 'number' && Number.isInteger(bits) && bits >= 2;
        if (!isLength || (safe === true && [2, 4, 5].includes(bits))) names.push('bits');
        if (dice === 0 || (typeof safe !== 'boolean' && safe !== undefined) || none || source.more !== 0)
          names.push('options');
        const outcome = outcomeOf(() => pm.randomPrime(bits as number, options as never));
        if (names.length > 0) judge(outcome, [new Refused(names)]);
        else if ('error' in outcome) judge(outcome, ['a prime']);
        else {
          const prime = outcome.value as bigint;
          const isRight =
            isPrime(prime) && prime >> BigInt((bits as number) - 2) === 3n && (!safe || isPrime(prime >> 1n));
          if (!isRight) throw new Error(`answered ${prime}`);
        }
        stillWorks(pm);
      },
    );
  },
};

const integer: fc.Arbitrary<Given<bigint>> = fc.oneof(
  { weight: 14, arbitrary: integers(700, true) },
  { weight: 1, arbitrary: noInteger as fc.Arbitrary<Given<bigint>> },
);
const times = fc.oneof({ weight: 9, arbitrary: fc.nat(9000) }, fc.constantFrom(-1, 1.5, '5', 5n, 2 ** 53, null));
let pool: Pool | undefined;

export const poolSquares: Target = {
  name: 'pool-squares',
  async property() {
    const own = await createPool({ workers: 1 });
    pool = own;
    return fc.asyncProperty(integer, times, integer, sometimes(noOptions, 9), async (x, times, modulus, wrong) => {
      const names: string[] = [];
      if (x.means === undefined) names.push('x');
      if (modulus.means === undefined || modulus.means <= 0n) names.push('modulus');
      if (typeof times !== 'number' || !Number.isSafeInteger(times) || times < 0) names.push('times');
      if (wrong) names.push('options');
      const outcome = await outcomeOfPromise(() =>
        own.square(x.make() as bigint, times as number, modulus.make() as bigint, wrong?.make() as never),
      );
      const squared = () =>
        nativePow(
          modulo(x.means as bigint, modulus.means as bigint),
          1n << BigInt(times as number),
          modulus.means as bigint,
        );
      judge(outcome, [names.length > 0 ? new Refused(names) : squared()]);
    });
  },
  end: async () => pool?.close(),
};
