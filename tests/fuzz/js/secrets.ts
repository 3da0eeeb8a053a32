// The secret path and RSA keys.
import fc from 'fast-check';
import { type CrtKey, init } from 'powmod';
import { bigEndian, type Given, integers, noInteger, noOptions, sometimes } from './given.ts';
import { judge, outcomeOf, Refused } from './judge.ts';
import { stillWorks } from './numbers.ts';
import { inverse, modulo, nativePow } from './oracle.ts';
import type { Target } from './target.ts';

const pm = await init();

const bytesOf = (value: bigint, n: bigint) => {
  const bytes = bigEndian(value);
  return Uint8Array.from([...new Array(bigEndian(n).length - bytes.length).fill(0), ...bytes]);
};

const often = <T>(right: fc.Arbitrary<Given<T>>, wrong: fc.Arbitrary<Given<never>>): fc.Arbitrary<Given<T>> =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wrong as fc.Arbitrary<Given<T>> });

const counts = fc.oneof(
  fc.integer({ min: -1, max: 400 }),
  fc.constantFrom<unknown>(65536, 65537, 1.5, Number.NaN, '8', 8n, null, undefined),
);

export const secretPowers: Target = {
  name: 'secret-powers',
  property: () =>
    fc.property(
      often(integers(600, true), noInteger),
      often(integers(300, false), noInteger),
      often(integers(600, false), noInteger),
      counts,
      sometimes(noOptions, 9),
      (base, exponent, modulus, exponentBits, none) => {
        const options = (none ? none.make() : { exponentBits }) as { exponentBits: number };
        const args = [base.make() as bigint, exponent.make() as bigint, modulus.make() as bigint] as const;
        const isCount =
          Number.isInteger(exponentBits) && (exponentBits as number) >= 1 && (exponentBits as number) <= 65536;
        const wrong = none || !isCount ? ['options'] : [];
        if (base.means === undefined) wrong.push('base');
        if (exponent.means === undefined || (isCount && exponent.means >> BigInt(exponentBits as number) !== 0n))
          wrong.push('exponent');
        const [x, e, n = 0n] = [base.means as bigint, exponent.means as bigint, modulus.means];
        if (n % 2n === 0n) wrong.push('modulus');
        const expected = wrong.length > 0 ? new Refused(wrong) : bytesOf(nativePow(x, e, n), n);
        judge(
          outcomeOf(() => pm.modPowSecret(...args, options)),
          [expected],
        );
        stillWorks(pm);
      },
    ),
};

const P = 2n ** 89n - 1n;
const Q = 2n ** 107n - 1n;
const E = 65537n;
const D = inverse(E, (P - 1n) * (Q - 1n)) as bigint;
const KEY: Record<keyof CrtKey, bigint> = {
  p: P,
  q: Q,
  dp: D % (P - 1n),
  dq: D % (Q - 1n),
  qInv: inverse(Q, P) as bigint,
  e: E,
};
const PARTS = Object.keys(KEY) as (keyof CrtKey)[];

/** The arguments for which a key may be refused: one part, or several that do not belong together. */
const KEY_NAMES = ['key', 'base', ...PARTS.map((part) => `key.${part}`)];

export const crtKeys: Target = {
  name: 'crt-keys',
  property: () =>
    fc.property(
      often(integers(300, false), noInteger),
      fc.constantFrom(...PARTS),
      fc.oneof(integers(200, true), noInteger as fc.Arbitrary<Given<bigint>>),
      fc.nat(3),
      (base, part, other, dice) => {
        const key = Object.fromEntries(PARTS.map((name) => [name, Uint8Array.from(bigEndian(KEY[name]))]));
        const isOther = dice > 0 && other.means !== KEY[part];
        if (isOther) Object.defineProperty(key, part, { value: other.make() });
        const outcome = outcomeOf(() => pm.modPowCrt(base.make() as bigint, key as unknown as CrtKey));
        const expected: unknown[] = isOther ? [new Refused(KEY_NAMES, ['ERR_FAULT'])] : [];
        if (base.means === undefined) expected.push(new Refused(['base']));
        else if (!isOther) expected.push(rsa(base.means, KEY) as Uint8Array);
        // Another value may be right as well: d + p − 1, or any e if the base is 1.
        else if ('value' in outcome && other.means !== undefined)
          expected.push(rsa(base.means, { ...KEY, [part]: other.means }));
        judge(outcome, expected);
        stillWorks(pm);
      },
    ),
};

/** The power by the Chinese remainder theorem, if it passes the check with e. */
function rsa(base: bigint, { p, q, dp, dq, qInv, e }: typeof KEY): Uint8Array | undefined {
  const [n, x, y] = [p * q, nativePow(base, dp, p), nativePow(base, dq, q)];
  const power = y + q * modulo((x - y) * qInv, p);
  return nativePow(power, e, n) === modulo(base, n) ? bytesOf(power, n) : undefined;
}
