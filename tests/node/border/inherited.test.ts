// Prototype pollution: what others put on `Object.prototype` changes no result, no verdict and no error. The first test
// finds each read that inherits, the others pollute.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { BroadcastChannel, Worker } from 'node:worker_threads';
import * as functions from 'powmod';
import { groups, init, initSync, type Powmod, readProof, toBytes } from 'powmod';
import * as drop from 'powmod/bigint-mod-arith';
import { readBlock, readVdf, verifyVdf, verifyVdfs } from 'powmod/chia';
import { createPool, type Pool } from 'powmod/pool';
import * as alone from 'powmod/static';
import * as standalone from 'powmod/verify';
import { callsOf, exampleOf, type Kinds, kindOf, kindsOf } from '../../bad-input/kinds.ts';
import { block, info, mainnet } from '../../support/chia-vectors.ts';
import { readAsPackage, recordReads } from '../../support/inherited-reads.mjs';
import { instances } from '../../support/instances.ts';
import { objectsOf } from '../../support/methods.js';
import { example, kernelFile, runProgram } from '../../support/package.ts';

const proof = example('wesolowski-rsa2048');
const pietrzak = example('pietrzak-rsa2048');
const wrong = { ...proof, output: proof.input };
const N = (1n << 521n) - 1n;
const E = (1n << 520n) + 12_345n;
const short = (1n << 255n) - 19n;
const bytes = Uint8Array.of(5);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const key = { p: 61n, q: 53n, dp: 53n, dq: 49n, qInv: 38n, e: 17n };

/** That of BigInt has the calls with secrets too. */
const kernels = await Promise.all(
  instances.map((pm) => (pm.kernel === 'bigint' ? init({ kernel: 'bigint', allowVariableTime: true }) : pm)),
);

/** Not in a call: tsx defines a function's name by an object that inherits. */
const challenge = () => 5n;

const [slot] = block.finished_sub_slots;
const proofs = { ...slot?.proofs, infused_challenge_chain_slot_proof: null };
const withoutInfused = { ...block, finished_sub_slots: [{ ...slot, infused_challenge_chain: null, proofs }] };

type Call = [name: string, work: () => unknown];

/** Each operation of these objects, called rightly, and with a wrong value for each argument. */
const byTable = (objects: Parameters<typeof callsOf>[0], kinds: Kinds): Call[] =>
  callsOf(objects).flatMap(({ name, takes, method }) => {
    const right = exampleOf(takes, kinds);
    const wrong = Object.entries(takes).map(([argument, kind]) => {
      const [given, value] = Object.entries(kindOf(kinds, kind).wrong)[0] as [string, unknown];
      return [`${argument} ${given}`, { ...right, [argument]: value }] as const;
    });
    return [['', right] as const, ...wrong].map(([given, args]): Call => {
      const values = Object.values(args);
      return [`${name} ${given}`, () => method(...values)];
    });
  });

