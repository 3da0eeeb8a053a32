// RSA keys of which a part is changed.
import fc from 'fast-check';
import { type CrtKey, init } from 'powmod';
import { bigEndian, type Given, integers, noInteger } from './given.ts';
import { judge, outcomeOf, Refused } from './judge.ts';
import { stillWorks } from './numbers.ts';
import { inverse, modulo, nativePow } from './oracle.ts';
import type { Target } from './run.ts';

const pm = await init();

const bytesOf = (value: bigint, n: bigint) => {
  const bytes = bigEndian(value);
  return Uint8Array.from([...new Array(bigEndian(n).length - bytes.length).fill(0), ...bytes]);
};

const often = <T>(right: fc.Arbitrary<Given<T>>, wrong: fc.Arbitrary<Given<never>>): fc.Arbitrary<Given<T>> =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wrong as fc.Arbitrary<Given<T>> });

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
        const outcome = outcomeOf(() => {
          const kept = pm.crtKey(key as unknown as CrtKey);
          try {
            return kept.pow(base.make() as bigint);
          } finally {
            kept.free();
          }
        });
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
