// Evaluating and proving in a pool.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { groups, init, toBytes } from 'powmod';
import { createPool, type EvaluationTask, type Pool, type Progress, type ProofTask } from 'powmod/pool';
import { checkpointDelivery } from '../../../crate/js/src/pool/calls/checkpoint-delivery.ts';
import { nativePow } from '../../support/native.js';
import { lose, openPool } from '../../support/pools.ts';
import { Random } from '../../support/random.ts';
import { smallModulus as n, seed } from '../../support/small-proofs.ts';

const pm = await init();
const x = pm.hashToGroup(seed, n);

/** Enough squarings for hours. */
const ENDLESS = 2 ** 45;

/** x^(2^T) by BigInt alone. */
const squared = (base: bigint, times: number, modulus: bigint) => nativePow(base, 1n << BigInt(times), modulus);

const isCheckpointError = (field: string) => ({ code: 'ERR_CHECKPOINT', message: RegExp(`^checkpoint\\.${field}: `) });

let pool: Pool;
before(async () => {
  pool = await createPool({ workers: 2 });
});
after(() => pool.close());

/** The checkpoints that an evaluation gives on its way, and its result. */
async function collect(task: EvaluationTask, checkpoint?: Uint8Array) {
  const given: Uint8Array[] = [];
  const { output } = await pool.evaluate(task, {
    ...(checkpoint && { checkpoint }),
    onCheckpoint: (bytes) => given.push(bytes),
  });
  return { output, given };
}

describe('evaluate', () => {
  test('computes what BigInt computes, from an input and from a seed', async () => {
    const random = new Random();
    for (const iterations of [1, 2, 3, 255, 4095, 4096, 4097, 10_000]) {
      const input = random.number(1000);
      const { output } = await pool.evaluate({ modulus: n, input, iterations });
      assert.equal(output, squared(input, iterations, n), `${iterations}, POWMOD_SEED=${random.seed}`);
      for (const scheme of ['wesolowski', 'pietrzak'] as const)
        for (const memory of [0, 5000, 2 ** 26]) {
          const task = { modulus: n, seed, iterations, scheme, memory };
          assert.equal((await pool.evaluate(task)).output, squared(x, iterations, n));
        }
    }
  });

  for (const scheme of ['wesolowski', 'pietrzak'] as const)
    test(`resumes from each checkpoint (${scheme})`, async () => {
      const iterations = 270_000;
      const task = { modulus: n, seed, iterations, scheme };
      const { given, output } = await collect(task);
      assert.equal(output, pm.modulus(n).square(x, iterations));
      assert.ok(given.length >= 3, `${given.length} checkpoints`);
      for (const checkpoint of given) {
        const again = await collect(task, checkpoint);
        assert.equal(again.output, output);
        assert.deepEqual(again.given.at(-1), given.at(-1), 'and ends with the same checkpoint');
      }
    });

  test('the last checkpoint is that of the result; resuming it computes nothing', async () => {
    const task = { modulus: n, seed, iterations: 3000 };
    const { output, checkpoints } = await pool.evaluate(task);
    const reports: Progress[] = [];
    const again = await pool.evaluate(task, { checkpoint: checkpoints, onProgress: (report) => reports.push(report) });
    assert.deepEqual(again, { output, checkpoints });
    assert.deepEqual(
      reports.map(({ done, total }) => [done, total]),
      [[3000, 3000]],
    );
  });

  test('a slow caller gets one checkpoint at a time, and always the last', async () => {
    let taking = 0;
    let taken = 0;
    let last: Uint8Array | undefined;
    const { checkpoints } = await pool.evaluate(
      { modulus: n, input: 2n, iterations: 400_000 },
      {
        onCheckpoint: async (bytes) => {
          assert.equal(taking++, 0);
          await new Promise((resolve) => setTimeout(resolve, 150));
          taking--;
          taken++;
          last = bytes;
        },
      },
    );
    assert.ok(taken >= 2);
    assert.equal(taking, 0);
    assert.deepEqual(last, checkpoints);
  });

  test('a call ends when its last checkpoint is taken, and not before', async () => {
    const taken: (() => void)[] = [];
    const take = () => new Promise<void>((resolve) => taken.push(resolve));
    const delivery = checkpointDelivery(take, () => Uint8Array.of(taken.length), new AbortController());
    const next = () => new Promise((resolve) => setImmediate(resolve));
    delivery.offer();
    delivery.offer();
    let hasEnded = false;
    const end = delivery.finish().then(() => {
      hasEnded = true;
    });
    for (const calls of [1, 2]) {
      await next();
      assert.deepEqual([taken.length, hasEnded], [calls, false]);
      taken.at(-1)?.();
    }
    await end;
  });
});

