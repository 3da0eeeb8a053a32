/**
 * The calls for secrets by native BigInt, for apps that accept with `allowVariableTime` that its time tells them.
 * Nothing is wiped here.
 */
import type { Secret } from '../border/wire.js';
import { bytesToBigint } from '../bytes.js';
import { type Power, pow } from './arithmetic.js';
import type { Functions } from './functions.js';
import { isPerfectPower } from './group.js';
import { euclid, inverseOf } from './inverse.js';
import { asHandle, inverseOrRefusal, modulusOf, objectOf, residue, residueBytes } from './moduli.js';
import { isProbablePrime } from './primality.js';
import { Refused } from './refused.js';
import { primesBelow } from './small-primes.js';
import { powerOfTable } from './tables.js';

type Key = Record<'p' | 'q' | 'dp' | 'dq' | 'qInv' | 'e', bigint>;

const numberOf = ({ bytes }: Secret) => bytesToBigint(bytes);

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

export const keepRsaKey: Functions['keepRsaKey'] = ({ key }) => {
  const { parts } = key;
  const [p, q, e] = [numberOf(key.p), numberOf(key.q), bytesToBigint(key.e)];
  checkOdd('p', p);
  checkOdd('q', q);
  const kept = parts ? keyOf(p, q, e, numberOf(parts.dp), numberOf(parts.dq), numberOf(parts.qInv)) : ofPrimes(p, q, e);
  if (key.n && bytesToBigint(key.n) !== p * q) throw new Refused('argument', 'n', 'is not p·q');
  checkPrime('p', p);
  checkPrime('q', q);
  const d = key.d && numberOf(key.d);
  if (d !== undefined && ((d - kept.dp) % (p - 1n) !== 0n || (d - kept.dq) % (q - 1n) !== 0n))
    throw new Refused('argument', 'd', 'does not agree with dp and dq');
  if (d !== undefined) checkWhole(kept);
  return asHandle(kept);
};

/** Compares e with dp and dq, and qInv with q. */
function checkWhole({ p, q, e, dp, dq, qInv }: Key): void {
  if ((e * dp) % (p - 1n) !== 1n || (e * dq) % (q - 1n) !== 1n)
    throw new Refused('argument', 'e', 'does not agree with d');
  if ((q * qInv) % p !== 1n) throw new Refused('argument', 'q_inv', 'is not the inverse of q modulo p');
}

function keyOf(p: bigint, q: bigint, e: bigint, dp: bigint, dq: bigint, qInv: bigint): Key {
  if (p === q) throw new Refused('argument', 'q', 'must differ from p');
  return { p, q, e, dp, dq, qInv };
}

function ofPrimes(p: bigint, q: bigint, e: bigint): Key {
  checkOdd('e', e);
  const [dp, dq] = [p, q].map((prime) => inverseOf(e % (prime - 1n), prime - 1n));
  if (dp === undefined || dq === undefined)
    throw new Refused('argument', 'e', 'has a common factor with p − 1 or q − 1');
  return keyOf(p, q, e, dp, dq, inverseOf(q % p, p) ?? 0n);
}

/** The x that a search of primes tries: crate/core/src/secret/factoring.rs has the same method, and why it ends. */
const BASES_BELOW = 256;
const SUSPICIOUS = 8;

export const findRsaKey: Functions['findRsaKey'] = (given) => {
  const [n, e, d] = [bytesToBigint(given.n), bytesToBigint(given.e), numberOf(given.d)];
  checkOdd('n', n);
  checkOdd('e', e);
  const multiple = e * d - 1n;
  const root = multiple > 0n ? rootOfOne(n, multiple) : undefined;
  if (root !== undefined) {
    const [p, q] = [euclid(n, root - 1n, undefined), euclid(n, root + 1n, undefined)];
    const isRight = (prime: bigint) => multiple % (prime - 1n) === 0n && isProbablePrime(prime);
    if (isRight(p) && isRight(q))
      return asHandle(keyOf(p, q, e, d % (p - 1n), d % (q - 1n), inverseOf(q % p, p) as bigint));
  }
  throw new Refused(
    'argument',
    'd',
    'is not the private exponent of n and e, or n is not a product of two different primes',
  );
};

/**
 * A root of 1 modulo n other than ±1; undefined if a power shows that there is no such `multiple` of all orders, or no
 * base is left.
 */
function rootOfOne(n: bigint, multiple: bigint): bigint | undefined {
  let odd = multiple;
  while (odd % 2n === 0n) odd /= 2n;
  const bases = primesBelow(BASES_BELOW).map(BigInt);
  let tried = 0;
  for (const x of bases.filter((x) => n % x !== 0n)) {
    if (tried++ === SUSPICIOUS && (isProbablePrime(n) || isPerfectPower(n, 1))) return undefined;
    let [root, square] = [1n, pow(x, odd, n)];
    for (let rest = odd; square !== 1n; rest *= 2n) {
      if (rest === multiple) return undefined;
      [root, square] = [square, (square * square) % n];
    }
    if (root !== 1n && root !== n - 1n) return root;
  }
  return undefined;
}

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

function checkPrime(name: string, x: bigint): void {
  if (!isProbablePrime(x)) throw new Refused('argument', name, 'is not a prime');
}

/** Those of the list `powers`. */
export const secrets = { fixedBasePowSecret, invSecret, mulAddSecret, powSecret } satisfies Partial<Functions>;
