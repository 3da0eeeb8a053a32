// `powmod/chia` in a pool: verdicts, evaluations and proofs, and workers or callers that stop in the middle.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { PowmodError } from 'powmod';
import { evaluateVdf, MalformedProofError, proveVdf, type VdfTask, verifyVdf, verifyVdfs } from 'powmod/chia';
import { createPool, type Pool, type Progress } from 'powmod/pool';
import { bytesToHex } from '../../../crate/js/src/bytes.ts';
import { type Case, mainnet, proofOf } from '../../support/chia-vectors.ts';
import { readVector } from '../../support/vectors.ts';

/** Small enough to be fast, and long enough for several slices. */
const SMALL = { challenge: 'abcd', discriminantBits: 256 };

/** Enough squarings for hours. */
const ENDLESS: VdfTask = { ...SMALL, iterations: 2 ** 45 };

let pool: Pool;
before(async () => {
  pool = await createPool({ workers: 2 });
});
after(() => pool.close());

/** A pool of one worker at a time, all of which the test can reach. */
async function watched() {
  const workers: Worker[] = [];
  const own = await createPool({
    workers: 1,
    worker: () => {
      const worker = new Worker(new URL(import.meta.resolve('powmod/worker')));
      workers.push(worker);
      return worker;
    },
  });
  return { own, workers };
}

describe('verifying', () => {
  test('gives the verdicts and errors of the calling thread, in their order', async () => {
    const proofs = [
      { ...mainnet, output: '00' },
      mainnet,
      { ...mainnet, iterations: 1 },
      { ...mainnet, witnessType: 64 },
      mainnet,
    ];
    const reports: Progress[] = [];
    const found = await verifyVdfs(proofs, { pool, onProgress: (report) => reports.push(report) });
    assert.deepEqual(
      found.map((one) => (one instanceof MalformedProofError ? one.field : one)),
      ['output', true, false, 'witnessType', true],
    );
    assert.deepEqual([reports.at(-1)?.done, reports.at(-1)?.total], [5, 5]);
    assert.deepEqual(found, await verifyVdfs(proofs));
    assert.deepEqual(await verifyVdfs([], { pool }), []);
  });

  test('of one proof', async () => {
    assert.equal(await verifyVdf(mainnet, { pool }), true);
    assert.equal(await verifyVdf({ ...mainnet, iterations: 5 }, { pool }), false);
    await assert.rejects(verifyVdf({ ...mainnet, output: '00' }, { pool }), { field: 'output' });
    const flagged = { ...mainnet, output: mainnet.output.replace('0x', '').replace(/^../, '40') };
    await assert.rejects(verifyVdf(flagged, { pool }), { name: 'MalformedProofError', field: 'output' });
  });

  test('uses the bytes that were there at the call', async () => {
    const witness = Uint8Array.from(Buffer.from(String(mainnet.witness).slice(2), 'hex'));
    const verdict = verifyVdf({ ...mainnet, witness }, { pool });
    witness.fill(0);
    assert.equal(await verdict, true);
  });

  for (const kernel of ['scalar', 'bigint'] as const)
    test(`in a pool with the kernel ${kernel}`, async () => {
      const own = await createPool({ workers: 1, kernel });
      assert.deepEqual(await verifyVdfs([mainnet, { ...mainnet, iterations: 1 }], { pool: own }), [true, false]);
      await own.close();
    });

  test('all vectors have their class', async () => {
    const { cases } = readVector<{ cases: Case[] }>('chia/proofs.json');
    for (const discriminantBits of new Set(cases.map(({ bits }) => bits))) {
      const own = cases.filter(({ bits }) => bits === discriminantBits);
      const found = await verifyVdfs(own.map(proofOf), { pool, discriminantBits });
      const classes = found.map((one) => (one === true ? 'valid' : one === false ? 'invalid' : 'malformed'));
      assert.deepEqual(
        classes,
        own.map((one) => one.class),
      );
    }
  });

  test('an abort ends it, at once or in the middle, and the pool goes on', async () => {
    const reason = new Error('enough');
    const aborted = verifyVdfs([mainnet], { pool, signal: AbortSignal.abort(reason) });
    await assert.rejects(aborted, (error) => error === reason);
    for (const given of [{ pool }, {}]) {
      const controller = new AbortController();
      const onProgress = () => controller.abort(reason);
      const many = verifyVdfs(new Array(500).fill(mainnet), { ...given, onProgress, signal: controller.signal });
      await assert.rejects(many, (error) => error === reason);
    }
    assert.equal(await verifyVdf(mainnet, { pool }), true);
  });

  test('a lost worker changes nothing', async () => {
    const { own, workers } = await watched();
    const onProgress = () => {
      if (workers.length === 1) void workers[0]?.terminate();
    };
    const verdicts = await verifyVdfs(new Array(40).fill(mainnet), { pool: own, onProgress });
    assert.deepEqual(verdicts, new Array(40).fill(true));
    assert.equal(workers.length, 2);
    await own.close();
  });
});

/** Whether each part of a proof has as many squarings as `proveVdf` gives it. */
function isEvenlySplit({ iterations, proof, depth }: Case): boolean {
  const segments = Array.from({ length: depth }, (_, i) => Number(`0x${proof.slice(200 + 282 * i).slice(0, 16)}`));
  const last = Number(iterations) - segments.reduce((sum, squarings) => sum + squarings, 0);
  const parts = [...segments.reverse(), last];
  return parts.every((squarings, i) => squarings === Math.ceil((Number(iterations) - i) / parts.length));
}

