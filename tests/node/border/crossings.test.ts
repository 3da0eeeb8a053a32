// How often a call crosses into WebAssembly: once, and once more where the arguments need more room than before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init, readProof } from 'powmod';
import { chiaVerify } from '../../../crate/js/src/border/chia-operations.generated.ts';
import { WasmInstance } from '../../../crate/js/src/border/instance.ts';
import { readChiaProof } from '../../../crate/js/src/chia/proof.ts';
import { IntegerReader } from '../../../crate/js/src/input/integers.ts';
import type { Channel, Instances } from '../../../crate/js/src/pool/in-worker/job.ts';
import { jobs } from '../../../crate/js/src/pool/in-worker/jobs.ts';
import { readVerifyOptions } from '../../../crate/js/src/vdf/options.ts';
import { readProofFields } from '../../../crate/js/src/vdf/proof-file.ts';
import { mainnet } from '../../support/chia-vectors.ts';
import { methodsOf, objectsOf } from '../../support/methods.js';
import { example, kernelFile, notBuilt } from '../../support/package.ts';
import { makeWesolowski, smallModulus as n } from '../../support/small-proofs.ts';
import { watchInstances } from '../../support/watched-instances.ts';

const watch = watchInstances();
const free = await init();
const pm = await init({ kernel: free.kernel });
const file = JSON.stringify(example('wesolowski-rsa2048'));
/** The methods whose crossings were counted. */
const counted = new Set<string>();
for (const [of, object] of Object.entries(objectsOf(pm))) countMethods(of, object);
const seed = new TextEncoder().encode('powmod');
const small = makeWesolowski(pm, n, seed, 1000);

function countMethods(of: string, object: object): void {
  for (const name of methodsOf(object)) {
    let owner = object;
    while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
    const method = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
    const counting = function (this: unknown, ...args: unknown[]) {
      counted.add(`${of}.${name}`);
      return method.apply(this, args);
    };
    Object.defineProperty(owner, name, { value: counting });
  }
}

/** The exported functions that the work calls. */
function crossings(work: () => unknown): string[] {
  watch.calls.length = 0;
  work();
  return [...watch.calls];
}

function crosses(times: number, work: () => unknown): void {
  assert.deepEqual(crossings(work), new Array(times).fill('instance_call'));
}

/** At most two crossings the first time, one from then on. */
function crossesOnce(work: () => unknown): void {
  const cold = crossings(work);
  assert.ok(cold.length <= 2 && cold.at(-1) === 'instance_call', String(cold));
  for (let i = 0; i < 3; i++) crosses(1, work);
}

test('powers, products and inverses, with a modulus that was never seen', () => {
  crossesOnce(() => pm.modPow(3n, -65537n, (1n << 2203n) - 1n));
  crossesOnce(() => pm.modPow2(3n, 5n, 7n, -11n, (1n << 1279n) - 1n));
  crossesOnce(() =>
    pm.modMultiPow(
      [
        [3n, 5n],
        [7n, 11n],
        [13n, 17n],
      ],
      (1n << 607n) - 1n,
    ),
  );
  crossesOnce(() => pm.modMul(-3n, 5n, (1n << 521n) - 1n));
  crossesOnce(() => pm.modInv(3n, (1n << 127n) - 1n));
  crossesOnce(() => pm.isProbablePrime((1n << 89n) - 1n));
  const [input, numbers] = [new Uint8Array(99), [3, 5, 101]];
  for (const place of [31, 63, 95]) input[place] = 1;
  input.set(numbers, 96);
  crossesOnce(() => pm.modexp(input));
  crossesOnce(() =>
    pm.modPow2Secret(3n, Uint8Array.of(5), 7n, Uint8Array.of(2), (1n << 31n) - 1n, { exponentBits: 8 }),
  );
  crossesOnce(() => pm.modPowSecret(3n, Uint8Array.of(5), (1n << 61n) - 1n, { exponentBits: 8 }));
});

test('the memory of long arguments is given back', () => {
  const m = pm.modulus((1n << 607n) - 1n);
  const long = () => m.product(Array.from({ length: 50 }, (_, i) => 1n << BigInt(16_000 + i)));
  for (let i = 0; i < 2; i++)
    assert.deepEqual(crossings(long), ['instance_reserve', 'instance_call', 'instance_reserve']);
});

