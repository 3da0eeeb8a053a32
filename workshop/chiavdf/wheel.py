"""Chia's own library, the wheel `chiavdf`. Each line of JSON on the standard input is a question, and its answer is a
line on the standard output. Bytes are hex."""

import json
import sys
from functools import cache
from time import perf_counter

import chiavdf

# The discriminant of a challenge.
field = cache(chiavdf.create_discriminant)


def forms(challenge, bits, input, squarings):
    """The outputs and proofs of parts, each of which starts from the output of the one before."""
    x = bytes.fromhex(input)
    made = []
    for count in squarings:
        proved = chiavdf.prove(bytes.fromhex(challenge), x, bits, count, "")
        x, proof = proved[:100], proved[100:200]
        made.append({"output": x.hex(), "proof": proof.hex()})
    return made


def prove(challenge, bits, input, squarings):
    """A proof of several parts."""
    made = forms(challenge, bits, input, squarings)
    discriminant = field(bytes.fromhex(challenge), bits)
    tail = ""
    for count, part in list(zip(squarings, made))[:-1]:
        output, proof = bytes.fromhex(part["output"]), bytes.fromhex(part["proof"])
        prime = chiavdf.get_b_from_n_wesolowski(discriminant, bytes.fromhex(input), output + proof, count, 0)
        tail = f"{count:016x}{int(prime, 0):066x}{proof.hex()}" + tail
        input = part["output"]
    return {"output": made[-1]["output"], "witness": made[-1]["proof"] + tail}


def verify(challenge, bits, input, output, witness, depth, squarings):
    """What the library answers; False if it throws."""
    try:
        return chiavdf.verify_n_wesolowski(
            field(bytes.fromhex(challenge), bits),
            bytes.fromhex(input),
            bytes.fromhex(output + witness),
            int(squarings),
            bits,
            depth,
        )
    except Exception:
        return False


def verify_first(challenge, bits, input, output, witness, depth, squarings):
    """The same, with the discriminant computed anew."""
    return chiavdf.create_discriminant_and_verify_n_wesolowski(
        bytes.fromhex(challenge),
        bits,
        bytes.fromhex(input),
        bytes.fromhex(output + witness),
        int(squarings),
        depth,
    )


def discriminant(challenge, bits):
    return chiavdf.create_discriminant(bytes.fromhex(challenge), bits)


QUESTIONS = {f.__name__: f for f in (forms, prove, verify, verify_first, discriminant)}

for line in sys.stdin:
    question = json.loads(line)
    ask, each = QUESTIONS[question["ask"]], question["each"]
    answers = []
    start = perf_counter()
    for arguments in each:
        answers.append(ask(**arguments))
    seconds = perf_counter() - start
    print(json.dumps({"answers": answers, "milliseconds": 1000 * seconds}), flush=True)
