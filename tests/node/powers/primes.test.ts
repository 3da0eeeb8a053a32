// Random primes: on every kernel and in pools the next prime of the form, by node:crypto's test or trial division.
import assert from 'node:assert/strict';
import { checkPrimeSync } from 'node:crypto';
import { mock, test } from 'node:test';
import { init, toBytes } from 'powmod';
import { createPool } from 'powmod/pool';
import { sievePrimes } from '../../../crate/js/src/bigint/prime-search.ts';
import { secureBytes } from '../../../crate/js/src/bytes.ts';
import { throwsRange } from '../../support/errors.ts';
import { instances } from '../../support/instances.ts';
import { Random } from '../../support/random.ts';

const pm = await init();

/** Whether no whole number divides n. */
function hasNoDivisor(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return n > 1;
}

const isPrime = (n: bigint) => (n < 2n ** 20n ? hasNoDivisor(Number(n)) : checkPrimeSync(n));

/** The first prime from `start` on whose two highest bits are set; after the last of its length comes the first. */
function nextPrime(start: bigint, bits: number, safe: boolean): bigint {
  const least = 3n << BigInt(bits - 2);
  for (let n = start | least; ; n = n + 1n === 1n << BigInt(bits) ? least : n + 1n)
    if (isPrime(n) && (!safe || (n > 5n && isPrime(n >> 1n)))) return n;
}

/** A source whose first bytes are a number. */
function sourceOf(start: bigint, bits: number) {
  const digits = start.toString(16).padStart(2 * Math.ceil(bits / 8), '0');
  return (length: number) => {
    const bytes = new Random(7)
      .bits(8 * length)
      .toString(16)
      .padStart(2 * length, '0')
      .slice(0, 2 * length);
    return new Uint8Array(Buffer.from(digits + bytes.slice(digits.length), 'hex'));
  };
}

const canBeSafe = (bits: number) => bits === 3 || bits > 5;

test('every start of a few bits gives the next prime, on every kernel', () => {
  const found = new Set<string>();
  for (const pm of instances)
    for (let bits = 2; bits <= 9; bits++)
      for (const safe of [false, true].filter((safe) => !safe || canBeSafe(bits)))
        for (let start = 0n; start < 1n << BigInt(bits); start++) {
          const prime = pm.randomPrime(bits, { safe, random: sourceOf(start, bits) });
          assert.equal(prime, nextPrime(start, bits, safe), `${pm.kernel}, ${bits} bits from ${start}, safe: ${safe}`);
          if (bits === 8 && !safe) found.add(`${prime}`);
        }
  const all = Array.from({ length: 64 }, (_, i) => 192 + i).filter(hasNoDivisor);
  assert.deepEqual([...found].map(Number).sort(), all);
});

test('primes of up to 521 bits are the next from the start, on every kernel', () => {
  const random = new Random();
  const lengths = {
    plain: [10, 16, 17, 31, 32, 33, 48, 64, 65, 100, 128, 255, 256, 512, 521],
    safe: [11, 32, 33, 63, 90, 128],
  };
  for (const [kind, all] of Object.entries(lengths))
    for (const bits of all) {
      const safe = kind === 'safe';
      for (const start of [random.bits(bits) & ((1n << BigInt(bits)) - 1n), 0n, (1n << BigInt(bits)) - 1n]) {
        const expected = nextPrime(start, bits, safe);
        for (const pm of instances) {
          const prime = pm.randomPrime(bits, { safe, random: sourceOf(start, bits) });
          assert.equal(prime, expected, `${pm.kernel}, ${bits} bits from ${start}, POWMOD_SEED=${random.seed}`);
        }
      }
    }
});

test('the platform’s generator gives all bytes where there is no other source', () => {
  const spy = mock.method(crypto, 'getRandomValues');
  try {
    for (const bits of [2, 64, 300]) {
      const primes = Array.from({ length: 8 }, () => pm.randomPrime(bits));
      assert.ok(primes.every((prime) => isPrime(prime) && prime >> BigInt(bits - 2) === 3n));
      assert.equal(new Set(primes).size, bits === 2 ? 1 : 8);
      const lengths = spy.mock.calls.map(({ arguments: [bytes] }) => (bytes as Uint8Array).length);
      assert.deepEqual(lengths, new Array(8).fill(9 * Math.ceil(bits / 8)));
      spy.mock.resetCalls();
    }
  } finally {
    spy.mock.restore();
  }
  const prime = pm.randomPrime(200, { safe: true });
  assert.ok(isPrime(prime) && isPrime(prime >> 1n) && prime >> 198n === 3n);
  // More bytes than the platform gives in one call.
  const bytes = secureBytes(200_000);
  for (let at = 0; at < bytes.length; at += 1000) assert.ok(bytes.subarray(at, at + 1000).some((byte) => byte > 0));
});

test('a source is asked once, and its bytes may change afterwards', async () => {
  const bytes = new Uint8Array(9 * 32).fill(0x5a);
  let calls = 0;
  const random = (length: number) => {
    calls++;
    return bytes.subarray(0, length);
  };
  const expected = pm.randomPrime(256, { random });
  await using pool = await createPool({ workers: 2 });
  const promise = pool.randomPrime(256, { random });
  bytes.fill(0);
  assert.equal(await promise, expected);
  assert.equal(calls, 2);
});

test('a prime is at most as long as maxBits', async () => {
  const small = await init({ maxBits: 64 });
  throwsRange(() => small.randomPrime(65), /^bits: must be a whole number from 2 to 64$/);
  assert.equal(small.randomPrime(64) >> 62n, 3n);
});

test('an abort ends a search in a pool, and the workers are free again', async () => {
  await using pool = await createPool({ workers: 2 });
  const reason = { mine: true };
  await assert.rejects(pool.randomPrime(256, { signal: AbortSignal.abort(reason) }), (error) => error === reason);
  const controller = new AbortController();
  const search = pool.randomPrime(4096, { safe: true, signal: controller.signal });
  const timer = setTimeout(() => controller.abort(reason), 300);
  await assert.rejects(search, (error) => error === reason);
  clearTimeout(timer);
  assert.deepEqual(await Promise.all([pool.modPow(3n, 5n, 7n), pool.modPow(3n, 5n, 7n)]), [5n, 5n]);
});

test('the sieve of BigInt leaves exactly the candidates without small factors', () => {
  for (const [safe, step, bound] of [[false, 2n, 128 ** 2 / 8] as const, [true, 4n, 2 * 128 ** 2] as const]) {
    const small = Array.from({ length: bound }, (_, n) => n).filter((n) => n > 2 && hasNoDivisor(n));
    const first = 2n ** 127n + 2n ** 126n + 3n;
    const hasNoSmallFactor = (n: bigint) => small.every((p) => n % BigInt(p) !== 0n);
    const isLeft = (p: bigint) => hasNoSmallFactor(p) && (!safe || hasNoSmallFactor(p >> 1n));
    const expected = Array.from({ length: 200 }, (_, i) => i).filter((i) => isLeft(first + step * BigInt(i)));
    assert.deepEqual(sievePrimes({ first: toBytes(first), safe, count: 200 }), expected);
    assert.ok(expected.length > 0 && expected.length < 100);
  }
});