test('what BigInt computes faster does not cross, unless the caller named the kernel', () => {
  const n = (1n << 127n) - 1n;
  const m = free.modulus(n);
  const works = [() => free.modPow(3n, 17n, n), () => free.modMul(3n, 5n, n), () => free.modInv(3n, n)];
  for (const work of [...works, () => m.pow(3n, -17n), () => m.mul(3n, 5n), () => m.inv(3n)]) crosses(0, work);
  const long = (1n << 2203n) - 1n;
  const kept = free.modulus(long);
  crossesOnce(() => free.modPow(3n, 1n << 2000n, long));
  crossesOnce(() => kept.pow(3n, 1n << 2000n));
  const factors = Array.from({ length: 64 }, (_, i) => 1n << BigInt(2000 + i));
  crossesOnce(() => kept.powers(3n, factors));
  crosses(0, () => m.product(factors));
  crosses(0, () => m.powers(3n, [5n, 17n]));
  m.free();
  assert.throws(() => m.pow(3n, 17n), /^TypeError: modulus: was freed$/);
});

test('a random prime: one crossing to sieve, and one to test what is left', () => {
  const random = (length: number) => new Uint8Array(length).fill(7);
  crosses(0, () => pm.randomBelow(7n));
  for (const safe of [false, true]) {
    pm.randomPrime(64, { safe, random });
    crosses(2, () => pm.randomPrime(64, { safe, random }));
  }
});

test('kept moduli and tables', () => {
  const m = pm.modulus((1n << 1279n) - 1n);
  crossesOnce(() => m.pow(3n, 5n));
  crossesOnce(() => m.square(3n, 5));
  crossesOnce(() => m.pow2(3n, 5n, 7n, -11n));
  crossesOnce(() => m.powSecret(3n, Uint8Array.of(5), { exponentBits: 8 }));
  crossesOnce(() => m.pow2Secret(3n, Uint8Array.of(5), 7n, Uint8Array.of(11), { exponentBits: 8 }));
  crossesOnce(() => m.mulAddSecret(Uint8Array.of(5), Uint8Array.of(7), Uint8Array.of(11)));
  crossesOnce(() => m.invSecret(Uint8Array.of(5)));
  crossesOnce(() => m.invAll([3n, -5n]));
  crossesOnce(() => m.powers(3n, [5n, -7n, 11n]));
  crossesOnce(() => m.product([3n, -5n, 7n]));
  crossesOnce(() => m.inSubgroup([3n, 5n, 0n], 7n));
  crossesOnce(() => m.sqrt(4n));
  crosses(0, () => m.jacobi(3n));
  const [g, t] = [m.fixedBase(3n), m.tables([3n, 5n])];
  crossesOnce(() => g.pow(-7n));
  crossesOnce(() => g.powSecret(Uint8Array.of(5)));
  crossesOnce(() =>
    m.multiPow([
      [g, 5n],
      [7n, -11n],
      [g, -13n],
    ]),
  );
  crossesOnce(() => t.multiPow([7n, -11n]));
  crosses(1, () => m.free());
});

test('a kept RSA key', async () => {
  const [p, q, e] = [Uint8Array.of(61), Uint8Array.of(53), Uint8Array.of(17)];
  const [dp, dq, qInv] = [Uint8Array.of(53), Uint8Array.of(49), Uint8Array.of(38)];
  const parts = { p, q, dp, dq, qInv, e };
  const key = pm.rsaPrivateKey(parts);
  crossesOnce(() => key.pow(65n));
  crosses(0, () => key.free());
  const whole = crossings(() => {
    const key = pm.rsaPrivateKey(parts);
    key.pow(65n);
    key.free();
  });
  assert.deepEqual(whole.slice(-2), ['instance_call', 'instance_call']);
  const from = await pm.rsaPrivateKeyFrom(parts);
  crossesOnce(() => from.pow(65n));
  from.free();
});

