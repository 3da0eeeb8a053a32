/** Consecutive odd primes whose product a double holds exactly, so that one long division serves them all. */
export interface PrimeGroup {
  product: bigint;
  primes: number[];
}

/** All odd primes below a bound, in groups. */
export function factorGroups(bound: number): PrimeGroup[] {
  const groups: PrimeGroup[] = [];
  let product = Infinity;
  let primes: number[] = [];
  for (const p of primesBelow(bound)) {
    if (p === 2) continue;
    if (product * p > Number.MAX_SAFE_INTEGER) {
      primes = [];
      product = 1;
      groups.push({ product: 1n, primes });
    }
    primes.push(p);
    product *= p;
    (groups.at(-1) as PrimeGroup).product = BigInt(product);
  }
  return groups;
}

/** The least prime of these groups that divides n, which may be n itself. */
export function factorIn(groups: readonly PrimeGroup[], n: bigint): number | undefined {
  for (const { product, primes } of groups) {
    const rest = Number(n % product);
    for (const p of primes) if (rest % p === 0) return p;
  }
  return undefined;
}

/** The primes below a bound, by the sieve of Eratosthenes. */
export function primesBelow(bound: number): number[] {
  const isComposite = new Uint8Array(bound);
  const primes: number[] = [];
  for (let p = 2; p < bound; p++) {
    if (isComposite[p]) continue;
    primes.push(p);
    for (let multiple = p * p; multiple < bound; multiple += p) isComposite[multiple] = 1;
  }
  return primes;
}