/** Calls of an instance: of the table, and those that take other ways. */
const calls = (pm: Powmod): Call[] => {
  const kinds = kindsOf(pm);
  const m = pm.modulus(N);
  const residues = m.fixedBase(3n, { method: 'residues' });
  const tooShort = m.fixedBase(3n, { method: 'residues', exponentBits: 8 });
  const g = m.fixedBase(3n);
  const tables = m.tables([3n, 5n]);
  const others = [
    () => pm.modPow(3n, E, N),
    () => pm.modPow(3n, -5n, short),
    () => pm.modPow(bytes, toBytes(E), toBytes(N), { as: 'bytes', length: 80 }),
    () =>
      pm.modMultiPow(
        [
          [3n, 5n],
          [2n, E],
        ],
        N,
      ),
    () => pm.isProbablePrime((1n << 127n) - 1n),
    () => pm.isProbablePrime((1n << 128n) + 51n),
    () => pm.randomPrime(64),
    () => pm.randomPrime(32, { safe: true }),
    () => pm.verify(pietrzak),
    () => pm.verify(wrong),
    () => pm.verify(readProof(proof), { expect: { iterations: 5 } }),
    () => pm.verify(proof, { expect: { modulus: 'RSA-2048', seed: bytes } }),
    () => pm.verify({ ...proof, modulus: `0x${((1n << 1200n) - 1n).toString(16)}` }),
    () => pm.verify({ ...proof, proof: proof.proof.slice(2) } as typeof proof),
    () => pm.verify('{"a":1,"a":2}'),
    () => pm.verify(pietrzak, { challenge }),
    () => pm.verifyBatch([proof, pietrzak, '{}'], { batch: true }),
    () => pm.verifyBatch([proof, wrong]),
    () => pm.rsaPrivateKey(key).pow(65n),
    () => pm.rsaPrivateKey({ n: 61n * 53n, e: 17n, d: 413n }).pow(bytes),
    () => pm.rsaPrivateKey({ n: 61n * 53n, e: 17n, d: 411n }),
    () => pm.rsaPrivateKey(privateKey),
    () => pm.modulus(short).pow(3n, E),
    () => m.invAll([2n, 0n]),
    () => m.powers(3n, [5n, E]),
    () => m.square(3n, 500),
    () => residues.pow(-5n),
    () => tooShort.pow(1n << 20n),
    () => m.multiPow([new Array(2) as never]),
    () => m.product(new Array(2) as never),
    () =>
      m.multiPow([
        [g, 5n],
        [2n, 3n],
      ]),
    () => tables.multiPow([5n, -E]),
    () => m.multiPow([[pm.modulus(1009n).fixedBase(3n), 5n]]),
    () => m.free(),
  ];
  const all = byTable(objectsOf(pm), kinds);
  return [...all, ...others.map((work): Call => [String(work), work])];
};

/** Calls of the pool and of the other entries. */
const others = (kinds: Kinds, worker: () => Worker): (() => unknown)[] => {
  const statement = { modulus: 'RSA-2048', input: 3n, iterations: 300 } as const;
  const signal = AbortSignal.timeout(100_000);
  const inPool: ((pool: Pool) => unknown)[] = [
    (pool) => pool.modPow(3n, E, N),
    (pool) => pool.modPow(3n, E, N, { method: 'parallel' }),
    (pool) => pool.modPow(0n, -1n, N),
    (pool) => pool.modPowAll([3n, 5n, 7n], E, N, { signal }),
    (pool) =>
      pool.modPowAll(
        [
          [3n, 5n],
          [2n, E],
        ],
        N,
      ),
    (pool) => pool.modPowAll([3n], bytes, N, { secret: { exponentBits: 8 } }),
    (pool) => pool.randomPrime(32, { signal }),
    (pool) => pool.verifyAll([proof, wrong, pietrzak, '{}'], { batch: true }),
    (pool) => pool.evaluate(statement, { onCheckpoint() {}, onProgress() {} }),
    (pool) => pool.prove({ ...statement, scheme: 'wesolowski' }),
    (pool) => pool.prove({ modulus: 'RSA-2048', seed: bytes, iterations: 300, scheme: 'pietrzak' }),
    (pool) => verifyVdfs([mainnet, { ...mainnet, iterations: 1 }], { pool }),
  ];
  return [
    () => [proof, pietrzak].map((file) => JSON.stringify(readProof(file))),
    () => JSON.stringify(readProof({ ...proof, modulus: `0x${groups['RSA-2048'].toString(16)}` })),
    () => toBytes(5n, 9),
    () => initSync().modPow(3n, E, N),
    () => init({ kernel: 'measure' }),
    () => init({ kernel: 'wide', wasm: () => new Uint8Array(8) }),
    () => initSync({ kernel: 'scalar', wasm: () => kernelFile('scalar') }).modPow(3n, E, N),
    () => init({ kernel: 'scalar', wasm: () => kernelFile('scalar') }),
    () => alone.initSync().modPow(3n, E, N),
    () => alone.verify(proof),
    () => standalone.verify(proof),
    () => standalone.verify(wrong),
    () => standalone.verify(pietrzak),
    () => standalone.verifyBatch([proof, proof, '{}']),
    () => verifyVdf(mainnet),
    () => readVdf(JSON.stringify(mainnet)),
    () => readBlock(block),
    () => readBlock(withoutInfused),
    () => init({ signal: 5 as never }),
    () => drop.modPow(3n, E, N),
    () => drop.modPow(3n, 5n, 35n, [5, 7]),
    () => drop.modInv(3, 7),
    () => [drop.gcd(4, 6), drop.eGcd(4, 6), drop.crt([1n, 2n], [3n, 5n])],
    async () => {
      const pool = await createPool({ workers: 2, worker });
      await pool.modPow(3n, 5n, N); // refused if no worker starts
      for (const call of inPool) await tried(() => call(pool));
      for (const [, work] of byTable({ pool }, kinds)) await tried(work);
      await pool.close();
    },
    async () => (await createPool({ workers: 1 })).close(),
    async () => {
      const pool = await createPool({ workers: 1, kernel: 'bigint' });
      await pool.modPow(3n, E, N);
      await pool.close();
    },
  ];
};

