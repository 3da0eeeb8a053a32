"""Powers in Python, timing themselves: `gmpy2` (GMP) or `pow` (CPython's own) as argument, then a line of JSON
{base, exponent, modulus, times} in, seconds out."""

import json
import sys
from time import perf_counter

if sys.argv[1] == "gmpy2":
    from gmpy2 import mpz as number, powmod as power
else:
    number, power = int, pow

for line in sys.stdin:
    task = json.loads(line)
    base, exponent, modulus = (number(task[name], 16) for name in ("base", "exponent", "modulus"))
    start = perf_counter()
    for _ in range(task["times"]):
        result = power(base, exponent, modulus)
    print(json.dumps({"seconds": perf_counter() - start, "result": f"{result:x}"}), flush=True)
