"""A strict reader and writer of proof files, which are JSON."""

import re
from dataclasses import dataclass
from typing import Optional

import pietrzak
import wesolowski
from groups import GROUPS, weakness
from profiles import PROFILES
from transcript import width

FIELDS = ("scheme", "profile", "modulus", "input", "output", "iterations", "proof", "delta")
MAX_ITERATIONS = 2**53 - 1
MAX_DELTA = 20
DEFAULT_MAX_DELTA = 10


class Malformed(Exception):
    """The error for a malformed file: the field and the reason."""


@dataclass(frozen=True)
class Proof:
    scheme: str
    profile: str
    modulus: int
    input: int
    output: int
    iterations: int
    values: tuple  # one for Wesolowski
    delta: Optional[int] = None


def refuse(field, reason):
    raise Malformed(f"{field}: {reason}")


def number(z, n):
    """A number in the form of files, as wide as the modulus."""
    return f"0x{z:0{2 * width(n)}x}"


def write(proof):
    """A proof as the object of its file."""
    n = proof.modulus
    names = {group: name for name, group in GROUPS.items()}
    values = [number(z, n) for z in proof.values]
    file = {
        "scheme": proof.scheme,
        "profile": proof.profile,
        "modulus": names.get(n, number(n, n)),
        "input": number(proof.input, n),
        "output": number(proof.output, n),
        "iterations": proof.iterations,
        "proof": values[0] if proof.scheme == "wesolowski" else values,
    }
    return file if proof.delta is None else {**file, "delta": proof.delta}


def read(file, max_delta=DEFAULT_MAX_DELTA):
    """The proof of an object. All its values are in range."""
    if not isinstance(file, dict):
        refuse("file", "must hold an object")
    for name in file:
        if name not in FIELDS:
            refuse(name, "is not a field of a proof")
    for name in FIELDS[:-1]:
        if name not in file:
            refuse(name, "is absent")
    scheme, profile_name = file["scheme"], file["profile"]
    if scheme not in ("wesolowski", "pietrzak"):
        refuse("scheme", "is unknown")
    if not isinstance(profile_name, str) or profile_name not in PROFILES:
        refuse("profile", "is unknown")
    profile = PROFILES[profile_name]
    if scheme not in profile.schemes:
        refuse("profile", f"is not one of {scheme}")

    n = read_modulus(file["modulus"])
    t = read_whole(file["iterations"], "iterations", 1, MAX_ITERATIONS)
    x = read_element(file["input"], "input", n, profile)
    y = read_element(file["output"], "output", n, profile)
    if scheme == "wesolowski":
        if "delta" in file:
            refuse("delta", "is of Pietrzak proofs only")
        pi = read_element(file["proof"], "proof", n, profile)
        return Proof(scheme, profile.name, n, x, y, t, (pi,))

    if not profile.allows(t):
        refuse("iterations", "must be a power of two")
    delta = profile.default_delta
    if "delta" in file:
        delta = read_whole(file["delta"], "delta", 0, MAX_DELTA)
    if delta > max_delta:
        refuse("delta", f"is above {max_delta}")
    if not isinstance(file["proof"], list):
        refuse("proof", "must be a list")
    if len(file["proof"]) != pietrzak.rounds(t, delta):
        refuse("proof", f"must have {pietrzak.rounds(t, delta)} values")
    values = [read_element(value, f"proof[{i}]", n, profile) for i, value in enumerate(file["proof"])]
    return Proof(scheme, profile.name, n, x, y, t, tuple(values), delta)


def read_modulus(text):
    if not isinstance(text, str):
        refuse("modulus", "must be a string")
    if text in GROUPS:
        return GROUPS[text]
    if not re.fullmatch(r"0x([0-9a-f]{2})+", text) or text.startswith("0x00"):
        refuse("modulus", "must be lower-case hex without leading zero bytes, or a built-in group")
    n = int(text, 16)
    if reason := weakness(n):
        refuse("modulus", reason)
    return n


def read_element(text, field, n, profile):
    if not isinstance(text, str) or not re.fullmatch(r"0x[0-9a-f]+", text) or len(text) != 2 + 2 * width(n):
        refuse(field, f"must be {2 * width(n)} lower-case hex digits")
    z = int(text, 16)
    if not 1 <= z <= profile.largest(n):
        refuse(field, "is out of range")
    return z


def read_whole(value, field, least, most):
    # JSON has one kind of number, so 5.0 is 5. Booleans are integers in Python but not in JSON.
    if not isinstance(value, (int, float)) or isinstance(value, bool) or value != value // 1:
        refuse(field, "must be a whole number")
    if not least <= value <= most:
        refuse(field, f"must be from {least} to {most}")
    return int(value)


def is_valid(proof):
    profile, n = PROFILES[proof.profile], proof.modulus
    statement = (profile, n, proof.input, proof.output, proof.iterations)
    if proof.scheme == "wesolowski":
        return wesolowski.verify(*statement, proof.values[0])
    return pietrzak.verify(*statement, proof.values)
