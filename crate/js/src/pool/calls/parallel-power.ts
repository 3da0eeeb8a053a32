/** The method `parallel`: one power, or one product of powers, split among workers (Prots'ko, Gryshchuk, `run()`). */
import { isNegative, toBigint } from '../../input/integers.js';
import type { Crew } from '../workers/crew.js';
import type { NamedTerm } from '../workers/job-types.js';
import { inLanes } from './abort.js';

/** The product of the terms: each worker computes the product of a share, and one of them multiplies the results. */
export async function powParallel(crew: Crew, terms: readonly NamedTerm[], modulus: Uint8Array): Promise<Uint8Array> {
  const [first] = terms;
  const shares = terms.length === 1 && first ? exponentShares(first, crew.size) : termShares(terms, crew.size);
  const factors = await inLanes(shares.length, shares.length, undefined, (i, signal) =>
    crew.run('multiPow', () => ({ ask: { terms: shares[i] as NamedTerm[], modulus, options: {} } }), { signal }),
  );
  if (factors.length === 1) return factors[0] as Uint8Array;
  return crew.run('multiply', () => ({ ask: { factors, modulus } }));
}

/** The bases, split evenly. */
function termShares(terms: readonly NamedTerm[], workers: number): NamedTerm[][] {
  const size = Math.ceil(terms.length / workers);
  return Array.from({ length: Math.ceil(terms.length / size) }, (_, i) => terms.slice(i * size, (i + 1) * size));
}

/** The set bits of the exponent, split evenly: base^e is the product of the powers with each worker's bits. */
function exponentShares(term: NamedTerm, workers: number): NamedTerm[][] {
  const sign = isNegative(term.exponent) ? -1n : 1n;
  const digits = (sign * toBigint(term.exponent)).toString(2);
  const set = digits.replaceAll('0', '').length;
  const size = Math.ceil(set / workers);
  const shares: NamedTerm[][] = [];
  let from = 0;
  for (let i = 0, seen = 0; i < digits.length; i++) {
    if (digits[i] === '0' || (++seen % size !== 0 && seen !== set)) continue;
    const bits = BigInt(`0b${digits.slice(from, i + 1)}`) << BigInt(digits.length - 1 - i);
    shares.push([{ ...term, exponent: sign * bits }]);
    from = i + 1;
  }
  return shares.length > 0 ? shares : [[term]];
}
