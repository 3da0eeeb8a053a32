// A strict user's program: package.test.mjs compiles it against the installed package.
import {
  type FixedBase,
  groups,
  type InitOptions,
  type Integer,
  init,
  type KeptRsaKey,
  type MalformedProofError,
  type Modulus,
  type ProofFile,
  type ResultOptions,
  type RsaPrimes,
  type Tables,
} from 'powmod';
import { modPow, type PrimeFactor } from 'powmod/bigint-mod-arith';
import {
  createPool,
  type Evaluation,
  type EvaluationTask,
  type Pool,
  type PowAllOptions,
  type Progress,
  type ProofTask,
  type SquareOptions,
} from 'powmod/pool';

const pm = await init({ kernel: 'auto', maxBits: 4096, wasm: (kernel) => new URL(`${kernel}.wasm`, import.meta.url) });
// An app hands options on, and has its own beside them.
interface AppOptions extends InitOptions {
  title: string;
}
const start = ({ title, ...given }: AppOptions) => init(given).then((started) => [title, started.choice.kernel]);
const a: bigint = pm.modPow(1n, new Uint8Array(2), groups['RSA-2048']);
const b: Uint8Array = pm.modPow(1n, 2n, 3n, { as: 'bytes' });
const c: bigint = pm.modPow2(1n, 2n, 3n, 4n, 5n);
const d: bigint = pm.modPow(1n, 2n, 3n, { as: 'bigint' });
const options: ResultOptions = {};
const e: bigint | Uint8Array = pm.modPow(1n, 2n, 3n, options);
// @ts-expect-error the result may be bytes
const f: bigint = pm.modPow(1n, 2n, 3n, options);
// @ts-expect-error a number is no Integer
pm.modPow(1, 2n, 3n);
// @ts-expect-error there is no such option
pm.modPow(1n, 2n, 3n, { windw: 4 });
const terms: [Integer, Integer][] = [[1n, 2n]];
const g: bigint = pm.modMultiPow(terms, 5n);
const m: Modulus = pm.modulus(5n);
const h: Uint8Array = m.square(2n, 5, { as: 'bytes' });
{
  using kept = pm.modulus(7n);
  kept.pow(2n, 2n);
  using table: FixedBase = kept.fixedBase(2n, { exponentBits: 64, method: 'residues' });
  const residue: bigint = table.pow(3n);
  using tables: Tables = kept.tables([2n, new Uint8Array(1)], { window: 3 });
  const bytes: Uint8Array = tables.multiPow([3n, residue], { as: 'bytes' });
  const key: RsaPrimes = { p: bytes, q: bytes, dp: bytes, dq: bytes, qInv: bytes, e: bytes };
  using privateKey: KeptRsaKey = pm.rsaPrivateKey(key);
  // So a JWK has no field that a type could demand: `rsaPrivateKey({})` is refused when it runs.
  pm.rsaPrivateKey(await crypto.subtle.exportKey('jwk', {} as CryptoKey)).free();
  const secret: Uint8Array = privateKey.pow(bytes);
  const power: Uint8Array = pm.modPowSecret(2n, secret, 7n, { exponentBits: 64 });
  const joint: Uint8Array = pm.modPow2Secret(2n, power, 3n, power, 7n, { exponentBits: 64 });
  pm.modPowSecret(2n, 3n, 7n, { exponentBits: joint.length });
}
declare const proof: ProofFile;
const i: boolean = pm.verify(proof, { expect: { modulus: 'RSA-2048', iterations: 5 } });
const j: (boolean | MalformedProofError)[] = pm.verifyBatch([proof, 'text', new Uint8Array()]);
// @ts-expect-error there is no such option
pm.verifyBatch([proof], { together: true });
// @ts-expect-error a text is one proof, no list of characters
pm.verifyBatch('{}');
await using pool: Pool = await createPool({ workers: 2, worker: () => new Worker('worker.js') });
const all: bigint[] = await pool.modPowAll([1n], 2n, 3n);
const pairs: Uint8Array[] = await pool.modPowAll([[1n, 2n]], 3n, { as: 'bytes' });
{
  const forOne: SquareOptions = {};
  // @ts-expect-error the result may be bytes
  all.push(await pool.square(3n, 5, 7n, forOne));
  const forAll: PowAllOptions = {};
  // @ts-expect-error the results may be bytes
  all.push(...(await pool.modPowAll([1n], 2n, 3n, forAll)));
}
const secrets: Uint8Array[] = await pool.modPowAll([1n], 2n, 3n, { secret: { exponentBits: all.length } });
for await (const one of pool.modPowAll(later(), 2n, 3n)) all.push(one);
for await (const one of pool.modInvAll(later(), 3n, { as: 'bytes' })) pairs.push(one);
const members: boolean[] = await pool.inSubgroup(new Set([1n]), 3n, 7n);
for await (const one of pool.inSubgroup(later(), 3n, 7n)) members.push(one);
async function* later(): AsyncGenerator<bigint> {
  yield await pool.modMultiPow(new Map([[1n, 2n]]), 3n);
}
const lone: Uint8Array = await pool.modPowSecret(1n, 2n, 3n, { exponentBits: pairs.length });
secrets.push(lone);
const k: bigint = await pool.modPow(1n, 2n, 3n, { method: 'parallel' });
const l: Uint8Array = await pool.modPow2(1n, 2n, 3n, 4n, 5n, { as: 'bytes' });
const onProgress = ({ done, total, perSecond }: Progress) => console.log(done / total, perSecond);
const o: (boolean | MalformedProofError)[] = await pool.verifyAll([proof], {
  batch: true,
  signal: new AbortController().signal,
  onProgress,
});
// Callbacks written into the call have their types, and options are offered by their names.
const powers = [
  await pool.square(3n, 5, 7n, { onProgress: ({ done }) => console.log(done.toFixed()) }),
  await pool.modMultiPow([[3n, 5n]], 7n, { onProgress: ({ done }) => console.log(done.toFixed()) }),
  ...(await pool.modPowAll([3n], 5n, 7n, { onProgress: ({ done }) => console.log(done.toFixed()) })),
  ...(await pool.modPowAll([[3n, 5n]], 7n, { onProgress: ({ done }) => console.log(done.toFixed()) })),
  ...(await pool.modInvAll([3n], 7n, { onProgress: ({ done }) => console.log(done.toFixed()) })),
] satisfies bigint[];
const bytes = [
  await pool.square(3n, 5, 7n, { as: 'bytes', onProgress: ({ total }) => console.log(total.toFixed()) }),
  ...(await pool.modInvAll([3n], 7n, { as: 'bytes', onProgress: ({ total }) => console.log(total.toFixed()) })),
] satisfies Uint8Array[];
for await (const one of pool.modPowAll(later(), 5n, 7n, { onProgress: ({ done }) => console.log(done.toFixed()) }))
  powers.push(one);
