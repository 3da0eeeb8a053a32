// The secret path: keys, its limits, and the traces that it leaves in memory.
import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, privateDecrypt, webcrypto } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { init, type RsaJwk, type RsaPrimes, toBigint, toBytes } from 'powmod';
import { createPool } from 'powmod/pool';
import { isChecked } from '../../../crate/build/checked.mjs';
import { Engine } from '../../../crate/js/src/arithmetic/engine.ts';
import { Moduli } from '../../../crate/js/src/arithmetic/known-modulus.ts';
import { KeptRsaKey } from '../../../crate/js/src/arithmetic/rsa-key.ts';
import { WasmInstance } from '../../../crate/js/src/border/instance.ts';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { separate } from '../../../crate/js/src/border/separate.ts';
import { type Integer, IntegerReader } from '../../../crate/js/src/input/integers.ts';
import { readSecretPowers, type SecretTerm } from '../../../crate/js/src/input/secrets.ts';
import { throwsRange } from '../../support/errors.ts';
import { instances as every } from '../../support/instances.ts';
import { nativePow } from '../../support/native.js';
import { kernelFile } from '../../support/package.ts';
import { Random } from '../../support/random.ts';
import { withTrap } from '../../support/sabotage.ts';
import { watchInstances } from '../../support/watched-instances.ts';
import { isWiped, wipedBy, withoutRoom } from '../../support/wipes.ts';

const wasm = kernelFile('scalar');

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const jwk = privateKey.export({ format: 'jwk' });
const part = (name: 'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi') =>
  new Uint8Array(Buffer.from(jwk[name] as string, 'base64url'));
const key = {
  p: part('p'),
  q: part('q'),
  dp: part('dp'),
  dq: part('dq'),
  qInv: part('qi'),
  e: part('e'),
} satisfies RsaPrimes;
const n = toBigint(part('n'));
const d = toBigint(part('d'));

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = (copy[at] as number) ^ 4;
  return copy;
}

/** The private operation by a key for this call alone. */
function once(kept: Pick<KeptRsaKey, 'pow' | 'free'>, base: Integer): Uint8Array {
  try {
    return kept.pow(base);
  } finally {
    kept.free();
  }
}

const instances = every.filter(({ kernel }) => kernel !== 'bigint');

