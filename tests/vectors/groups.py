"""Moduli: the built-in group, the moduli of the vectors, and the rules by which the VDF functions refuse a modulus."""

from functools import lru_cache
from hashlib import sha256, shake_256
from itertools import count

from primality import is_probable_prime, primes_below

# The RSA Factoring Challenge number of 617 decimal digits; nobody is known to know its factors.
RSA_2048 = int(
    "25195908475657893494027183240048398571429282126204032027777137836043662020707595556264018525880784"
    "40691829064124951508218929855914917618450280848912007284499268739280728777673597141834727026189637"
    "50149718246911650776133798590957000973304597488084284017974291006424586918171951187461215151726546"
    "32282216869987549182422433637259085141865462043576798423387184774447920739934236584823824281198163"
    "81501067481045166037730605620161967625613384414360383390441495263443219011465754445417842402092461"
    "65157233507787077498171257724679629263863563732899121548314381678998850404453640235273819513786365"
    "64391212010397122822120720357"
)
assert sha256(str(RSA_2048).encode()).hexdigest().startswith("b3c2468add10e2a0")

GROUPS = {"RSA-2048": RSA_2048}


def hashed_prime(seed, bits):
    """The first prime among numbers hashed from a seed. With its top two bits set, a product of two has full length."""
    for i in count():
        number = int.from_bytes(shake_256(f"{seed} {i}".encode()).digest((bits + 7) // 8), "big")
        candidate = number % (1 << bits) | 3 << bits - 2 | 1
        if is_probable_prime(candidate):
            return candidate


def hashed_modulus(bits):
    """A modulus for tests only, because its factors are public."""
    p = hashed_prime(f"powmod vectors {bits} p", bits // 2)
    return p * hashed_prime(f"powmod vectors {bits} q", bits - bits // 2)


@lru_cache(maxsize=1 << 10)
def weakness(n):
    """The reason why the VDF functions refuse a modulus, or None."""
    if n % 2 == 0:
        return "is even"
    if n.bit_length() < 1_000:
        return "has fewer than 1,000 bits"
    if n.bit_length() > 16_384:
        return "has more than 16,384 bits"
    if any(n % p == 0 for p in FACTORS):
        return "has a factor below 2^16"
    if is_perfect_power(n):
        return "is a perfect power"
    if is_probable_prime(n):
        return "is a prime"
    return None


FACTORS = primes_below(1 << 16)


def is_perfect_power(n):
    """Whether n = a^k, for an n without factors below 2^16, so that k is below a sixteenth of the bits of n."""
    return any(root(n, k) ** k == n for k in primes_below(max(n.bit_length() // 16, 3)))


def root(n, k):
    """The whole part of the k-th root, by Newton's method from above."""
    x = 1 << -(-n.bit_length() // k)
    while True:
        y = ((k - 1) * x + n // x ** (k - 1)) // k
        if y >= x:
            return x
        x = y
