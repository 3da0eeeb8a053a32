"""The Baillie-PSW primality test. No composite is known to pass it.

R. Baillie, S. S. Wagstaff: Lucas Pseudoprimes, Mathematics of Computation 35 (1980), section 6.
"""

from math import gcd, isqrt, prod


def primes_below(bound):
    """The sieve of Eratosthenes."""
    is_prime = bytearray([0, 0]) + bytearray([1]) * (bound - 2)
    for p in range(2, isqrt(bound) + 1):
        if is_prime[p]:
            is_prime[p * p :: p] = bytes(len(range(p * p, bound, p)))
    return [p for p in range(bound) if is_prime[p]]


SMALL_PRIMES = primes_below(1 << 10)
SMALL_PRODUCT = prod(SMALL_PRIMES)


def is_probable_prime(n):
    """Whether n passes trial division, the strong test to base 2 and the strong Lucas test."""
    if n <= SMALL_PRIMES[-1]:
        return n in SMALL_PRIMES
    return gcd(n, SMALL_PRODUCT) == 1 and is_strong_probable_prime(n) and is_strong_lucas_probable_prime(n)


def is_strong_probable_prime(n):
    """The Miller-Rabin test to base 2, for an odd n above 2."""
    d, s = odd_part(n - 1)
    power = pow(2, d, n)
    return power == 1 or any(pow(power, 1 << r, n) == n - 1 for r in range(s))


def is_strong_lucas_probable_prime(n):
    """With Selfridge's parameters: the first D of 5, -7, 9, -11, ... whose Jacobi symbol is -1, P = 1, Q = (1 - D)/4."""
    if isqrt(n) ** 2 == n:
        return False  # no D would ever be found
    discriminant = 5
    while (symbol := jacobi(discriminant, n)) != -1:
        if symbol == 0 and abs(discriminant) < n:
            return False  # they share a factor
        discriminant = -discriminant - 2 if discriminant > 0 else -discriminant + 2
    d, s = odd_part(n + 1)
    u, v, q = lucas(d, discriminant, n)
    if u == 0:
        return True
    for _ in range(s):
        if v == 0:
            return True
        v, q = (v * v - 2 * q) % n, q * q % n
    return False


def lucas(k, discriminant, n):
    """U_k, V_k and Q^k modulo an odd n, for P = 1, by doubling from the top bit of k."""
    q_0 = (1 - discriminant) // 4

    def half(z):
        return (z if z % 2 == 0 else z + n) // 2 % n

    u, v, q = 1, 1, q_0 % n
    for bit in bin(k)[3:]:
        u, v, q = u * v % n, (v * v - 2 * q) % n, q * q % n
        if bit == "1":
            u, v, q = half(u + v), half(discriminant * u + v), q * q_0 % n
    return u, v, q


def jacobi(a, n):
    """The Jacobi symbol (a/n) for an odd n above 0."""
    a %= n
    sign = 1
    while a:
        while a % 2 == 0:
            a //= 2
            if n % 8 in (3, 5):
                sign = -sign
        a, n = n, a
        if a % 4 == 3 and n % 4 == 3:
            sign = -sign
        a %= n
    return sign if n == 1 else 0


def odd_part(n):
    """(d, s) with n = d * 2^s and d odd."""
    s = (n & -n).bit_length() - 1
    return n >> s, s
