/**
 * The calls for secrets by native BigInt, for apps that accept with `allowTiming` that its time tells them. Nothing is wiped
 * here.
 */
import type { CrtKey } from '../border/powers-operations.generated.js';
import type { Padded } from '../border/wire.js';
import { bytesToBigint } from '../bytes.js';
import { type Power, pow } from './arithmetic.js';
import type { Functions } from './functions.js';
import { euclid, inverseOf } from './inverse.js';
import { asHandle, inverseOrRefusal, modulusOf, objectOf, residue, residueBytes } from './moduli.js';
import { Refused } from './refused.js';
import { primesBelow } from './small-primes.js';
import { powerOfTable } from './tables.js';

type Key = Record<keyof CrtKey, bigint>;

const numberOf = ({ bytes }: Padded) => bytesToBigint(bytes);

export const powSecret: Functions['powSecret'] = ({ modulus, terms }) => {
  const n = modulusOf(modulus);
  const powers = terms.map(({ base, exponent }): Power => [numberOf(base) % n, numberOf(exponent)]);
  return residueBytes(
    powers.reduce((product, [base, exponent]) => (product * pow(base, exponent, n)) % n, 1n % n),
    n,
  );
};

export const fixedBasePowSecret: Functions['fixedBasePowSecret'] = ({ modulus, table, exponent }) => {
  const n = modulusOf(modulus);
  return residueBytes(powerOfTable(table, exponent.bytes, n), n);
};

export const mulAddSecret: Functions['mulAddSecret'] = ({ modulus, a, b, c }) => {
  const n = modulusOf(modulus);
  return residueBytes((numberOf(a) * numberOf(b) + numberOf(c)) % n, n);
};

export const invSecret: Functions['invSecret'] = ({ modulus, a }) => {
  const n = modulusOf(modulus);
  return residueBytes(inverseOrRefusal(numberOf(a) % n, n, 'a'), n);
};

export const keepCrtKey: Functions['keepCrtKey'] = ({ key }) => {
  const [p, q] = [numberOf(key.p), numberOf(key.q)];
  checkOdd('p', p);
  checkOdd('q', q);
  if (p === q) throw new Refused('argument', 'q', 'must differ from p');
  const [dp, dq, qInv] = [numberOf(key.dp), numberOf(key.dq), numberOf(key.qInv)];
  return asHandle<'KeptKey'>({ p, q, dp, dq, qInv, e: bytesToBigint(key.e) } satisfies Key);
};

/** The primes of n by e·d − 1: crate/core/src/secret/factoring.rs has the same method. */
export const findCrtKey: Functions['findCrtKey'] = (given) => {
  const [n, e, d] = [bytesToBigint(given.n), bytesToBigint(given.e), numberOf(given.d)];
  checkOdd('n', n);
  checkOdd('e', e);
  const k = e * d - 1n;
  let odd = k;
  while (odd > 0n && odd % 2n === 0n) odd /= 2n;
  for (const x of odd > 0n && odd < k ? primesBelow(256) : []) {
    let root = pow(BigInt(x) % n, odd, n);
    for (let rest = odd; rest < k && (root * root) % n !== 1n; rest *= 2n) root = (root * root) % n;
    const p = euclid(n, residue(root - 1n, n), undefined);
    const q = n / p;
    const [dp, dq] = [d % (p - 1n || 1n), d % (q - 1n || 1n)];
    const qInv = inverseOf(q % p, p);
    const isRight = (part: bigint, order: bigint) => order > 1n && (e * part) % order === 1n;
    if (qInv !== undefined && isRight(dp, p - 1n) && isRight(dq, q - 1n))
      return asHandle<'KeptKey'>({ p, q, dp, dq, qInv, e } satisfies Key);
  }
  throw new Refused('argument', 'd', 'is not the private exponent of n and e');
};

export const powCrt: Functions['powCrt'] = ({ key, base }) => {
  const { p, q, dp, dq, qInv, e } = objectOf<Key>(key);
  const [n, x] = [p * q, numberOf(base)];
  if (x >= n) throw new Refused('argument', 'base', 'must be below p·q');
  const ofQ = pow(x % q, dq, q);
  const power = ofQ + q * residue((pow(x % p, dp, p) - ofQ) * qInv, p);
  if (pow(power, e, n) !== x) throw new Refused('fault', 'key', 'the result failed its check with e');
  return residueBytes(power, n);
};

function checkOdd(name: string, x: bigint): void {
  if (x < 3n || x % 2n === 0n) throw new Refused('argument', name, 'must be an odd number above 1');
}
