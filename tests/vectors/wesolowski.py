"""Wesolowski's proof (eprint 2018/623): an element pi with pi^l * x^r = y."""

from transcript import wesolowski_challenge


def prove(profile, n, x, t):
    """(y, pi) by definition, with an exponent of T bits."""
    y = profile.element(pow(x, 1 << t, n), n)
    l, _ = wesolowski_challenge(n, x, y, t)
    return y, profile.element(pow(x, (1 << t) // l, n), n)


def verify(profile, n, x, y, t, pi):
    l, _ = wesolowski_challenge(n, x, y, t)
    r = pow(2, t, l)
    return profile.element(pow(pi, l, n) * pow(x, r, n), n) == y
