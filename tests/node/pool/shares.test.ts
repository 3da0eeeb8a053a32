// The verification of one proof in shares: by the operation on every kernel, and by two workers of a pool.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { init, MalformedProofError, type PietrzakProofFile, type ProofFile, type VerifyOptions } from 'powmod';
import { createPool, type PoolOptions } from 'powmod/pool';
import { BigintInstance } from '../../../crate/js/src/bigint/bigint-instance.ts';
import { type Instance, WasmInstance } from '../../../crate/js/src/border/instance.ts';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { publicError } from '../../../crate/js/src/border/refusal.ts';
import { IntegerReader } from '../../../crate/js/src/input/integers.ts';
import { readVerifyOptions } from '../../../crate/js/src/vdf/options.ts';
import { readProofFields } from '../../../crate/js/src/vdf/proof-file.ts';
import { instances } from '../../support/instances.ts';
import { craftedMutants, type Mutant, originals } from '../../support/mutants.ts';
import { within } from '../../support/pools.ts';
import { readMade } from '../../support/vectors.ts';

const pm = await init();
const workerUrl = new URL(import.meta.resolve('powmod/worker'));

/** The raw instances of the kernels that this engine runs. */
const raw: Record<string, Instance> = Object.fromEntries(
  instances.map(({ kernel }) => {
    if (kernel === 'bigint') return [kernel, new BigintInstance(publicError)];
    const wasm = readFileSync(new URL(import.meta.resolve(`powmod/kernels/${kernel}.wasm`)));
    return [kernel, new WasmInstance(new WebAssembly.Module(wasm))];
  }),
);

type Given = ProofFile | string | Uint8Array;

/** The verdict, or the message of the error. */
function outcome(verify: () => boolean): boolean | string {
  try {
    return verify();
  } catch (error) {
    return String(error);
  }
}

/** The verdict by shares, when the rest after `rounds` rounds is verified at once. */
function inShares(instance: Instance, source: Given, given: VerifyOptions, rounds: number): boolean {
  const options = readVerifyOptions(given, new IntegerReader(65536));
  const proof = readProofFields(source);
  let [first, second] = [proof.input, proof.output];
  const most = Math.min(rounds, proof.values.length / proof.modulus.length);
  if (most === 0) return instance.call(operations.verify, { proof, options });
  for (let round = 0; round < most; round++) {
    const given = { proof, options, rounds: round, first, second };
    const share = (share: operations.Share) => instance.call(operations.shareOfVerification, { ...given, share });
    [first, second] = [share('first'), share('second')];
    if (first.length === 0 || second.length === 0) return false;
  }
  return instance.call(operations.joinShares, { proof, options, rounds: most, first, second });
}

function sameOutcome(source: Given, options: VerifyOptions = {}, note = '', kernels = Object.keys(raw)): void {
  const expected = outcome(() => pm.verify(source, options));
  for (const kernel of kernels)
    for (const rounds of [0, 1, 53]) {
      const found = outcome(() => inShares(raw[kernel] as Instance, source, options, rounds));
      assert.equal(found, expected, `${kernel}, ${rounds} rounds: ${note}`);
    }
}

const hex = (z: bigint, digits: number) => `0x${z.toString(16).padStart(digits, '0')}`;

