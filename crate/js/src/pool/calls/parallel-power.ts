/** The method `parallel`: splits a power, or a product of powers, among workers (Prots'ko, Gryshchuk, `run()`). */
import { isNegative, toBigint } from '../../input/integers.js';
import { listOf } from '../../runtime.js';
import type { NamedTerm } from '../jobs/jobs.js';
import type { JobScheduler } from '../threads/scheduler.js';
import { mapConcurrently } from './concurrency.js';

/** The product of the terms: each worker computes the product of its share, and one worker multiplies the results. */
export async function powParallel(
  scheduler: JobScheduler,
  terms: readonly NamedTerm[],
  modulus: Uint8Array,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const [first] = terms;
  const shares =
    terms.length === 1 && first ? exponentShares(first, scheduler.maxWorkers) : termShares(terms, scheduler.maxWorkers);
  const factors = await mapConcurrently(shares.length, shares.length, signal, (i, signal) =>
    scheduler.run('multiPow', { terms: shares[i] as NamedTerm[], modulus }, signal),
  );
  if (factors.length === 1) return factors[0] as Uint8Array<ArrayBuffer>;
  return scheduler.run('multiply', { factors, modulus }, signal);
}

/** The terms, split evenly. */
function termShares(terms: readonly NamedTerm[], workers: number): NamedTerm[][] {
  const size = Math.ceil(terms.length / workers);
  return listOf(Math.ceil(terms.length / size), (i) => terms.slice(i * size, (i + 1) * size));
}

/** The exponent's set bits, split evenly: the shares of the exponent add up to it. */
function exponentShares(term: NamedTerm, workers: number): NamedTerm[][] {
  const sign = isNegative(term.exponent) ? -1n : 1n;
  const digits = (sign * toBigint(term.exponent)).toString(2);
  const set = digits.split('1').length - 1;
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
