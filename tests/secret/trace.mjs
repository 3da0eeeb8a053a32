// trace.mjs MODULE TRACED_WASM BITS…, in Node or Bun: prints the trace of each call on secrets as a line of JSON.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { init as initComplete, toBigint, toBytes } from 'powmod';
import { init as initPowers } from 'powmod/powers';

const LONGEST_KEY = 2048;

const [, , name, file, ...lengths] = process.argv;
const kernel = name.replace('-powers', '');
const isComplete = kernel === name;
const init = isComplete ? initComplete : initPowers;
const module = new WebAssembly.Module(readFileSync(file));

/** The exports of each instance, in the order of their creation. */
const instances = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = new Proxy(Instance, {
  construct(target, given) {
    const instance = new target(...given);
    if (instance.exports.trace_hash) instances.push(instance.exports);
    return instance;
  },
});

/** The trace of a call on an instance of its own, and of the instances that the call makes. */
async function trace(call) {
  const pm = await init({ kernel, wasm: () => module });
  const own = instances.at(-1);
  const before = instances.length;
  own.trace_hash.value = 0n;
  own.trace_events.value = 0n;
  call(pm);
  const used = [own, ...instances.slice(before)];
  const hash = used.map(({ trace_hash }) => BigInt.asUintN(64, trace_hash.value).toString(16)).join(' ');
  const events = used.reduce((sum, { trace_events }) => sum + trace_events.value, 0n);
  instances.length = 0;
  return { hash, events: Number(events) };
}

/** The first of random keys whose primes fit. */
function keyOf(modulusLength, fits = () => true) {
  for (;;) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
    const jwk = privateKey.export({ format: 'jwk' });
    if (fits(...[jwk.p, jwk.q].map((value) => Buffer.from(value, 'base64url')))) return jwk;
  }
}

/** The next number down that has an inverse: whether there is one shows. */
function withInverse(bytes, modulus) {
  const gcd = (a, b) => (b === 0n ? a : gcd(b, a % b));
  for (let x = toBigint(bytes) || 1n; ; x--) if (gcd(x, toBigint(modulus)) === 1n) return toBytes(x, bytes.length);
}

const show = (what) => console.log(JSON.stringify(what));

for (const bits of lengths.map(Number)) {
  const bytes = bits / 8;
  // Long exponents would take long, and would show no more.
  const exponentBytes = bits > LONGEST_KEY ? 8 : bytes;
  const fill = (byte, length = bytes) => new Uint8Array(length).map((_, i) => byte(i));
  const exponent = (byte) => fill(byte, exponentBytes);
  const modulus = fill((i) => (i === 0 || i === bytes - 1 ? 0xff : i * 89 + 3));
  // As p − 1 and λ are.
  const even = modulus.with(bytes - 1, 0xf0);
  const base = fill((i) => (i === 0 ? 1 : i * 31 + 7));
  const exponents = {
    zero: exponent(() => 0),
    one: exponent((i) => Number(i === exponentBytes - 1)),
    ones: exponent(() => 0xff),
    'highest bit': exponent((i) => (i === 0 ? 0x80 : 0)),
    'a bit within': exponent((i) => (i === 6 ? 0x10 : 0)),
    random: crypto.getRandomValues(exponent(() => 0)),
    'random again': crypto.getRandomValues(exponent(() => 0)),
  };
  const options = { exponentBits: 8 * exponentBytes };
  const calls = {
    modPowSecret: (pm, e) => pm.modPowSecret(base, e, modulus, options),
    'modPowSecret, base': (pm, e) => pm.modPowSecret(e, exponents.random, modulus, options),
    modPow2Secret: (pm, e) => pm.modPow2Secret(base, e, modulus.slice(1), exponents.random, modulus, options),
    powSecret: (pm, e) => pm.modulus(modulus).powSecret(base, e, options),
    'fixedBase.powSecret': (pm, e) =>
      pm
        .modulus(modulus)
        .fixedBase(base, { exponentBits: 8 * exponentBytes })
        .powSecret(e),
    invSecret: (pm, e) => pm.modulus(modulus).invSecret(withInverse(e, modulus)),
    'invSecret, even': (pm, e) => pm.modulus(even).invSecret(withInverse(e, even)),
    mulAddSecret: (pm, e) => pm.modulus(modulus).mulAddSecret(e, exponents.random, e),
    'mulAddSecret, even': (pm, e) => pm.modulus(even).mulAddSecret(e, exponents.random, e),
    modPow: (pm, e) => pm.modPow(base, e, modulus, { as: 'bytes' }),
  };
  for (const [name, call] of Object.entries(calls))
    for (const [secret, exponent] of Object.entries(exponents))
      show({ bits, name, secret, ...(await trace((pm) => call(pm, exponent))) });
  // OpenSSL makes no shorter keys, and takes long for longer ones.
  if (!isComplete || bits < 512 || bits > LONGEST_KEY) continue;
  const keys = ['a key', 'another key', 'a third key'].map((secret) => ({ secret, jwk: keyOf(bits) }));
  if (bits === 512) keys.push({ secret: 'primes that end alike', jwk: keyOf(bits, (p, q) => p.at(-1) === q.at(-1)) });
  for (const { secret, jwk } of keys) {
    const part = (value, length) => {
      const given = Buffer.from(value, 'base64url');
      return new Uint8Array(Buffer.concat([Buffer.alloc(length - given.length), given]));
    };
    const [p, q, dp, dq, qInv] = [jwk.p, jwk.q, jwk.dp, jwk.dq, jwk.qi].map((value) => part(value, bytes / 2));
    const key = { p, q, dp, dq, qInv, e: part(jwk.e, 3) };
    const powers = (...bases) =>
      trace((pm) => {
        const kept = pm.rsaPrivateKey(key);
        for (const base of bases) kept.pow(base);
        kept.free();
      });
    show({ bits, name: 'rsaPrivateKey', secret, ...(await powers(base, modulus.slice(1))) });
    if (jwk !== keys[0].jwk) continue;
    for (const [secret, e] of Object.entries(exponents))
      show({ bits, name: 'rsaPrivateKey.pow', secret, ...(await powers(e.slice(1))) });
  }
}
