// trace.mjs KERNEL TRACED_WASM BITS…, in Node or Bun: prints the trace of each call on secrets as a line of JSON.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { init } from 'powmod';

const [, , kernel, file, ...lengths] = process.argv;
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

const show = (what) => console.log(JSON.stringify(what));

for (const bits of lengths.map(Number)) {
  const bytes = bits / 8;
  const fill = (byte) => new Uint8Array(bytes).map((_, i) => byte(i));
  const modulus = fill((i) => (i === 0 || i === bytes - 1 ? 0xff : i * 89 + 3));
  const base = fill((i) => (i === 0 ? 1 : i * 31 + 7));
  const exponents = {
    zero: fill(() => 0),
    one: fill((i) => Number(i === bytes - 1)),
    ones: fill(() => 0xff),
    'highest bit': fill((i) => (i === 0 ? 0x80 : 0)),
    'a bit within': fill((i) => (i === 9 ? 0x10 : 0)),
    random: crypto.getRandomValues(new Uint8Array(bytes)),
    'random again': crypto.getRandomValues(new Uint8Array(bytes)),
  };
  const options = { exponentBits: bits };
  const calls = {
    modPowSecret: (pm, e) => pm.modPowSecret(base, e, modulus, options),
    modPow2Secret: (pm, e) => pm.modPow2Secret(base, e, modulus.slice(1), exponents.random, modulus, options),
    powSecret: (pm, e) => pm.modulus(modulus).powSecret(base, e, options),
    modPow: (pm, e) => pm.modPow(base, e, modulus, { as: 'bytes' }),
  };
  for (const [name, call] of Object.entries(calls))
    for (const [secret, exponent] of Object.entries(exponents))
      show({ bits, name, secret, ...(await trace((pm) => call(pm, exponent))) });
  // OpenSSL makes no shorter keys.
  if (bits < 512) continue;
  for (const secret of ['a key', 'another key', 'a third key']) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
    const jwk = privateKey.export({ format: 'jwk' });
    const part = (value, length) => {
      const given = Buffer.from(value, 'base64url');
      return new Uint8Array(Buffer.concat([Buffer.alloc(length - given.length), given]));
    };
    const [p, q, dp, dq, qInv] = [jwk.p, jwk.q, jwk.dp, jwk.dq, jwk.qi].map((value) => part(value, bytes / 2));
    const key = { p, q, dp, dq, qInv, e: part(jwk.e, 3) };
    show({ bits, name: 'modPowCrt', secret, ...(await trace((pm) => pm.modPowCrt(base, key))) });
  }
}
