"""Makes the project's proof vectors: python3 make.py FOLDER [--without-large]

Every run writes the same bytes. The large ones are those of 2^20 squarings. Needs the package pycryptodome, which
`node tests/vectors/install.mjs` installs in target/python: PYTHONPATH says so to Python.
"""

import json
import sys
from pathlib import Path

import pietrzak
import proof_file
import wesolowski
from groups import RSA_2048, hashed_modulus
from profiles import POWMOD_V1, TOKAMAK
from proof_file import Proof
from signs import proof_of_negative, sign_changes
from transcript import input_from_seed

LARGE = 1 << 20


def every_delta(t):
    """From 0 to log2 T, rounded up."""
    return range((t - 1).bit_length() + 1)


# Moduli by their bits (2048: RSA-2048; 1027: not whole bytes), then the T of Wesolowski's proofs.
WESOLOWSKI = {
    1024: (1, 2, 3, 1000, 1001, 1024, 65537),
    1027: (3, 1000),
    2048: (1, 2, 3, 1000, 1001, 1024),
    3072: (1, 2, 3, 1000, 1001, 1024),
    4096: (1, 2, 3, 1000, 1001, 1024),
}

# The deltas of Pietrzak's proofs for each T; None means the default.
PIETRZAK = {
    1024: {
        1: (0, None),
        2: (0, 1),
        3: (0, 1, 2),
        1000: (4, None),
        1001: every_delta(1001),
        1024: every_delta(1024),
        65537: (9, None),
    },
    1027: {3: (0,), 1000: (8,)},
    2048: {1: (0,), 2: (0, 1), 3: (0,), 1000: (5,), 1001: (7,), 1024: (9, None)},
    3072: {1: (0,), 2: (0,), 3: (0,), 1000: (7,), 1001: (8,), 1024: (8,)},
    4096: {1: (0,), 2: (0,), 3: (0,), 1000: (8,), 1001: (8,), 1024: (8,)},
}
TOKAMAK_PIETRZAK = {
    1024: {1: (0, None), 2: (0, 1), 4: (0, 1, 2), 1024: every_delta(1024), 65536: (9,)},
    1027: {1024: (8,)},
    2048: {2: (None,), 1024: (6,)},
    3072: {1024: (8,)},
    4096: {1024: (8,)},
}


def seed(scheme, t):
    """The seed of an input, derived from the fields of the proof, so that tests can find it."""
    return f"{scheme} {t}".encode()


def modulus(bits):
    return RSA_2048 if bits == 2048 else hashed_modulus(bits)


def wesolowski_proof(n, t):
    x = input_from_seed(seed("wesolowski", t), n)
    y, pi = wesolowski.prove(POWMOD_V1, n, x, t)
    return Proof("wesolowski", POWMOD_V1.name, n, x, y, t, (pi,))


def pietrzak_proof(profile, n, t, delta):
    x = input_from_seed(seed("pietrzak", t), n)
    y, sent = pietrzak.prove(profile, n, x, t, profile.default_delta if delta is None else delta)
    return Proof("pietrzak", profile.name, n, x, y, t, tuple(sent), delta)


def pietrzak_proofs(profile, n, deltas):
    return [pietrzak_proof(profile, n, t, delta) for t in deltas for delta in deltas[t]]


def tokamak_signs(n):
    """Proofs with signs changed in every way, and the data that decides whether each is valid."""
    rows = []
    # One round for several T, so that r is odd for some and even for others; then two rounds.
    for t, delta in ((2, 0), (4, 1), (8, 2), (8, 1)):
        x = input_from_seed(seed("pietrzak", t), n)
        for signs, odd, y, sent, is_valid in sign_changes(n, x, t, delta):
            proof = Proof("pietrzak", TOKAMAK.name, n, x, y, t, tuple(sent), delta)
            rows.append({"signs": signs, "odd": odd, "valid": is_valid, "proof": proof_file.write(proof)})
    return rows


def tokamak_negative(n, t, delta):
    x = input_from_seed(seed("pietrzak", t), n)
    y, sent = proof_of_negative(n, x, t, delta)
    return Proof("pietrzak", TOKAMAK.name, n, x, y, t, tuple(sent), delta)


def files(without_large):
    """(name, content) of each file. The content is a list of proofs, except in the file of signs."""
    moduli = {bits: modulus(bits) for bits in WESOLOWSKI}
    for bits, n in moduli.items():
        yield f"wesolowski-{bits}", [wesolowski_proof(n, t) for t in WESOLOWSKI[bits]]
        yield f"pietrzak-{bits}", pietrzak_proofs(POWMOD_V1, n, PIETRZAK[bits])
        if bits in TOKAMAK_PIETRZAK:
            yield f"tokamak-{bits}", pietrzak_proofs(TOKAMAK, n, TOKAMAK_PIETRZAK[bits])
    yield "tokamak-negative", [tokamak_negative(moduli[1024], 256, 3)]
    yield "tokamak-signs", tokamak_signs(moduli[1024])
    if not without_large:
        yield "wesolowski-large", [wesolowski_proof(RSA_2048, LARGE)]
        yield "pietrzak-large", [pietrzak_proof(POWMOD_V1, RSA_2048, LARGE, 10)]


def main(folder, *flags):
    for name, content in files(without_large="--without-large" in flags):
        written = [proof_file.write(entry) if isinstance(entry, Proof) else entry for entry in content]
        Path(folder, f"{name}.json").write_text(json.dumps(written, indent=1) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 2 or set(sys.argv[2:]) - {"--without-large"}:
        sys.exit(__doc__)
    main(*sys.argv[1:])