for (const pm of instances) {
  const random = new Random();

  describe(`kernel ${pm.kernel}, POWMOD_SEED=${random.seed}`, () => {
    test('RSA by the Chinese remainder theorem agrees with the full exponent and with OpenSSL', () => {
      const kept = pm.rsaPrivateKey(key);
      for (const base of [0n, 1n, 2n, n - 1n, random.bits(1000) % n, random.bits(1024) % n]) {
        const expected = toBytes(nativePow(base, d, n), 128);
        assert.deepEqual(kept.pow(base), expected, `${base}`);
        assert.deepEqual(kept.pow(toBytes(base)), expected, `${base}`);
      }
      for (const base of [n, n + 7n]) throwsRange(() => kept.pow(base), /^base: must be below p·q$/);
      const cipher = toBytes(random.bits(1024) % n, 128);
      const opened = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, cipher);
      assert.deepEqual(once(pm.rsaPrivateKey(key), cipher), new Uint8Array(opened));
      kept.free();
    });

    test('a key in each form of its numbers is the key, and what it says twice is compared', () => {
      const expected = toBytes(nativePow(5n, d, n), 128);
      const { p, q, e } = key;
      const { kty, n: modulus, e: open, d: exponent } = jwk;
      for (const right of [
        { n: toBytes(n), e, d: toBytes(d, 128) },
        { n, e: toBigint(e), d },
        jwk,
        { kty, n: modulus, e: open, d: exponent },
        { ...key, n: part('n'), d: part('d') },
        { ...key, n, d },
        { p, q, e },
        { p: toBigint(p), q: toBigint(q), e: toBigint(e), n, d },
        { ...jwk, dp: undefined, dq: undefined, qi: undefined },
        { ...jwk, oth: [] },
      ])
        assert.deepEqual(once(pm.rsaPrivateKey(right), 5n), expected);
      const other = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'jwk' });
      const hex = Buffer.from(p).toString('hex');
      const inHex = /^TypeError: key\.p: is text in hexadecimal digits, but a JWK has base64url$/;
      for (const [given, message] of [
        [{ ...jwk, kty: 'EC' }, /^RangeError: key\.kty: must be 'RSA'$/],
        [{ ...jwk, e: 'AQABA' }, /^TypeError: key\.e: must be text in base64url, as in a JWK$/],
        [{ ...jwk, qi: key.qInv }, /^TypeError: key\.qi: must be text in base64url, as in a JWK$/],
        [{ ...key, qInv: undefined, qi: key.qInv }, /^TypeError: key\.qi: is qInv here, or give the whole JWK/],
        [{ kty, n: modulus, e: open }, /^TypeError: key\.d: is missing: this is a public key/],
        [{ kty }, /^TypeError: key: must have p, q and e, or n, e and d, or be a JWK$/],
        ...[hex, hex.toUpperCase(), `0x${hex}`].map((text) => [{ ...jwk, p: text }, inHex] as const),
        [{ ...jwk, n: other.n }, /^RangeError: key\.n: is not p·q$/],
        [{ ...key, n: 5n * n }, /^RangeError: key\.n: is not p·q$/],
        [{ ...jwk, d: other.d }, /^RangeError: key\.d: does not agree with dp and dq$/],
        [{ ...key, d: d + toBigint(p) - 1n }, /^RangeError: key\.d: does not agree with dp and dq$/],
        [{ ...key, d: d + toBigint(q) - 1n }, /^RangeError: key\.d: does not agree with dp and dq$/],
        [{ p, q, e, d: d - 1n }, /^RangeError: key\.d: does not agree with dp and dq$/],
        [{ ...key, d, e: 65_539n }, /^RangeError: key\.e: does not agree with d$/],
        [{ ...jwk, e: 'AQAD' }, /^RangeError: key\.e: does not agree with d$/],
        [{ ...key, d, qInv: toBigint(key.qInv) ^ 1n }, /^RangeError: key\.qInv: is not the inverse of q modulo p$/],
        [{ ...jwk, qi: jwk.dp }, /^RangeError: key\.qi: is not the inverse of q modulo p$/],
        [{ ...key, e: 1n }, /^RangeError: key\.e: must be an odd number above 1$/],
        [{ ...key, d: 1n << 1024n }, /^RangeError: key\.d: is longer than n$/],
        [{ n, e, d: 1n << 1024n }, /^RangeError: key\.d: is longer than n$/],
        [
          { ...jwk, oth: [{ r: 'Aw', d: 'AQ', t: 'AQ' }] },
          /^RangeError: key\.oth: must be empty, because a key here has two primes$/,
        ],
        [{ ...key, oth: 7 }, /^RangeError: key\.oth: must be empty/],
        [
          { ...key, dq: undefined },
          /^TypeError: key\.dq: is missing, but of key\.dp, key\.dq, key\.qInv a key has all or/,
        ],
        [
          { ...jwk, qi: undefined },
          /^TypeError: key\.qi: is missing, but of key\.dp, key\.dq, key\.qi a key has all or none$/,
        ],
        [{ ...key, q: undefined }, /^TypeError: key\.q: must be a bigint or a Uint8Array, not undefined$/],
      ] as const)
        assert.throws(() => pm.rsaPrivateKey(given as RsaPrimes), message);
    });

    // As Node exports a key that OpenSSL made with rsa_keygen_primes:3; it leaves `oth` out.
    test('a key of three primes is refused', () => {
      const [p, q, r] = [toBigint(key.p), toBigint(key.q), 2n ** 521n - 1n];
      const whole = n * r;
      const d = pm.modInv(65537n, (p - 1n) * (q - 1n) * (r - 1n));
      const text = (x: bigint) => Buffer.from(toBytes(x)).toString('base64url');
      const { kty, e, ...primes } = jwk;
      const given = { ...primes, kty, e, n: text(whole), d: text(d) };
      throwsRange(() => pm.rsaPrivateKey(given), /^key\.n: is not p·q$/);
      throwsRange(
        () => pm.rsaPrivateKey({ n: whole, e: 65537n, d }),
        /^key\.d: is not .*, or n is not a product of two different primes$/,
      );
    });

    test('a factor that is no prime is refused', () => {
      const { e } = key;
      const q = 2n ** 61n - 1n;
      const isPrime = (x: number) => x > 2 && [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31].every((p) => x === p || x % p);
      for (let p = 3; p < 1000; p += 2) {
        if (isPrime(p)) once(pm.rsaPrivateKey({ p: BigInt(p), q, e }), 2n);
        else throwsRange(() => pm.rsaPrivateKey({ p: BigInt(p), q, e }), /^key\.p: is not a prime$/);
      }
      // 1373653 is a strong pseudoprime to 2 and 3, the others are long.
      const [p, other] = [toBigint(key.p), 2n ** 127n - 1n];
      for (const composite of [1373653n, 3n * ((p / 3n) | 1n), other * q, p * other]) {
        throwsRange(() => pm.rsaPrivateKey({ p: composite, q, e }), /^key\.p: is not a prime$/);
        throwsRange(() => pm.rsaPrivateKey({ p: q, q: composite, e, n: q * composite }), /^key\.q: is not a prime$/);
      }
      // As all parts agree, no power would show it.
      const [square, seven] = [25n, 7n];
      const parts = {
        p: square,
        q: seven,
        dp: pm.modInv(5n, 24n),
        dq: pm.modInv(5n, 6n),
        qInv: pm.modInv(seven, square),
        e: 5n,
      };
      throwsRange(() => pm.rsaPrivateKey(parts), /^key\.p: is not a prime$/);
    });

    test('a fault in one half never reaches the result', () => {
      const fault = { name: 'PowmodError', code: 'ERR_FAULT', message: 'key: the result failed its check with e' };
      for (const at of [0, 20, 60])
        for (const part of ['dp', 'dq', 'qInv'] as const)
          assert.throws(() => once(pm.rsaPrivateKey({ ...key, [part]: flipped(key[part], at) }), 5n), fault, part);
      assert.throws(() => once(pm.rsaPrivateKey({ ...key, e: Uint8Array.of(3) }), 5n), fault);
      assert.throws(() => once(pm.rsaPrivateKey({ ...key, p: key.q, q: key.p }), 5n), fault);
      assert.deepEqual(once(pm.rsaPrivateKey(key), 5n), toBytes(nativePow(5n, d, n), 128));
      const faulty = pm.rsaPrivateKey({ ...key, dq: flipped(key.dq, 9) });
      for (const base of [5n, 6n]) assert.throws(() => faulty.pow(base), fault);
    });

    test('keys of different lengths beside each other, freed in any order', () => {
      const small = { p: 61n, q: 53n, dp: 53n, dq: 49n, qInv: 38n, e: 17n };
      const [first, second, third] = [pm.rsaPrivateKey(key), pm.rsaPrivateKey(small), pm.rsaPrivateKey(key)];
      const expected = toBytes(nativePow(5n, d, n), 128);
      for (const base of [0n, 1n, 65n, 3232n])
        assert.deepEqual(second.pow(base), toBytes(nativePow(base, 413n, 3233n), 2));
      first.free();
      assert.throws(() => first.pow(5n), /^TypeError: rsaPrivateKey: was freed$/);
      assert.deepEqual(third.pow(5n), expected);
      second.free();
      second.free();
      assert.deepEqual(pm.rsaPrivateKey(key).pow(5n), expected);
      assert.deepEqual(once(pm.rsaPrivateKey(key), 5n), expected);
      assert.deepEqual(third.pow(5n), expected);
    });
  });
}