describe('prove', () => {
  const provable: Partial<ProofTask>[] = [
    { scheme: 'wesolowski' },
    { scheme: 'pietrzak' },
    { scheme: 'pietrzak', delta: 0 },
    { scheme: 'pietrzak', delta: 4 },
    { scheme: 'pietrzak', profile: 'tokamak', delta: 3 },
  ];

  for (const kind of provable)
    test(`${kind.scheme} ${kind.profile ?? ''} ${kind.delta ?? ''}`, async () => {
      const { profile } = kind;
      const some = profile === 'tokamak' ? [1, 2, 1024, 32_768] : [1, 2, 3, 1000, 1024, 30_001];
      for (const iterations of some) {
        const task = { modulus: n, seed, iterations, ...kind } as ProofTask;
        const proof = await pool.prove(task);
        assert.equal(pm.verify(proof, { expect: { modulus: n, seed, iterations, profile } }), true);
        assert.equal(pm.verify({ ...proof, output: proof.input }, { expect: { profile } }), false);
      }
    });

  test('makes a proof file', async () => {
    const named = await pool.prove({ scheme: 'pietrzak', modulus: groups['RSA-2048'], input: 4n, iterations: 64 });
    assert.equal(named.modulus, 'RSA-2048');
    assert.equal('delta' in named, false);
    assert.equal(BigInt(named.input), 4n);
    const proof = await pool.prove({ scheme: 'wesolowski', modulus: n, seed, iterations: 64 });
    assert.deepEqual(Object.keys(proof), ['scheme', 'profile', 'modulus', 'input', 'output', 'iterations', 'proof']);
    assert.equal(BigInt(proof.modulus), n);
    assert.equal(BigInt(proof.output), pm.element(squared(x, 64, n), n));
  });

  test('proves from an evaluation: complete, for the other scheme, without kept values, or incomplete', async () => {
    const iterations = 150_000;
    const statement = { modulus: n, seed, iterations };
    const whole = await pool.evaluate(statement);
    const other = await pool.evaluate({ ...statement, scheme: 'pietrzak' });
    const sparse = await pool.evaluate({ ...statement, memory: 0 });
    const { given } = await collect(statement);
    const short = { checkpoints: given[given.length >> 1] as Uint8Array };
    for (const scheme of ['wesolowski', 'pietrzak'] as const) {
      const proofs: string[] = [];
      const [fromJson, cloned] = [JSON.parse(JSON.stringify(whole)), structuredClone(whole)];
      for (const evaluation of [whole, other, sparse, short, fromJson, cloned]) {
        const proof = await pool.prove({ ...statement, scheme, evaluation });
        assert.equal(pm.verify(proof, { expect: { ...statement, scheme } }), true);
        proofs.push(JSON.stringify(proof));
      }
      assert.equal(new Set(proofs).size, 1, 'the proof is the same');
    }
  });

  test('takes the challenge of another transcript, from an input and from a seed', async () => {
    const iterations = 60_000;
    const primes = [2n ** 128n - 159n, 2n ** 521n - 1n, 2n ** 1024n - 105n];
    // An input above (N − 1)/2 is no element.
    for (const [source, input] of [
      [{ seed }, x],
      [{ input: n - x }, n - x],
    ] as const) {
      const { output, checkpoints } = await pool.evaluate({ modulus: n, iterations, ...source });
      for (const [i, prime] of primes.entries()) {
        const given: unknown[] = [];
        const proof = await pool.prove({
          ...{ scheme: 'wesolowski', modulus: n, iterations, ...source },
          ...(i > 0 && { evaluation: { checkpoints } }),
          async challenge(...statement) {
            given.push(...statement);
            return i > 1 ? toBytes(prime) : prime;
          },
        });
        assert.deepEqual(given, [n, input, output, iterations]);
        assert.equal(pm.verify(proof, { challenge: { prime }, expect: { modulus: n, iterations } }), true);
        assert.equal(pm.verify(proof), false);
      }
    }
  });

  test('an error of challenge rejects the call', async () => {
    const challenge = () => {
      throw new EvalError('mine');
    };
    const task = { scheme: 'wesolowski', modulus: n, seed, iterations: 5, challenge } as const;
    await assert.rejects(pool.prove(task), { name: 'EvalError', message: 'mine' });
  });

  test('one worker and three make the same proof', async () => {
    const task: ProofTask = { scheme: 'wesolowski', modulus: n, seed, iterations: 200_000 };
    const proof = await pool.prove(task);
    for (const workers of [1, 3]) {
      await using other = await createPool({ workers });
      assert.deepEqual(await other.prove(task), proof);
    }
  });

  test('reports the progress of the evaluation and then of the proof', async () => {
    const reports: Progress[] = [];
    const iterations = 500_000;
    await pool.prove(
      { scheme: 'wesolowski', modulus: n, seed, iterations },
      { onProgress: (report) => reports.push(report) },
    );
    const turn = reports.findIndex(({ total }) => total !== iterations);
    assert.ok(turn > 0);
    assert.deepEqual([reports[turn - 1]?.done, reports.at(-1)?.done], [iterations, reports.at(-1)?.total]);
  });
});

