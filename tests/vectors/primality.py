"""Primes, by the library that also has keccak256. Its test is Miller and Rabin's and Lucas's."""

from math import isqrt

from Crypto.Math.Primality import PROBABLY_PRIME, test_probable_prime  # of pycryptodome


def is_probable_prime(n):
    return test_probable_prime(n) == PROBABLY_PRIME


def primes_below(bound):
    """The sieve of Eratosthenes."""
    is_prime = bytearray([0, 0]) + bytearray([1]) * (bound - 2)
    for p in range(2, isqrt(bound) + 1):
        if is_prime[p]:
            is_prime[p * p :: p] = bytes(len(range(p * p, bound, p)))
    return [p for p in range(bound) if is_prime[p]]
