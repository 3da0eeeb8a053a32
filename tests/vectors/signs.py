"""The `tokamak` profile proves y only up to sign. Makes proofs with changed signs, and the proof of -y."""

from itertools import product

from pietrzak import Statement, halved, middle, rounds, verify
from profiles import TOKAMAK


def negated(z, n, sign):
    return z if sign == 1 else n - z


def sign_changes(n, x, t, delta):
    """Every choice of signs for y and each v. Each v belongs to the statement to which the signs before it lead.

    Yields (signs, whether the r of each round is odd, y, [v, ...], whether it verifies).
    """
    count = rounds(t, delta)
    for signs in product((1, -1), repeat=1 + count):
        statement = Statement(x, negated(pow(x, 1 << t, n), n, signs[0]), t)
        y, sent, odd = statement.y, [], []
        for sign in signs[1:]:
            v = negated(middle(TOKAMAK, n, statement), n, sign)
            statement, r = halved(TOKAMAK, n, statement, v)
            sent.append(v)
            odd.append(r % 2 == 1)
        yield signs, odd, y, sent, verify(TOKAMAK, n, x, y, t, sent)


def proof_of_negative(n, x, t, delta):
    """(N - y, [v, ...]) that verifies: the prover sends N - v in the first round with an odd r."""
    statement = Statement(x, n - pow(x, 1 << t, n), t)
    y, sent, is_wrong = statement.y, [], True
    for _ in range(rounds(t, delta)):
        v = middle(TOKAMAK, n, statement)
        following, r = halved(TOKAMAK, n, statement, n - v)
        if is_wrong and r % 2 == 1:
            v, statement, is_wrong = n - v, following, False
        else:
            statement, _ = halved(TOKAMAK, n, statement, v)
        sent.append(v)
    return y, sent
