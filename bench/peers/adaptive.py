"""Algorithms 2 and 4 of Ji and Wan, in Python 3."""

from bisect import bisect_right

# The length of exponent, in bits, from which each next wider window is used: Tables I and II.
MARY = [6, 35, 122, 369, 1044, 2823, 7371]
SLIDING = [21, 24, 80, 240, 672, 1792, 4608]


def mary(g, e, n):
    m = 1 + bisect_right(MARY, e.bit_length())
    powers = [1, g]
    for _ in range(2, 1 << m):
        powers.append(powers[-1] * g % n)
    bits = f"{e:b}"
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
    m = 2 + bisect_right(SLIDING, e.bit_length())
    square = g * g % n
    odd = [g]
    for _ in range(1, 1 << (m - 1)):
        odd.append(odd[-1] * square % n)
    bits, a, i = f"{e:b}", 1, 0
    while i < len(bits):
        window = bits[i : i + m].rstrip("0") if bits[i] == "1" else "0"
        for _ in window:
            a = a * a % n
        if window != "0":
            a = a * odd[int(window, 2) >> 1] % n
        i += len(window)
    return a
