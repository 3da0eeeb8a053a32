"""Answers questions on standard input, each a line of JSON {"ask": NAME, ...}, with a line of JSON each.

Numbers are as in the files of proofs.
"""

import json
import sys

import pietrzak
import proof_file
import wesolowski
from groups import GROUPS
from pietrzak import Statement
from profiles import PROFILES
from proof_file import Malformed, Proof, is_valid, number, read
from transcript import hash_of_seed, input_from_seed, wesolowski_challenge, wesolowski_seed


def modulus_of(text):
    return GROUPS[text] if text in GROUPS else int(text, 16)


def seed_input(seed, modulus):
    """The input of a seed, and whether h^2 mod N was above N/2."""
    n = modulus_of(modulus)
    x = input_from_seed(seed.encode(), n)
    return {"input": number(x, n), "folded": hash_of_seed(seed.encode(), n) ** 2 % n != x}


def prove(seed, scheme, profile, modulus, iterations, delta=None):
    """A proof, and every intermediate value that a verifier can check."""
    n, t, rules = modulus_of(modulus), iterations, PROFILES[profile]
    x = input_from_seed(seed.encode(), n)
    if scheme == "wesolowski":
        y, pi = wesolowski.prove(rules, n, x, t)
        l, index = wesolowski_challenge(n, x, y, t)
        proof = Proof(scheme, profile, n, x, y, t, (pi,))
        intermediate = {
            "h": number(hash_of_seed(seed.encode(), n), n),
            "s": wesolowski_seed(n, x, y, t).hex(),
            "index": index,
            "l": f"{l:#x}",
            "r": f"{pow(2, t, l):#x}",
        }
        return {"intermediate": intermediate, "proof": proof_file.write(proof)}
    y, sent = pietrzak.prove(rules, n, x, t, rules.default_delta if delta is None else delta)
    last, steps = pietrzak.reduced(rules, n, Statement(x, y, t), sent)
    proof = Proof(scheme, profile, n, x, y, t, tuple(sent), delta)

    def shown(statement):
        return {"T": statement.t, "x": number(statement.x, n), "y": number(statement.y, n)}

    return {
        "intermediate": [{**shown(even), "v": number(v, n), "r": f"{r:#x}"} for even, v, r in steps],
        "final": shown(last),
        "proof": proof_file.write(proof),
    }


def verify(proof):
    """The verdict on a proof's object: "valid", "invalid" or "malformed FIELD: reason"."""
    try:
        return "valid" if is_valid(read(proof)) else "invalid"
    except Malformed as malformed:
        return f"malformed {malformed}"


QUESTIONS = {"input": seed_input, "prove": prove, "verify": verify}

if __name__ == "__main__":
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps(QUESTIONS[question.pop("ask")](**question)), flush=True)