describe('shares give the verdict and the error of verify', () => {
  test('for valid proofs of every length', () => {
    for (const name of ['wesolowski', 'pietrzak', 'tokamak'])
      for (const bits of [1024, 2048, 4096]) for (const proof of readMade(`${name}-${bits}`)) sameOutcome(proof);
    for (const proof of readMade('wesolowski-1027')) sameOutcome(proof);
  });

  test('for crafted attacks', () => {
    const kernels = [pm.kernel, 'bigint'];
    for (const { what, proof } of craftedMutants() as Iterable<Mutant>) sameOutcome(proof, {}, what, kernels);
  });

  test('with what the caller expects, and with a challenge of the caller', () => {
    const [proof] = originals as [ProofFile];
    const { modulus, iterations } = proof;
    const expect: NonNullable<VerifyOptions['expect']>[] = [
      { iterations },
      { iterations: iterations + 1 },
      { modulus: 'RSA-2048' },
    ];
    expect.push({ modulus: BigInt(modulus), input: BigInt(proof.input) }, { seed: Uint8Array.of(1) }, { input: 5n });
    for (const one of expect) for (const given of originals) sameOutcome(given, { expect: one });
    for (const prime of [(1n << 521n) - 1n, (1n << 128n) - 1n])
      for (const given of originals) sameOutcome(given, { challenge: { prime } });
    for (const given of originals) sameOutcome(given, { maxDelta: 0 });
    const even = { ...proof, modulus: `${modulus.slice(0, -1)}e` } as ProofFile;
    sameOutcome(even);
    sameOutcome(even, { expect: { modulus: BigInt(even.modulus) } });
  });

  test('where whoever knows the factors makes a share 0', () => {
    const p = (1n << 521n) - 1n;
    const q = (1n << 607n) - 1n;
    const n = p * q;
    const digits = 2 * Math.ceil(n.toString(16).length / 2);
    const number = (z: bigint) => hex(pm.element(z, n), digits);
    const proof: PietrzakProofFile = {
      scheme: 'pietrzak',
      profile: 'powmod-v1',
      modulus: hex(n, digits),
      input: number(p),
      output: number(p),
      iterations: 8,
      proof: [number(q), number(q)],
      delta: 1,
    };
    assert.equal(pm.verify(proof), true);
    sameOutcome(proof);
    for (const output of [number(2n), number(q)]) sameOutcome({ ...proof, output });
    for (const input of [number(2n), number(q)]) sameOutcome({ ...proof, input });
  });
});

type Job = { kind: string; job: string; args: { share?: string; rounds?: number } };

/** A pool, and the jobs that it sends. `onJob` sees each first. */
async function watchedPool(options: PoolOptions, onJob: (worker: Worker, count: number) => void = () => {}) {
  const jobs: Job[] = [];
  const pool = await createPool({
    ...options,
    worker: () => {
      const worker = new Worker(workerUrl);
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (message, transfer) => {
        post(message, transfer);
        if (message.kind !== 'job') return;
        jobs.push(message);
        onJob(worker, jobs.length);
      };
      return worker;
    },
  });
  return { pool, jobs };
}

const longest = <T extends ProofFile>(name: string): T =>
  readMade<T[]>(name).reduce((a, b) => (b.proof.length > a.proof.length || b.iterations > a.iterations ? b : a));
const wesolowski = longest('wesolowski-4096');
const pietrzak = longest<PietrzakProofFile>('pietrzak-4096');
const tokamak = longest<PietrzakProofFile>('tokamak-3072');
const shared = [wesolowski, pietrzak, tokamak];
const values = ({ scheme, proof }: ProofFile) => (scheme === 'wesolowski' ? 1 : proof.length);

