"""Powers in Python, timing themselves: `gmpy2` (GMP), `pow` (the interpreter's own), `mary` or `sliding` (adaptive.py) as argument,
or `openssl` for inverses (openssl.py), then a line of JSON {base, exponent, modulus, times} in, seconds out."""

import json
import sys
from time import perf_counter

import adaptive

if sys.argv[1] == "gmpy2":
    from gmpy2 import mpz as number, powmod as power
elif sys.argv[1] == "openssl":
    from openssl import Number as number, inverse as power
else:
    number, power = int, {"pow": pow, "mary": adaptive.mary, "sliding": adaptive.sliding}[sys.argv[1]]

for line in sys.stdin:
    task = json.loads(line)
    base, exponent, modulus = (number(task[name], 16) for name in ("base", "exponent", "modulus"))
    start = perf_counter()
    for _ in range(task["times"]):
        result = power(base, exponent, modulus)
    print(json.dumps({"seconds": perf_counter() - start, "result": f"{result:x}"}), flush=True)