describe('evaluating and proving', () => {
  test('makes the outputs and proofs of the reference, byte for byte', async () => {
    const { cases } = readVector<{ cases: Case[] }>('chia/proofs.json');
    // Other bytes of a form stand for the same element, and are not made.
    const isCanonical = ({ name }: Case) => !/flag|everywhere|trailing|b0 raised|a > c/.test(name);
    const own = cases.filter((one) => one.class === 'valid' && isCanonical(one) && isEvenlySplit(one));
    assert.ok(own.length >= 30, `${own.length} cases`);
    for (const { name, challenge, bits, input, iterations, output, proof, depth } of own) {
      const task = { challenge, input, iterations: Number(iterations), discriminantBits: bits, witnessType: depth };
      const made = await proveVdf(task, { pool });
      assert.equal(made.output, `0x${output}`, name);
      assert.equal(made.witness, `0x${proof}`, name);
    }
  });

  test('in segments, each of which is proved while the next is evaluated', async () => {
    for (const [iterations, witnessType] of [
      [0, 0],
      [5, 0],
      [1000, 3],
      [3, 7],
      [20_001, 1],
    ] as const) {
      const task = { ...SMALL, iterations, witnessType };
      const reports: Progress[] = [];
      const made = await proveVdf(task, { pool, onProgress: (report) => reports.push(report) });
      assert.equal(made.witness.length, 2 + 200 + 282 * witnessType);
      assert.equal(made.input, undefined);
      assert.equal(await verifyVdf(made, SMALL_OPTIONS), true);
      assert.equal(await verifyVdf({ ...made, iterations: iterations + 1 }, SMALL_OPTIONS), false);
      assert.ok(reports.length >= 2 && reports.every(({ done, total }) => done <= total));
      const { output } = await evaluateVdf({ ...SMALL, iterations }, { pool });
      assert.equal(made.output, `0x${bytesToHex(output)}`, 'the output does not depend on the segments');
    }
  });

  test('from an evaluation, with any memory', async () => {
    const task = { ...SMALL, iterations: 5000 };
    const whole = await proveVdf(task, { pool });
    for (const memory of [0, 5000, 2 ** 22]) {
      const evaluation = await evaluateVdf({ ...task, memory }, { pool });
      assert.deepEqual(await proveVdf({ ...task, evaluation }, { pool, memory }), whole);
    }
  });

  test('from another input, in the names of a proof', async () => {
    const { output } = await evaluateVdf({ ...SMALL, iterations: 100 }, { pool });
    const made = await proveVdf({ ...SMALL, iterations: 300, input: output }, { pool });
    assert.equal(made.input, `0x${bytesToHex(output)}`);
    assert.equal(await verifyVdf(made, SMALL_OPTIONS), true);
    const { output: whole } = await evaluateVdf({ ...SMALL, iterations: 400 }, { pool });
    assert.equal(made.output, `0x${bytesToHex(whole)}`);
  });

  test('resumes from each checkpoint', async () => {
    const task = { ...SMALL, iterations: 100_000 };
    const given: Uint8Array[] = [];
    const { output, checkpoints } = await evaluateVdf(task, { pool, onCheckpoint: (bytes) => given.push(bytes) });
    assert.ok(given.length >= 3, `${given.length} checkpoints`);
    for (const checkpoint of given) {
      const again = await evaluateVdf(task, { pool, checkpoint });
      assert.deepEqual(again, { output, checkpoints });
    }
  });

  test('a lost worker loses nothing', async () => {
    const task = { ...SMALL, iterations: 200_000 };
    const { output } = await evaluateVdf(task, { pool });
    const { own, workers } = await watched();
    let done = 0;
    const made = await evaluateVdf(task, {
      pool: own,
      onProgress: (report) => {
        if (workers.length === 1) {
          done = report.done;
          if (done > 0) void workers[0]?.terminate();
        } else assert.ok(report.done >= done, 'goes on, and does not begin again');
      },
    });
    assert.deepEqual(made.output, output);
    assert.ok(done > 0 && workers.length === 2);
    await own.close();
  });

  test('an abort ends both, and the pool goes on', async () => {
    for (const call of [evaluateVdf, proveVdf]) {
      const controller = new AbortController();
      const reason = new Error('enough');
      const onProgress = () => controller.abort(reason);
      await assert.rejects(call(ENDLESS, { pool, onProgress, signal: controller.signal }), (error) => error === reason);
    }
    assert.equal(await verifyVdf(mainnet, { pool }), true);
  });

  test('a damaged or a foreign checkpoint is refused', async () => {
    const task = { ...SMALL, iterations: 100 };
    const { checkpoints } = await evaluateVdf(task, { pool });
    const damaged = checkpoints.with(300, (checkpoints[300] as number) ^ 1);
    const cases: [() => Promise<unknown>, string][] = [
      [() => evaluateVdf(task, { pool, checkpoint: damaged }), 'hash'],
      [() => evaluateVdf(task, { pool, checkpoint: new Uint8Array(5) }), 'version'],
      [() => evaluateVdf({ ...task, iterations: 101 }, { pool, checkpoint: checkpoints }), 'iterations'],
      [() => evaluateVdf({ ...task, challenge: 'dcba' }, { pool, checkpoint: checkpoints }), 'challenge'],
      [() => proveVdf({ ...task, input: `04${'00'.repeat(99)}`, evaluation: { checkpoints } }, { pool }), 'input'],
    ];
    for (const [call, field] of cases)
      await assert.rejects(
        call(),
        (error) =>
          error instanceof PowmodError &&
          error.code === 'ERR_CHECKPOINT' &&
          error.message.startsWith(`checkpoint.${field}: `),
        field,
      );
  });
});

const SMALL_OPTIONS = { discriminantBits: SMALL.discriminantBits };