for await (const one of pool.modInvAll(later(), 7n, { onProgress: ({ done }) => console.log(done.toFixed()) }))
  powers.push(one);
await pool.inSubgroup([3n], 3n, 7n, { onProgress: ({ done }) => console.log(done.toFixed(), bytes) });
await pool.verifyAll([proof], { onProgress: ({ done }) => console.log(done.toFixed()) });
pm.verify(proof, { challenge: ({ index }) => BigInt(index.toFixed()) });
pm.randomPrime(64, { random: (length) => new Uint8Array(length).fill(255) });
const task: EvaluationTask = { modulus: 'RSA-2048', seed: l, iterations: 5, memory: 9 };
const evaluation: Evaluation = await pool.evaluate(task, {
  onCheckpoint: (checkpoint) => checkpoint.length,
  onProgress: ({ done }) => console.log(done.toFixed()),
});
const toProve: ProofTask = { scheme: 'pietrzak', modulus: 5n, input: k, iterations: 4, delta: 1, evaluation };
const p: ProofFile = await pool.prove(toProve, { memory: 5, onProgress });
await pool.prove(toProve, { onProgress: ({ done }) => console.log(done.toFixed()) });
// @ts-expect-error either an input or a seed
pool.evaluate({ modulus: 5n, input: 1n, seed: l, iterations: 5 });
// @ts-expect-error a text is one proof, no list of characters
pool.verifyAll('{}');
// @ts-expect-error there is no such option
pool.verify(p, { batch: true });
console.log(o, await pool.verify(p), await pool.close());
const factors: PrimeFactor[] = [3, [5n, 1]];
const q: bigint = modPow(2, 3n, 15, factors);
// @ts-expect-error the function takes numbers
modPow('2', 3n, 15);
console.log(await start({ title: 'app', maxBits: 2048 }), q, a, b, c, d, e, f, g, h, i, j, m.free());