describe('evaluate and prove refuse', () => {
  const statement = { modulus: n, input: 2n, iterations: 10 };
  const width = n.toString(16).length / 2;
  /** A head has this length: 108 bytes and three numbers. The first value after it is the input. */
  const headLength = 108 + 3 * width;

  for (const hashes of ['the engine', 'a worker'])
    test(`damaged values, even if the proof reads none of them, or bytes after them; ${hashes} hashes`, async () => {
      if (hashes === 'a worker') Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
      try {
        await refusesDamage();
      } finally {
        Reflect.deleteProperty(crypto, 'subtle');
      }
    });

  async function refusesDamage() {
    const task = { ...statement, iterations: 5000 };
    const { checkpoints } = await pool.evaluate(task);
    const damaged = (first: number) =>
      checkpoints.map((byte, i) => (i >= first && (checkpoints.length - i) % width === 1 ? byte ^ 1 : byte));
    const prove = (scheme: 'wesolowski' | 'pietrzak', bytes: Uint8Array) =>
      pool.prove({ ...task, scheme, evaluation: { checkpoints: bytes } });
    for (const scheme of ['wesolowski', 'pietrzak'] as const) {
      assert.equal(pm.verify(await prove(scheme, checkpoints)), true);
      await assert.rejects(prove(scheme, damaged(headLength + width)), isCheckpointError('hash'), scheme);
    }
    // The quotient has 255 bits fewer than T, so its highest digit is 0.
    for (const bytes of [damaged(checkpoints.length - width), Buffer.concat([checkpoints, new Uint8Array(1)])])
      await assert.rejects(prove('wesolowski', bytes), { code: 'ERR_CHECKPOINT' });
  }

  test('values beyond the modulus, too few and too many, under hashes that fit', async () => {
    const task = { ...statement, iterations: 140_000 }; // in two parts
    const { checkpoints } = await pool.evaluate({ ...task, scheme: 'pietrzak' });
    const [head, values] = [checkpoints.subarray(0, headLength), checkpoints.subarray(headLength)];
    const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
    const sealed = (values: Uint8Array) => {
      const fields = Buffer.concat([head.subarray(0, -64), sha256(values)]);
      return Buffer.concat([fields, sha256(fields), values]);
    };
    // With little memory, the proof needs few of the values.
    const prove = (values: Uint8Array) =>
      pool.prove({ ...task, scheme: 'wesolowski', evaluation: { checkpoints: sealed(values) } }, { memory: 0 });
    assert.equal(pm.verify(await prove(values)), true);
    for (let i = 0; i < values.length; i += width)
      await assert.rejects(prove(values.slice().fill(255, i, i + width)), isCheckpointError('values'), `${i / width}`);
    for (const other of [values.subarray(0, -width), Buffer.concat([values, values.subarray(0, width)])])
      await assert.rejects(prove(other), isCheckpointError('length'));
  });
});

describe('stopping an evaluation', () => {
  const task = { modulus: n, input: 2n, iterations: ENDLESS };

  test('works by an error of onCheckpoint', async () => {
    const reason = { why: 'because' };
    const isReason = (error: unknown) => error === reason;
    const thrower = () => {
      throw reason;
    };
    await assert.rejects(pool.evaluate(task, { onCheckpoint: thrower }), isReason);
    await assert.rejects(pool.evaluate(task, { onCheckpoint: () => Promise.reject(reason) }), isReason);
    // Both workers are free afterwards.
    assert.deepEqual(await Promise.all([pool.modPow(3n, 5n, 7n), pool.modPow(3n, 5n, 7n)]), [5n, 5n]);
  });

  test('works by a signal while a callback never returns', async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal, onCheckpoint: () => new Promise(() => {}) };
    const evaluation = pool.evaluate({ ...task, iterations: 1000 }, options);
    setTimeout(() => controller.abort('enough'), 300);
    await assert.rejects(evaluation, (error) => error === 'enough');
  });

  test('when a worker is lost, another one goes on from the last checkpoint', async () => {
    const { pool: own, workers } = await openPool({ workers: 1 });
    const iterations = 600_000;
    const statement = { modulus: n, input: 2n, iterations };
    let killed = false;
    const { output, checkpoints } = await own.evaluate(statement, {
      onProgress({ done }) {
        if (!killed && done > iterations / 3) {
          killed = true;
          lose(workers[0]);
        }
      },
    });
    await own.close();
    assert.equal(output, pm.modulus(n).square(2n, iterations));
    assert.equal(workers.length, 2);
    // A second worker that began anew would have recorded the first values twice.
    assert.deepEqual(checkpoints, (await pool.evaluate(statement)).checkpoints);
  });
});
