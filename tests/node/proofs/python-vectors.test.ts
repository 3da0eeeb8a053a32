// Every kernel accepts the proofs of tests/vectors, which Python code made that shares nothing with the package.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { throwsMalformed } from '../../support/errors.ts';
import { instances } from '../../support/instances.ts';
import { namesOfMade, readMade, seedOf } from '../../support/vectors.ts';

/** Files whose proofs are not all valid. */
const SPECIAL = ['tokamak-malformed', 'tokamak-negative', 'tokamak-signs'];

const valid = namesOfMade()
  .filter((name) => !SPECIAL.includes(name))
  .map((name) => [name, readMade(name)] as const);

for (const pm of instances) {
  describe(`kernel ${pm.kernel}`, () => {
    for (const [name, proofs] of valid) {
      test(`${name}: ${proofs.length} valid`, () => {
        for (const proof of proofs) {
          const about = `${proof.scheme}, ${proof.iterations} squarings, delta ${'delta' in proof ? proof.delta : ''}`;
          assert.equal(pm.verify(proof, { expect: { seed: seedOf(proof) } }), true, about);
        }
      });
    }

    test('a tokamak proof of a number of squarings that is no power of two is malformed', () => {
      for (const proof of readMade('tokamak-malformed'))
        throwsMalformed(() => pm.verify(proof), 'iterations', /power of two/);
    });
  });
}
