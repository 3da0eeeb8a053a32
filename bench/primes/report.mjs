// Random primes.
import { figure, time } from '../report/format.mjs';

export default function section({ engine, kernel, workers, rows }, { table }) {
  const shown = ({ mean, error }) => `${time(mean)} ± ${figure((100 * error) / mean, 2)} %`;
  return `
The mean time of \`randomPrime\`, with its standard error, by an instance and by a pool of ${workers} workers, in ${engine} with \`${kernel}\`.
OpenSSL is \`crypto.generatePrimeSync\`. All three find primes with their two highest bits set. How many candidates a search
tests is luck, so its time varies by as much as the mean itself: only the means over many primes compare. The instance and
the pool search from the same seeded numbers, OpenSSL from its own. For a safe prime p, (p − 1)/2 is a prime too.

${table(
  ['bits', 'safe', 'primes', 'powmod', 'pool', 'OpenSSL', 'powmod / OpenSSL', 'pool / OpenSSL'],
  rows.map(({ bits, safe, rounds, timings: { powmod, pool, OpenSSL } }) => [
    bits,
    safe ? 'yes' : 'no',
    rounds,
    shown(powmod),
    shown(pool),
    shown(OpenSSL),
    figure(powmod.mean / OpenSSL.mean, 2),
    figure(pool.mean / OpenSSL.mean, 2),
  ]),
)}
`;
}
