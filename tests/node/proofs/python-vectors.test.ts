// Every kernel accepts the proofs of tests/vectors, which Python code made that shares nothing with the package.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type GroupName, groups, type ProofFile } from 'powmod';
import { throwsMalformed } from '../../support/errors.ts';
import { instances } from '../../support/instances.ts';
import { namesOfMade, readMade, readVector, seedOf } from '../../support/vectors.ts';

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

    // Rust and Python compute their intermediate values.
    test('the worked examples: inputs of seeds, and proofs', () => {
      const { rows } = readVector<{ rows: { modulus: string; seed: string; input: string }[] }>('protocol/input.json');
      for (const { modulus, seed, input } of rows) {
        const n = modulus in groups ? groups[modulus as GroupName] : BigInt(modulus);
        assert.equal(pm.hashToGroup(new TextEncoder().encode(seed), n), BigInt(input), `seed "${seed}"`);
      }
      for (const name of ['wesolowski-1000', 'pietrzak-1001', 'pietrzak-tokamak-1024', 'pietrzak-tokamak-sign'])
        assert.equal(pm.verify(readVector<{ proof: ProofFile }>(`protocol/${name}.json`).proof), true, name);
    });

    test('a tokamak proof of a number of squarings that is no power of two is malformed', () => {
      for (const proof of readMade('tokamak-malformed'))
        throwsMalformed(() => pm.verify(proof), 'iterations', /power of two/);
    });
  });
}
