"""Verifies proof files: python3 verify.py FILE...

A file holds one proof or a list of them; - is standard input. A line for each on standard output: its name, and
"valid", "invalid" or "malformed" with the field and the reason. Exit status 0: all valid; 1: any invalid; 2: any
malformed. Needs the package pycryptodome.
"""

import sys
from pathlib import Path

from proof_file import Malformed, is_valid, parse, read


def verdict(proof):
    """The verdict on a proof's object: "valid", "invalid" or "malformed FIELD: reason"."""
    try:
        return "valid" if is_valid(read(proof)) else "invalid"
    except Malformed as malformed:
        return f"malformed {malformed}"


def verdicts(name):
    """(name, verdict) of each proof in a file."""
    try:
        content = parse(sys.stdin.read() if name == "-" else Path(name).read_text("utf-8"))
    except (Malformed, OSError, UnicodeDecodeError) as error:
        return [(name, f"malformed {error}")]
    if isinstance(content, list):
        return [(f"{name}[{i}]", verdict(proof)) for i, proof in enumerate(content)]
    return [(name, verdict(content))]


def main(names):
    if not names:
        sys.exit(__doc__)
    worst = 0
    for file in names:
        for name, answer in verdicts(file):
            print(f"{name}: {answer}", flush=True)
            worst = max(worst, ("valid", "invalid", "malformed").index(answer.split(" ")[0]))
    sys.exit(worst)


if __name__ == "__main__":
    main(sys.argv[1:])