// biome-ignore lint/suspicious/noExplicitAny: untyped callers may pass anything
const pm: any = instances[0];

test('an exponent that is too long by a bit or a byte is refused', () => {
  const message = (bits: number) => new RegExp(`^exponent: has more than ${bits} bits, its exponentBits$`);
  for (const bits of [1, 7, 8, 9, 15, 16, 17, 256]) {
    for (const length of [Math.ceil(bits / 8), Math.ceil((bits + 1) / 8), 40]) {
      const most = (1n << BigInt(bits)) - 1n;
      assert.equal(
        toBigint(pm.modPowSecret(3n, toBytes(most, length), 1009n, { exponentBits: bits })),
        nativePow(3n, most, 1009n),
      );
      if (8 * length <= bits) continue;
      const above = toBytes(1n << BigInt(bits), length);
      throwsRange(() => pm.modPowSecret(3n, above, 1009n, { exponentBits: bits }), message(bits));
    }
  }
});

test('a key whose primes are equal, or too long together, is refused', async () => {
  for (const q of [key.p, Uint8Array.of(0, ...key.p)])
    throwsRange(() => once(pm.rsaPrivateKey({ ...key, q }), 5n), /^key\.q: must differ from p$/);
  const small = await init({ maxBits: 1000 });
  throwsRange(() => once(small.rsaPrivateKey(key), 5n), /^key\.q: p and q have more than 1000 bits together/);
});