test('verify: a file, its claim, with and without expectations; valid, false, malformed', () => {
  const expect = { modulus: 'RSA-2048', seed, iterations: 2 ** 20, scheme: 'wesolowski' } as const;
  crossesOnce(() => assert.equal(pm.verify(file), true));
  crossesOnce(() => assert.equal(pm.verify(readProof(file), { expect }), true));
  crossesOnce(() => assert.equal(pm.verify(file, { expect: { iterations: 5 } }), false));
  crossesOnce(() => assert.equal(pm.verify({ ...small, iterations: 999 }), false));
  crossesOnce(() =>
    assert.throws(() => pm.verify({ ...small, output: small.input.replace(/./g, '0').replace('00', '0x') })),
  );
  crossesOnce(() => pm.hashToGroup(seed, n));
  crossesOnce(() => pm.element(5n, n));
});

test('verifyBatch: all proofs in one crossing', () => {
  const proofs = [file, small, { ...small, iterations: 999 }, '{}'];
  for (const batch of [false, true])
    crossesOnce(() => {
      const [first, second, third, fourth] = pm.verifyBatch(proofs, { batch });
      assert.deepEqual([first, second, third], [true, true, false]);
      assert.ok(fourth instanceof Error);
    });
});

test('every method is counted', () => {
  const methods = Object.entries(objectsOf(pm)).flatMap(([of, object]) =>
    methodsOf(object).map((name) => `${of}.${name}`),
  );
  const isFreedAsModulus = (name: string) => ['fixedBase.free', 'tables.free'].includes(name);
  assert.deepEqual(
    methods.filter((name) => !counted.has(name) && !isFreedAsModulus(name)),
    [],
  );
});

test('a proof of Chia', { skip: notBuilt('scalar-chia') }, async () => {
  const instance = new WasmInstance(new WebAssembly.Module(kernelFile('scalar-chia')));
  assert.ok(instance.session);
  const proof = readChiaProof(mainnet, 'proof');
  crossesOnce(() => assert.equal(instance.call(chiaVerify, { proof, strict: false }), true));
});

test('the pool’s jobs', async () => {
  const instance = new WasmInstance(new WebAssembly.Module(kernelFile('scalar')));
  const instances: Instances = { instance, part: () => assert.fail() };
  assert.ok(instance.session);
  const channel: Channel = { send() {}, pause: async () => {} };
  const options = readVerifyOptions({ expect: { modulus: n } }, new IntegerReader(65536));
  const proof = readProofFields(small);
  crossesOnce(() => assert.equal(jobs.verify(instances, { proof, options }, channel), true));
  const proofs = [proof, proof, proof];
  crossesOnce(() => void jobs.verifyAll(instances, { proofs, options, batch: true }, channel));
  const modulus = Uint8Array.of(101);
  const term = { base: 3n, exponent: 5n, baseName: 'base' };
  crossesOnce(() => void jobs.multiPow(instances, { terms: [term], modulus }, channel));
  crossesOnce(() => void jobs.powAll(instances, { terms: [term], modulus }, channel));
  crossesOnce(() => void jobs.multiply(instances, { factors: [modulus, Uint8Array.of(7), modulus], modulus }, channel));
  crossesOnce(() => void jobs.invAll(instances, { list: [3n, 5n], first: 0, modulus }, channel));
  const asked = { list: [3n, 5n], exponent: Uint8Array.of(5), modulus, bySymbol: false };
  crossesOnce(() => void jobs.areMembers(instances, asked, channel));
  const secret = () => ({ bytes: Uint8Array.of(5), width: 1 });
  crossesOnce(() => {
    const terms = [{ base: secret(), exponent: secret() }];
    jobs.powSecret(instances, { terms, modulus, bits: 8 }, channel);
  });
  crossesOnce(() => void jobs.square(instances, { x: 3n, times: 4096, done: 0, modulus }, channel));
  const search = { first: Uint8Array.of(255, 1), safe: false };
  crossesOnce(() => void jobs.sievePrimes(instances, { ...search, count: 100 }, channel));
  const indices = [0, 1, 2];
  await jobs.firstPrime(instances, { ...search, indices, bases: [modulus] }, channel);
  watch.calls.length = 0;
  await jobs.firstPrime(instances, { ...search, indices, bases: [modulus] }, channel);
  assert.deepEqual(watch.calls, ['instance_call']);
});
