// Two copies of the package in one process, as two versions would be. They share nothing, and accept only plain data
// from each other.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import * as one from 'powmod';
import { createPool } from 'powmod/pool';
import { makeWesolowski, smallModulus as n, seed } from '../../support/small-proofs.ts';
import { root } from '../../support/vectors.ts';

const folder = mkdtempSync(join(root, 'target/two-copies-'));
after(() => rmSync(folder, { recursive: true }));
cpSync(join(root, 'crate/js/dist'), join(folder, 'dist'), { recursive: true });
cpSync(join(root, 'crate/js/package.json'), join(folder, 'package.json'));
const at = (name: string) => pathToFileURL(join(folder, 'dist', name));
const two = (await import(at('index.js').href)) as typeof one;
const { createPool: createOther } = (await import(at('pool.js').href)) as { createPool: typeof createPool };

const [pm, other] = await Promise.all([one.init(), two.init()]);

/** Untyped callers may pass anything. */
// biome-ignore lint/suspicious/noExplicitAny: the point of these tests
const loose = (value: unknown) => value as any;

test('both copies work and are distinct', () => {
  assert.notEqual(one.init, two.init);
  assert.equal(pm.modPow(3n, 5n, 7n), other.modPow(3n, 5n, 7n));
  assert.equal(other.verify(makeWesolowski(pm, n, seed, 100)), true);
});

test('an object of one copy is no argument of the other, and its methods refuse the other’s objects', () => {
  const [m, theirs] = [pm.modulus(1009n), other.modulus(1009n)];
  for (const object of [other, theirs, theirs.fixedBase(3n)]) {
    assert.throws(() => pm.modPow(3n, 5n, loose(object)), { name: 'TypeError', message: /^modulus: must be/ });
    assert.throws(() => pm.verify(loose(object)), { code: 'ERR_MALFORMED_PROOF' });
  }
  assert.throws(() => loose(m.pow).call(theirs, 3n, 5n), TypeError);
  assert.equal(loose(pm.modPow).call(other, 3n, 5n, 7n), 5n, 'its methods are bound');
  assert.equal(theirs.pow(3n, 5n), 243n);
  assert.equal(m.pow(3n, 5n), 243n);
});

test('an error of the other copy can be told by its name and code', () => {
  const error = (() => {
    try {
      return other.verify('');
    } catch (error) {
      return error;
    }
  })();
  assert.ok(!(error instanceof one.MalformedProofError) && error instanceof two.MalformedProofError);
  assert.deepEqual([error.name, error.code, error.field], ['MalformedProofError', 'ERR_MALFORMED_PROOF', 'file']);
});

test('the copies can exchange evaluations, and workers of the same version', async () => {
  const ours = await createPool({ workers: 1 });
  const theirs = await createOther({
    workers: 1,
    worker: () => new Worker(new URL(import.meta.resolve('powmod/worker'))),
  });
  const statement = { modulus: n, seed, iterations: 1000 };
  const evaluation = await ours.evaluate(statement);
  const proof = await theirs.prove({ ...statement, scheme: 'wesolowski', evaluation });
  assert.equal(pm.verify(proof, { expect: statement }), true);
  await Promise.all([ours.close(), theirs.close()]);
});