/** What a call gives, or its error. */
async function outcomeOf(call: () => unknown): Promise<{ result?: unknown; error?: unknown }> {
  try {
    return { result: await call() };
  } catch (error) {
    return { error };
  }
}

const textOf = ({ result, error }: { result?: unknown; error?: unknown }): string =>
  error === undefined ? inspect(result, { depth: 5, maxArrayLength: null }) : String(error);

const tried = async (call: () => unknown) => textOf(await outcomeOf(call));

test('no read of the package, and of its workers, inherits what is on Object.prototype', async () => {
  const kinds = kindsOf(await init());
  const reads: string[] = [];
  const channel = new BroadcastChannel('inherited reads');
  channel.onmessage = (event) => reads.push((event as unknown as { data: string }).data);
  const script = new URL('../../support/recording-worker.mjs', import.meta.url);
  const worker = () => new Worker(script, { workerData: 'inherited reads' });
  const all = [
    ...kernels.flatMap(calls).map(([, work]) => work),
    ...byTable({ '': functions }, kinds).map(([, work]) => work),
    ...others(kinds, worker),
  ];
  const stop = recordReads((read: string) => reads.push(read));
  try {
    for (const call of all) assert.doesNotMatch(await tried(call), /no worker could be started/);
    readAsPackage();
  } finally {
    stop();
  }
  channel.close();
  const found = [...new Set(reads.map((read) => read.replace(/ @ at (control\.js):.*/, ' @ $1')))];
  assert.deepEqual(found.sort(), ['in a worker: modPow @ control.js', 'modPow @ control.js'], 'the controls alone');
});

/** Does the work while `Object.prototype` has these properties. */
function polluted<T>(added: Record<string, unknown>, work: () => T): T {
  const clean = () => {
    for (const name of Object.keys(added)) delete (Object.prototype as Record<string, unknown>)[name];
  };
  let result: T | undefined;
  Object.assign(Object.prototype, added);
  try {
    result = work();
    return result;
  } finally {
    if (result instanceof Promise) void result.finally(clean).catch(() => {});
    else clean();
  }
}

const indices = (value: unknown) => Object.fromEntries(Array.from({ length: 600 }, (_, i) => [i - 1, value]));

test('polluted indices change no answer of an instance', async () => {
  const [bigint] = kernels.filter(({ kernel }) => kernel === 'bigint');
  assert.equal(
    polluted(JSON.parse('{"2":[]}'), () =>
      bigint?.modMultiPow(
        [
          [3n, 5n],
          [2n, 7n],
        ],
        1000003n,
      ),
    ),
    31104n,
  );
  for (const pm of kernels) {
    const all = calls(pm).filter(([name]) => !/m\.(random|free)/.test(name));
    const outcomesOf = async () => {
      const outcomes = [];
      for (const [, call] of all) outcomes.push(await outcomeOf(call));
      return outcomes;
    };
    const right = await outcomesOf();
    for (const value of [[], [5n], 1, 'x'])
      for (const [i, found] of (await polluted(indices(value), outcomesOf)).entries())
        assert.equal(textOf(found), textOf(right[i] as object), `${pm.kernel}, ${value}: ${all[i]?.[0]}`);
  }
});

