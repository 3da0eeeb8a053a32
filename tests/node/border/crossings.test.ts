// How often a call crosses into WebAssembly: once, and once more where the arguments need more room than before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init, readProof } from 'powmod';
import { chiaVerify } from '../../../crate/js/src/border/chia-operations.generated.ts';
import { WasmInstance } from '../../../crate/js/src/border/instance.ts';
import { readChiaProof } from '../../../crate/js/src/chia/proof.ts';
import type { JobName } from '../../../crate/js/src/pool/jobs/jobs.ts';
import { callsOf, exampleOf, kindsOf, operationsOf } from '../../bad-input/kinds.ts';
import { compareOperation, Draw } from '../../fuzz/operations.js';
import { mainnet } from '../../support/chia-vectors.ts';
import { objectsOf } from '../../support/methods.js';
import { example, kernelFile, notBuilt } from '../../support/package.ts';
import { makeWesolowski, smallModulus as n } from '../../support/small-proofs.ts';
import { watchInstances } from '../../support/watched-instances.ts';
import { jobOf, namesOfJobs, poolHere } from '../../support/worker-here.ts';

const watch = watchInstances();
const free = await init();
const pm = await init({ kernel: free.kernel });
const file = JSON.stringify(example('wesolowski-rsa2048'));
const seed = new TextEncoder().encode('powmod');
const small = makeWesolowski(pm, n, seed, 1000);

/** The exported functions that the work calls. */
function crossings(work: () => unknown): string[] {
  watch.calls.length = 0;
  work();
  return [...watch.calls];
}

function crosses(times: number, work: () => unknown, name?: string): void {
  assert.deepEqual(crossings(work), new Array(times).fill('instance_call'), name);
}

/** At most two crossings the first time, one from then on. */
function crossesOnce(work: () => unknown, name?: string): void {
  const cold = crossings(work);
  assert.ok(cold.length <= 2 && cold.at(-1) === 'instance_call', `${name} ${cold}`);
  for (let i = 0; i < 3; i++) crosses(1, work, name);
}

/** What does not cross once. */
const CROSSINGS: Record<string, number> = { 'pm.randomBelow': 0, 'm.jacobi': 0, 'm.sqrt': 2 };
/** What is counted below. */
const APART = ['m.inSubgroup', 'pm.randomPrime', 'pm.rsaPrivateKey', 'pm.rsaPrivateKeyFrom'];
/** Mersenne's primes 2^p − 1, each for one operation: a modulus that was never seen. */
const EXPONENTS = [89n, 107n, 127n, 521n, 607n, 1279n, 2203n, 2281n, 3217n, 4253n];

test('each operation of the table, with a modulus that was never seen', () => {
  const kinds = kindsOf(pm);
  for (const { name, takes, method } of callsOf(objectsOf(pm))) {
    if (APART.includes(name)) continue;
    const given = exampleOf(takes, kinds);
    if (/^m|^oddM/.test(takes.modulus ?? '')) given.modulus = (1n << (EXPONENTS.shift() as bigint)) - 1n;
    const call = () => method(...Object.values(given));
    const times = CROSSINGS[name] ?? 1;
    if (times === 1) crossesOnce(call, name);
    else crosses(times, call, name);
  }
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
});

test('a random prime: one crossing to sieve, and one to test what is left', () => {
  const random = (length: number) => new Uint8Array(length).fill(7);
  for (const safe of [false, true]) {
    pm.randomPrime(64, { safe, random });
    crosses(2, () => pm.randomPrime(64, { safe, random }));
  }
});

test('members of a subgroup: a test of the modulus, once, or a crossing for each list', () => {
  const m = pm.modulus(23n);
  const bySymbols = () => assert.deepEqual(m.inSubgroup([2n, 5n], 11n), [true, false]);
  crosses(1, bySymbols);
  crosses(0, bySymbols);
  crossesOnce(() => m.inSubgroup([2n, 5n], 7n));
});

test('tables in a product, and the end of a modulus', () => {
  const m = pm.modulus((1n << 1279n) - 1n);
  const g = m.fixedBase(3n);
  crossesOnce(() =>
    m.multiPow([
      [g, 5n],
      [7n, -11n],
      [g, -13n],
    ]),
  );
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

test('a proof of Chia', { skip: notBuilt('scalar-chia') }, async () => {
  const instance = new WasmInstance(new WebAssembly.Module(kernelFile('scalar-chia')));
  assert.ok(instance.session);
  const proof = readChiaProof(mainnet, 'proof');
  crossesOnce(() => assert.equal(instance.call(chiaVerify, { proof, strict: false }), true));
});

/** The jobs that call the kernel for each entry of their list, or for a slice of it. */
const OF_ENTRIES: JobName[] = ['powAll', 'powSecret', 'areMembers', 'firstPrime', 'verifyAll'];

test('the pool’s jobs, as the operations of the table send them', async () => {
  const instance = new WasmInstance(new WebAssembly.Module(kernelFile('scalar')));
  assert.ok(instance.session);
  const sent = new Set<JobName>();
  const pool = await poolHere(async (name, args, send) => {
    watch.calls.length = 0;
    const instances = { instance, part: () => assert.fail() };
    const result = await jobOf(name)(instances, args, { send, pause: async () => {} });
    const count = watch.calls.filter((call) => call === 'instance_call').length;
    const entries = Object.values(args).filter(Array.isArray)[0]?.length ?? 0;
    const isRight = OF_ENTRIES.includes(name) ? count <= Math.max(1, entries) : count === 1;
    assert.ok(isRight, `${name}: ${count} crossings for a list of ${entries}`);
    sent.add(name);
    return result;
  });
  const unsent = () => namesOfJobs.filter((name) => !sent.has(name));
  for (let number = 0; number < 100 && unsent().length > 0; number++)
    for (const [name] of operationsOf('pool')) await compareOperation(`pool.${name}`, pool, new Draw(number));
  await pool.close();
  assert.deepEqual(unsent(), [], 'jobs that no operation sends');
});
