// Two copies of the package in one process, as two versions would be. They share nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as one from 'powmod';
import { copyOfPackage } from '../../support/package.ts';

const two = await copyOfPackage().load<typeof one>('index.js');

const [pm, other] = await Promise.all([one.init(), two.init()]);

/** Untyped callers may pass anything. */
// biome-ignore lint/suspicious/noExplicitAny: the point of these tests
const loose = (value: unknown) => value as any;

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
