"""GMP by gmpy2, timing itself: a line of JSON {base, exponent, modulus, times} in, seconds out."""

import json
import sys
from time import perf_counter

import gmpy2

for line in sys.stdin:
    task = json.loads(line)
    base, exponent, modulus = (gmpy2.mpz(task[name], 16) for name in ("base", "exponent", "modulus"))
    start = perf_counter()
    for _ in range(task["times"]):
        result = gmpy2.powmod(base, exponent, modulus)
    print(json.dumps({"seconds": perf_counter() - start, "result": result.digits(16)}), flush=True)
