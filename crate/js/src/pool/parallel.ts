/** `parallel`: one power, or one product of powers, split among workers (Prots'ko, Gryshchuk, `run()`). */
import { isNegative, type Term, toBigint } from '../integers.js';
import { inLanes } from './abortable.js';
import type { Crew } from './crew.js';

/** The product of the terms: each worker computes that of a share, and one of them joins what they computed. */
export async function powParallel(crew: Crew, terms: readonly Term[], modulus: bigint): Promise<Uint8Array> {
  const [first] = terms;
  const shares = terms.length === 1 && first ? exponentShares(first, crew.size) : termShares(terms, crew.size);
  const factors = await inLanes(shares.length, shares.length, undefined, (i, signal) => {
    const share = shares[i] as Term[];
    const [term] = share;
    return share.length === 1 && term
      ? crew.run('pow', () => ({ ask: { term, modulus, words: '' } }), { signal })
      : crew.run('multiPow', () => ({ ask: { terms: share, modulus, words: '' } }), { signal });
  });
  if (factors.length === 1) return factors[0] as Uint8Array;
  return crew.run('multiply', () => ({ ask: { factors, modulus } }));
}

/** The bases, split evenly. */
function termShares(terms: readonly Term[], workers: number): Term[][] {
  const size = Math.ceil(terms.length / workers);
  return Array.from({ length: Math.ceil(terms.length / size) }, (_, i) => terms.slice(i * size, (i + 1) * size));
}

/** The set bits of the exponent, split evenly: base^e is the product of the powers with each worker's bits. */
function exponentShares({ base, exponent, baseName }: Term, workers: number): Term[][] {
  const sign = isNegative(exponent) ? -1n : 1n;
  const digits = (sign * toBigint(exponent)).toString(2);
  const set = digits.replaceAll('0', '').length;
  const size = Math.ceil(set / workers);
  const shares: Term[][] = [];
  let from = 0;
  for (let i = 0, seen = 0; i < digits.length; i++) {
    if (digits[i] === '0' || (++seen % size !== 0 && seen !== set)) continue;
    const bits = BigInt(`0b${digits.slice(from, i + 1)}`) << BigInt(digits.length - 1 - i);
    shares.push([{ base, exponent: sign * bits, baseName }]);
    from = i + 1;
  }
  return shares.length > 0 ? shares : [[{ base, exponent, baseName }]];
}