test('each copy of a secret on the calling thread is wiped', async () => {
  const [pm] = instances as [(typeof instances)[0]];
  await using pool = await createPool({ workers: 1 });
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  const webKey = await webcrypto.subtle.importKey('pkcs8', der, { name: 'RSA-PSS', hash: 'SHA-256' }, true, ['sign']);
  const exponent = Uint8Array.from({ length: 64 }, (_, i) => 0xa0 + i);
  const secret = { exponentBits: 512 };
  const ofJwk = (['d', 'p', 'q', 'dp', 'dq', 'qi'] as const).map((name) => hex(part(name)));
  const calls: [name: string, call: () => unknown, copies: string[]][] = [
    ['a KeyObject', () => pm.rsaPrivateKey(privateKey).free(), [hex(der)]],
    ['a JWK', () => pm.rsaPrivateKey(jwk as RsaJwk).free(), ofJwk],
    ['a CryptoKey', async () => (await pm.rsaPrivateKeyFrom(webKey)).free(), [hex(der)]],
    // What was read, and what is kept to be sent again, where the base has its two bytes in front.
    ['one power', () => pool.modPowSecret(0x3333n, exponent, n, secret), [hex(exponent), `3333${hex(exponent)}`]],
    [
      'powers with one exponent, of which a copy is kept',
      () => pool.modPowAll([0x3333n], exponent, n, { secret }),
      [hex(exponent), hex(exponent), `3333${hex(exponent)}`],
    ],
    [
      'powers of an asynchronous list',
      async () => {
        const bases = (async function* () {
          yield 0x3333n;
        })();
        for await (const _ of pool.modPowAll(bases, exponent, n, { secret }));
      },
      [hex(exponent), hex(exponent), `3333${hex(exponent)}`],
    ],
  ];
  for (const [name, call, copies] of calls) {
    const wiped = await wipedBy(call);
    for (const copy of new Set(copies)) {
      const count = (all: readonly string[]) => all.filter((one) => one === copy).length;
      assert.ok(count(wiped) >= count(copies), `${name}: of ${copy} ${count(wiped)} copies are wiped`);
    }
  }
});

test('the caller’s bytes are not changed', () => {
  const copy = structuredClone(key);
  const cipher = toBytes(5n, 128);
  once(pm.rsaPrivateKey(key), cipher);
  const secret = Uint8Array.of(1, 2, 3);
  pm.modPowSecret(cipher, secret, n, { exponentBits: 24 });
  assert.deepEqual(key, copy);
  assert.deepEqual(cipher, toBytes(5n, 128));
  assert.deepEqual(secret, Uint8Array.of(1, 2, 3));
});

