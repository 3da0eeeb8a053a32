"""The paper's own programs (Ji, Wan, "Adaptive modular exponentiation methods v.s. Python's power function"): its
algorithms 2 and 4 with the windows of its tables, in Python 3."""

from bisect import bisect_right

# The length of exponent, in bits, from which each next wider window is used.
MARY = [6, 35, 122, 369, 1044, 2823, 7371]
SLIDING = [21, 24, 80, 240, 672, 1792, 4608]


def mary(g, e, n):
    """Algorithm 2: the exponent is cut into digits of m bits."""
    m = 1 + bisect_right(MARY, e.bit_length())
    powers = [1, g]
    for _ in range(2, 1 << m):
        powers.append(powers[-1] * g % n)
    bits = bin(e)[2:]
    bits = bits.zfill(-(-len(bits) // m) * m)
    a = powers[int(bits[:m], 2)]
    for i in range(m, len(bits), m):
        for _ in range(m):
            a = a * a % n
        digit = int(bits[i : i + m], 2)
        if digit:
            a = a * powers[digit] % n
    return a


def sliding(g, e, n):
    """Algorithm 4: the longest window of at most m bits that ends in a one."""
    m = 2 + bisect_right(SLIDING, e.bit_length())
    square = g * g % n
    odd = [g]
    for _ in range(1, 1 << (m - 1)):
        odd.append(odd[-1] * square % n)
    bits = bin(e)[2:]
    a = 1
    i = 0
    while i < len(bits):
        if bits[i] == "0":
            a = a * a % n
            i += 1
            continue
        window = bits[i : i + m].rstrip("0")
        for _ in window:
            a = a * a % n
        a = a * odd[int(window, 2) >> 1] % n
        i += len(window)
    return a
