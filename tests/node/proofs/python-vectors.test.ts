// Every kernel accepts the proofs of tests/vectors, which Python code made that shares nothing with the package.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PietrzakProofFile, ProofFile } from 'powmod';
import { throwsMalformed } from '../../support/errors.ts';
import { instances } from '../../support/instances.ts';
import { namesOfMade, readMade, seedOf } from '../../support/vectors.ts';

/** Files whose proofs are not all valid. */
const SPECIAL = ['tokamak-malformed', 'tokamak-negative', 'tokamak-signs'];

const valid = namesOfMade()
  .filter((name) => !SPECIAL.includes(name))
  .map((name) => [name, readMade(name)] as const);
const bitsOf = ({ modulus }: ProofFile) => (modulus === 'RSA-2048' ? 2048 : BigInt(modulus).toString(2).length);

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

describe('the proofs cover', () => {
  const proofs = valid.flatMap(([, proofs]) => proofs);
  const of = (scheme: string, profile: string, bits: number) =>
    proofs.filter((proof) => proof.scheme === scheme && proof.profile === profile && bitsOf(proof) === bits);
  const squarings = (proofs: ProofFile[]) => new Set(proofs.map(({ iterations }) => iterations));

  test('many numbers of squarings at every length of modulus', () => {
    for (const scheme of ['wesolowski', 'pietrzak']) {
      for (const bits of [1024, 2048, 3072, 4096]) {
        const found = squarings(of(scheme, 'powmod-v1', bits));
        for (const T of [1, 2, 3, 1000, 1001, 1024]) assert.ok(found.has(T), `${scheme}, ${bits} bits, ${T}`);
      }
      assert.ok(squarings(of(scheme, 'powmod-v1', 2048)).has(2 ** 20));
      assert.ok(squarings(of(scheme, 'powmod-v1', 1024)).has(65537));
    }
    for (const bits of [1024, 2048, 3072, 4096])
      assert.ok(squarings(of('pietrzak', 'tokamak', bits)).has(1024), `tokamak, ${bits} bits`);
  });

  test('every delta from 0 to log2 T', () => {
    for (const [profile, T] of [
      ['powmod-v1', 1001],
      ['powmod-v1', 1024],
      ['tokamak', 1024],
    ] as const) {
      const found = (of('pietrzak', profile, 1024) as PietrzakProofFile[])
        .filter(({ iterations }) => iterations === T)
        .map(({ delta, proof }) => [delta, proof.length]);
      assert.deepEqual(
        found,
        Array.from({ length: 11 }, (_, delta) => [delta, 10 - delta]),
        `${profile}, ${T}`,
      );
    }
  });
});
