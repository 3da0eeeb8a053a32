// `powmod/chia` in a pool: verdicts and errors, and an abort.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MalformedProofError, verifyVdf, verifyVdfs } from 'powmod/chia';
import { createPool, type Pool, type Progress } from 'powmod/pool';
import { mainnet } from '../../support/chia-vectors.ts';

let pool: Pool;
before(async () => {
  pool = await createPool({ workers: 2 });
});
after(() => pool.close());

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

  test('an abort ends it without a pool too', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const onProgress = () => controller.abort(reason);
    const many = verifyVdfs(new Array(500).fill(mainnet), { onProgress, signal: controller.signal });
    await assert.rejects(many, (error) => error === reason);
  });
});