describe('traces in memory', () => {
  const integers = new IntegerReader(65536);

  const watch = watchInstances();
  after(() => watch.stop());

  function engineOf(instance: WasmInstance, reader = integers): Engine {
    const computing = { choice: { kernel: 'scalar', reason: 'for a test' }, instance, crossover: undefined } as const;
    return new Engine(computing, reader, () => assert.fail());
  }

  function powSecret(instance: WasmInstance, terms: readonly SecretTerm[]): Uint8Array {
    const modulus = new Moduli(engineOf(instance)).read(n);
    return modulus.powSecret(readSecretPowers(terms, { exponentBits: 512 }, integers));
  }

  /** An instance, and the memories of its sessions. */
  function watched(module: WebAssembly.Module) {
    watch.memories = [];
    const { memories } = watch;
    const instance = new WasmInstance(module);
    assert.equal(instance.session.memory, memories[0]);
    return { instance, memories };
  }

  const random = new Random();
  const secret = new Uint8Array(Buffer.from(random.bits(512).toString(16).padStart(128, '5'), 'hex'));
  const terms = [
    [5n, secret, 'x', 'a'],
    [7n, secret, 'y', 'b'],
  ] as const;

  test('after a trap the whole memory is wiped', () => {
    const traps: [WebAssembly.Module, (instance: WasmInstance) => unknown][] = [
      [withTrap(wasm, operations.powSecret), (instance) => powSecret(instance, terms)],
      [withTrap(wasm, operations.powCrt), (instance) => once(new KeptRsaKey(engineOf(instance), key), 5n)],
      [withTrap(wasm, operations.keepRsaKey), (instance) => once(new KeptRsaKey(engineOf(instance), key), 5n)],
    ];
    for (const [module, call] of traps) {
      const { instance, memories } = watched(module);
      assert.throws(() => call(instance), /unreachable/);
      const memory = memories.at(-1) as WebAssembly.Memory;
      assert.ok(isWiped(memory), 'wiped');
    }
  });

  // tests/node/border/sessions.test.ts has the other times at which it is wiped.
  test('what an exhausted stack leaves of a call with secrets is wiped in a microtask', async () => {
    const instance = new WasmInstance(withTrap(wasm, operations.powSecret));
    const { memory } = instance.session;
    const power = () => powSecret(instance, terms);
    withoutRoom(() => assert.throws(power, { name: 'PowmodError', code: 'ERR_FAULT' }));
    assert.ok(isLeft(memory, secret), 'the control');
    await null; // and no call
    assert.ok(isWiped(memory));
  });

  /** Whether memory contains any eight consecutive bytes of a number, in either byte order. */
  function isLeft(memory: WebAssembly.Memory, bytes: Uint8Array): boolean {
    const left = Buffer.from(memory.buffer);
    const pieces = Array.from({ length: bytes.length - 7 }, (_, at) => Buffer.from(bytes.slice(at, at + 8)));
    return pieces.some((piece) => left.includes(piece) || left.includes(piece.reverse()));
  }

  test('wasm memory keeps no part of an exponent', () => {
    const { instance, memories } = watched(new WebAssembly.Module(wasm));
    powSecret(instance, terms);
    const table = instance.call(operations.fixedBase, {
      modulus: toBytes(n),
      base: 3n,
      exponentBits: 512,
      residues: false,
    });
    const padded = { bytes: secret, width: secret.length };
    instance.call(operations.fixedBasePowSecret, { modulus: toBytes(n), table, exponent: padded });
    instance.call(operations.mulAddSecret, { modulus: toBytes(n), a: padded, b: padded, c: padded });
    instance.call(operations.invSecret, { modulus: toBytes(n), a: padded });
    const memory = memories[0] as WebAssembly.Memory;
    assert.ok(!isLeft(memory, secret), 'the exponent');

    // A public power leaves its exponent behind: so this way of looking finds something.
    instance.call(operations.pow, { modulus: toBytes(n), base: 3n, exponent: secret, options: {} });
    assert.ok(isLeft(memory, secret), 'the control');
  });

  /**
   * Compares the memories after two calls with different numbers and the same result. Returns the 32-bit words that
   * differ.
   */
  function differences(bytes: Uint8Array<ArrayBuffer>, power: typeof secretPower): unknown[] {
    const base = random.bits(992);
    const half = random.bits(480);
    const [one, other] = [
      [base, 2n * half],
      [base ** 2n % n, half],
    ].map(([x, e]) => {
      const { instance, memories } = watched(new WebAssembly.Module(bytes));
      // The modulus is no secret, nor what is prepared for it.
      instance.call(operations.mul, { modulus: toBytes(n), a: 1n, b: 1n });
      power(instance, toBytes(x as bigint, 128), toBytes(e as bigint, 64));
      return new Uint32Array((memories[0] as WebAssembly.Memory).buffer);
    }) as [Uint32Array, Uint32Array];
    assert.equal(one.length, other.length);
    return [...one.keys()].filter((at) => one[at] !== other[at]).map((at) => [one[at], other[at]].sort());
  }

  const secretPower = (instance: WasmInstance, base: Uint8Array, exponent: Uint8Array) =>
    powSecret(instance, [[base, exponent, 'base', 'exponent']]);
  const publicPower = (instance: WasmInstance, base: Uint8Array, exponent: Uint8Array) =>
    instance.call(operations.pow, { modulus: toBytes(n), base, exponent, options: {} });

  // Left out for kernels that assert their bounds, because an assertion copies its operands to the stack.
  const skip = isChecked && 'assertions leave copies, and are not in the package';
  for (const { kernel } of instances)
    test(`${kernel}: wasm memory keeps no base, no table entry and no accumulator`, { skip }, () => {
      const bytes = kernelFile(kernel);
      for (let pair = 0; pair < 4; pair++) {
        // The mask of the final subtraction may stay on the stack.
        const left = differences(bytes, secretPower);
        assert.ok(left.length === 0 || String(left) === String([[0, 2 ** 32 - 1]]), String(left));
        assert.ok(differences(bytes, publicPower).length > 100, 'the control');
      }
    });

  test('memory keeps nothing of a key', () => {
    const { instance, memories } = watched(new WebAssembly.Module(wasm));
    const separate = () => memories.slice(1);
    const kept = new KeptRsaKey(engineOf(instance), key);
    kept.pow(5n);
    assert.ok(!isWiped(separate()[0] as WebAssembly.Memory), 'the control');
    once(new KeptRsaKey(engineOf(instance), key), 5n);
    assert.throws(() => once(new KeptRsaKey(engineOf(instance), { ...key, dp: flipped(key.dp, 9) }), 5n), /its check/);
    assert.equal(separate().length, 2, 'the key has a memory of its own, and the calls take one in turn');
    kept.free();
    for (const memory of separate()) assert.ok(isWiped(memory), 'all zeros');
  });

  test('a wiped memory starts again as a new one does', () => {
    const { instance, memories } = watched(new WebAssembly.Module(wasm));
    const start = () => {
      separate(instance);
      return Buffer.from((memories.at(-1) as WebAssembly.Memory).buffer.slice(0));
    };
    const fresh = start();
    once(new KeptRsaKey(engineOf(instance), key), 5n);
    assert.ok(start().equals(fresh));
    assert.equal(memories.length, 3);
  });

  test('a memory that has grown is not used again', () => {
    const { instance, memories } = watched(new WebAssembly.Module(wasm));
    const long = new IntegerReader(2 ** 22);
    for (let i = 0; i < 2; i++)
      assert.throws(
        () => once(new KeptRsaKey(engineOf(instance, long), key), new Uint8Array(2 ** 20).fill(1)),
        /below p·q$/,
      );
    assert.equal(memories.length, 3);
    for (const memory of memories.slice(1)) assert.ok(isWiped(memory), 'all zeros');
  });

  test('after a trap a kept key says that it is gone', () => {
    const { instance } = watched(withTrap(wasm, operations.powCrt));
    const kept = new KeptRsaKey(engineOf(instance), key);
    assert.throws(() => kept.pow(5n), /unreachable/);
    assert.throws(() => kept.pow(5n), /^TypeError: rsaPrivateKey: is gone, because its instance failed/);
    kept.free();
  });

  for (const { kernel } of instances)
    test(`${kernel}: a kept key keeps no base and no half of the result`, { skip }, () => {
      const bytes = kernelFile(kernel);
      const { instance, memories } = watched(new WebAssembly.Module(bytes));
      const kept = new KeptRsaKey(engineOf(instance), key);
      const results = new Set<number>();
      const after = () => {
        const result = kept.pow(toBytes(random.bits(1024) % n, 128));
        // As bytes, and as limbs.
        for (const bytes of [result, result.toReversed()])
          for (const word of new Uint32Array(bytes.buffer)) results.add(word);
        return { result, words: new Uint32Array((memories[1] as WebAssembly.Memory).buffer.slice(0)) };
      };
      after(); // overwrites what is left of the key's preparation
      const [one, other] = [after(), after()];
      // These words may be left: constants of the key, which were there before; addresses of the allocator; the
      // results.
      const known = new Set(one.words);
      const isNew = (word: number) => word >= 4 * one.words.length && !known.has(word) && !results.has(word);
      // The mask of the final subtraction may stay on the stack.
      const left = other.words.filter((word) => isNew(word) && word !== 2 ** 32 - 1);
      assert.deepEqual([...left], []);
      assert.ok(isLeft(memories[1] as WebAssembly.Memory, other.result), 'the control');
    });
});
