"""Pietrzak's proof (eprint 2018/627): a value v for each halving of T, until T squarings are few."""

from typing import NamedTuple


class Statement(NamedTuple):
    """That x^(2^T) = y."""

    x: int
    y: int
    t: int


def rounds(t, delta):
    """The number of values in a proof."""
    return max(0, (t - 1).bit_length() - delta)


def made_even(profile, n, statement):
    x, y, t = statement
    return statement if t % 2 == 0 else Statement(x, profile.element(y * y, n), t + 1)


def middle(profile, n, statement):
    """The value that an honest prover sends for an even T: x^(2^(T/2))."""
    return profile.element(pow(statement.x, 1 << statement.t // 2, n), n)


def halved(profile, n, statement, v):
    """(the statement about half the squarings, the challenge)"""
    x, y, t = statement
    r = profile.pietrzak_challenge(n, x, y, v, t)
    el = profile.element
    return Statement(el(pow(x, r, n) * v, n), el(pow(v, r, n) * y, n), t // 2), r


def prove(profile, n, x, t, delta):
    """(y, [v, ...]). Each round squares again, so that the proof takes 2T squarings."""
    y = profile.element(pow(x, 1 << t, n), n)
    return y, values(profile, n, Statement(x, y, t), delta)


def values(profile, n, statement, delta):
    """The v of each round."""
    sent = []
    for _ in range(rounds(statement.t, delta)):
        statement = made_even(profile, n, statement)
        sent.append(middle(profile, n, statement))
        statement, _ = halved(profile, n, statement, sent[-1])
    return sent


def reduced(profile, n, statement, sent):
    """(the statement after all rounds, [(even statement, v, r) of each round])"""
    steps = []
    for v in sent:
        even = made_even(profile, n, statement)
        statement, r = halved(profile, n, even, v)
        steps.append((even, v, r))
    return statement, steps


def verify(profile, n, x, y, t, sent):
    last, _ = reduced(profile, n, Statement(x, y, t), sent)
    return profile.element(pow(last.x, 1 << last.t, n), n) == last.y