describe('a pool', () => {
  for (const kernel of ['auto', 'bigint'] as const)
    test(`shares one proof among two workers, kernel ${kernel}`, async () => {
      const { pool, jobs } = await watchedPool({ workers: 2, kernel });
      await within(pool, async () => {
        for (const proof of shared) {
          const zero = `0x${'0'.repeat(proof.output.length - 2)}`;
          const given = [
            { proof },
            { proof: { ...proof, output: proof.input } },
            { proof: { ...proof, output: zero } },
            { proof: { ...proof, modulus: `${proof.modulus.slice(0, -1)}e` } },
            { proof, options: { expect: { iterations: 5 } } },
            { proof, options: { expect: { modulus: 'RSA-2048' } } },
          ] as { proof: ProofFile; options?: VerifyOptions }[];
          for (const { proof, options = {} } of given) {
            const expected = outcome(() => pm.verify(proof, options));
            assert.equal(await pool.verify(proof, options).catch(String), expected);
            const [verdict] = await pool.verifyAll([proof], options);
            assert.equal(verdict instanceof MalformedProofError ? String(verdict) : verdict, expected);
          }
          jobs.length = 0;
          assert.equal(await pool.verify(proof), true);
          const found = jobs.map(({ args }) => `${args.rounds} ${args.share ?? 'rest'}`);
          const rounds = Array.from({ length: values(proof) }, (_, i) => [`${i} first`, `${i} second`]).flat();
          assert.deepEqual(found, [...rounds, `${values(proof)} rest`]);
        }
      });
    });

  test('does a proof in one job where shares do not pay', async () => {
    const short = [longest('wesolowski-3072'), longest('pietrzak-2048'), longest('tokamak-2048')];
    const cases: { workers: number; proofs: ProofFile[]; options?: VerifyOptions }[] = [
      { workers: 2, proofs: short },
      { workers: 1, proofs: shared },
      { workers: 2, proofs: [wesolowski], options: { challenge: { prime: (1n << 521n) - 1n } } },
    ];
    for (const { workers, proofs, options } of cases) {
      const { pool, jobs } = await watchedPool({ workers });
      await within(pool, async () => {
        for (const proof of proofs) assert.equal(await pool.verify(proof, options), pm.verify(proof, options));
      });
      assert.equal(jobs.length, proofs.length);
    }
  });

  test('with other work does what is left of a proof in one job', async () => {
    const { pool, jobs } = await watchedPool({ workers: 2 });
    await within(pool, async () => {
      const many = Array.from({ length: 5 }, () => pool.verify(pietrzak));
      assert.deepEqual(await Promise.all(many), Array(5).fill(true));
      // The first one had the pool for itself, until the others came. They may end before it does.
      const rest = { share: undefined, rounds: undefined };
      const found = jobs.slice(0, 6).map(({ args: { share, rounds } }) => ({ share, rounds }));
      assert.deepEqual(found, [{ share: 'first', rounds: 0 }, { share: 'second', rounds: 0 }, rest, rest, rest, rest]);
      jobs.length = 0;
      const [all, power] = await Promise.all([pool.verifyAll([wesolowski, pietrzak]), pool.modPow(3n, 5n, 7n)]);
      assert.deepEqual([all, power], [[true, true], 5n]);
      assert.equal(jobs.length, 3);
    });
  });

  test('gives the share of a lost worker to another', async () => {
    for (const lost of [1, 2, 3]) {
      const { pool, jobs } = await watchedPool({ workers: 2 }, (worker, count) => {
        if (count === lost) void worker.terminate();
      });
      await within(pool, async () => assert.equal(await pool.verify(pietrzak), true));
      assert.equal(jobs.length, 2 * values(pietrzak) + 1 + 1, 'one job was sent twice');
    }
  });

  test('stops at an abort, and goes on with other work', async () => {
    for (const last of [1, 2, 3]) {
      const controller = new AbortController();
      const { pool, jobs } = await watchedPool({ workers: 2 }, (_, count) => {
        if (count === last) controller.abort('reason');
      });
      await within(pool, async () => {
        const all = pool.verifyAll([pietrzak], { signal: controller.signal });
        await assert.rejects(all, (reason) => reason === 'reason');
        const before = jobs.length;
        assert.equal(await pool.modPow(3n, 5n, 7n), 5n);
        assert.equal(jobs.length, before + 1, 'no share is sent any more');
      });
    }
  });

  test('can be closed in any round', async () => {
    for (const last of [1, 2, 3, 4]) {
      let closed: Promise<void> | undefined;
      const { pool } = await watchedPool({ workers: 2 }, (_, count) => {
        if (count === last) closed = Promise.resolve().then(() => pool.close());
      });
      await assert.rejects(pool.verify(pietrzak), { code: 'ERR_WORKER' });
      await closed;
    }
  });
});
