"""Powers in Python, timing themselves: `gmpy2` (GMP), `pow` (the interpreter's own), `mary` or `sliding` (adaptive.py)
as argument, or `openssl` for inverses (openssl.py), then a line of JSON {base, exponent, modulus, times} in, seconds
out: by the clock, and of the processor."""

import json
import sys
from time import perf_counter, process_time

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
    start, begin = perf_counter(), process_time()
    for _ in range(task["times"]):
        result = power(base, exponent, modulus)
    times = {"seconds": perf_counter() - start, "processor": process_time() - begin}
    print(json.dumps({**times, "result": f"{result:x}"}), flush=True)