test('a missing chain of a block has no proof, whatever is on Object.prototype', () => {
  const name = 'infused_challenge_chain_end_of_slot_vdf';
  const read = () => readBlock(withoutInfused).incomplete.map((proof) => proof.name);
  assert.deepEqual(polluted({ [name]: info() }, read), read());
});

test('the holes of an array are no numbers, whatever is on Array.prototype', () => {
  const prototype = Array.prototype as unknown as Record<number, unknown>;
  for (const pm of instances) {
    const m = pm.modulus(short);
    const calls = [
      () => m.product(new Array(2)),
      () => m.multiPow([new Array(2) as never]),
      () => m.tables(new Array(2)),
      () => m.invAll(new Array(2)),
    ];
    prototype[0] = prototype[1] = 5n;
    try {
      for (const call of calls)
        assert.throws(call, /^TypeError: \w+\[0\](\[0\])?: must be .* not undefined/, String(call));
    } finally {
      delete prototype[0];
      delete prototype[1];
    }
  }
});

test('polluted indices make no false proof true', async () => {
  for (const value of [[], [5n], 1])
    for (const verify of [
      alone.verify,
      standalone.verify,
      async (given: typeof proof) => (await init({ kernel: 'bigint' })).verify(given),
    ]) {
      assert.equal(await polluted(indices(value), () => verify(wrong)), false);
      assert.equal(await polluted(indices(value), () => verify(proof)), true);
    }
  const first = `import { verify } from 'powmod/verify';
Object.assign(Object.prototype, { 0: [], 1: [], '-1': 'x' });
console.log(await verify(${JSON.stringify(wrong)}), await verify(${JSON.stringify(proof)}));`;
  const { stdout, stderr } = runProgram(first);
  assert.equal(stdout, 'false true\n', stderr);
});

test('polluted names give a worker’s error no other class, and bytes no other value', async () => {
  const pool = await createPool({ workers: 1, kernel: 'scalar' });
  const fail = () => tried(() => pool.modPow(2n, -1n, 4n));
  const right = await fail();
  assert.match(right, /^RangeError/);
  assert.equal(await polluted({ code: 'ERR_LOAD', field: 'modulus', reason: 'none' }, fail), right);
  await pool.close();
  const toHex = () => 'ff';
  const none = () => new Uint8Array(9);
  const first = `Object.assign(Object.prototype, { fromHex: ${none}, toHex: ${toHex}, fromBase64: ${none}, Buffer: 5 });
const { toBytes, toBigint, init } = await import('powmod');
const big = 3n ** 200n;
console.log(toBigint(toBytes(big)) === big, toBytes(big).length, (await init()).kernel !== 'bigint');`;
  const { stdout, stderr } = runProgram(first);
  assert.equal(stdout, 'true 40 true\n', stderr);
});

test('a polluted name plants no file as a kernel', () => {
  const program = `Object.prototype.powmodFileUrl = 'file:///planted/index.js';
const { default: fs } = await import('node:fs');
const read = [];
const { readFileSync } = fs;
fs.readFileSync = (file, ...rest) => read.push(String(file)) && readFileSync(file, ...rest);
const { verify } = await import('powmod/verify');
const { initSync } = await import('powmod');
initSync();
for (let i = 0; i < 3; i++) await verify(${JSON.stringify(proof)});
console.log(read.some((file) => /kernels/.test(file)), read.some((file) => /planted/.test(file)));`;
  const { stdout, stderr } = runProgram(program);
  assert.equal(stdout, 'true false\n', stderr);
});
