// Pietrzak proofs by a challenge of the caller's own: one of fastcrypto, whose transcript is its own, and ours, hashed
// apart.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Halving, type HalvingOptions, MalformedProofError, type PietrzakProofFile, toBigint } from 'powmod';
import { createPool } from 'powmod/pool';
import * as fast from 'powmod/verify';
import { instances } from '../../support/instances.ts';
import { ofItsProfile, readMade, readVector, tokamakProofs } from '../../support/vectors.ts';

const { proof: foreign } = readVector<{ proof: PietrzakProofFile }>('fastcrypto/pietrzak-100000.json');

/** A number as BCS writes the 32-bit words of a BigUint: how many there are, and each with its least byte first. */
function bcs(number: Uint8Array): Uint8Array {
  const hex = toBigint(number).toString(16);
  const words = Buffer.from(hex.padStart(8 * Math.ceil(hex.length / 8), '0'), 'hex').reverse();
  const count = words.length / 4;
  return Buffer.concat([Uint8Array.from(count < 128 ? [count] : [count | 128, count >> 7]), words]);
}

/** The challenge of fastcrypto, for a proof of this number of squarings in all. */
const ofFastcrypto =
  (iterations: number) =>
  ({ modulus, input, output, midpoint }: Halving) => {
    const squarings = Buffer.alloc(8);
    squarings.writeBigUInt64LE(BigInt(iterations));
    const parts = [bcs(input), bcs(output), bcs(midpoint), squarings, bcs(modulus)];
    return keccak_256(Buffer.concat(parts)).subarray(0, 16);
  };

/** That of `powmod-v1`, by PROTOCOLS.md. */
function ofPowmod({ modulus, input, output, midpoint, iterations }: Halving): bigint {
  const squarings = Buffer.alloc(8);
  squarings.writeBigUInt64BE(BigInt(iterations));
  const hash = createHash('sha256').update('powmod-v1:pietrzak');
  for (const part of [modulus, input, output, midpoint, squarings]) hash.update(part);
  return toBigint(hash.digest().subarray(0, 16));
}

/** That of `tokamak`: words of 32 bytes. */
function ofTokamak({ input, output, midpoint }: Halving): Uint8Array {
  const words = [input, output, midpoint].map((bytes) => {
    const hex = toBigint(bytes).toString(16);
    return Buffer.from(hex.padStart(64 * Math.ceil(hex.length / 64), '0'), 'hex');
  });
  return keccak_256(Buffer.concat(words)).subarray(0, 16);
}

for (const pm of instances) {
  test(`kernel ${pm.kernel}: a proof of fastcrypto`, () => {
    const challenge = ofFastcrypto(foreign.iterations);
    assert.equal(pm.verify(foreign), false, 'by our transcript');
    assert.equal(pm.verify(foreign, { challenge }), true);
    const expect = { modulus: BigInt(foreign.modulus), input: 7n, iterations: 100_000 };
    assert.equal(pm.verify(foreign, { challenge, expect, maxDelta: 1 }), true);
    for (const wrong of [
      { input: 8n },
      { iterations: 99_999 },
      { modulus: 'RSA-2048' },
      { scheme: 'wesolowski' },
    ] as const)
      assert.equal(
        pm.verify(foreign, { challenge: () => assert.fail('halved'), expect: { ...expect, ...wrong } }),
        false,
      );
    assert.equal(pm.verify(foreign, { challenge: ofFastcrypto(99_999) }), false);
    foreign.proof.forEach((_, i) => {
      const proof = foreign.proof.with(i, foreign.output);
      assert.equal(pm.verify({ ...foreign, proof }, { challenge }), false, `midpoint ${i}`);
    });
    assert.equal(pm.verify({ ...foreign, output: foreign.input }, { challenge }), false);
  });

  test(`kernel ${pm.kernel}: our own transcripts, hashed apart`, () => {
    const ours = [...readMade<PietrzakProofFile[]>('pietrzak-1027'), ...readMade<PietrzakProofFile[]>('pietrzak-2048')];
    for (const proof of ours) {
      const indices: number[] = [];
      const challenge = (halving: Halving) => {
        indices.push(halving.index);
        return ofPowmod(halving);
      };
      assert.equal(pm.verify(proof, { challenge }), pm.verify(proof), `${proof.iterations}`);
      assert.deepEqual(indices, [...proof.proof.keys()]);
      if (proof.proof.length > 1) assert.equal(pm.verify(proof, { challenge: () => 1n << 1024n }), false);
    }
    for (const { name, proof, isValid } of tokamakProofs().slice(-8))
      assert.equal(pm.verify(proof, { challenge: ofTokamak, ...ofItsProfile(proof) }), isValid, name);
  });

  test(`kernel ${pm.kernel}: what a challenge may be, and where`, () => {
    const challenge = ofFastcrypto(foreign.iterations);
    const refuses = (options: HalvingOptions, proof: object, error: object) =>
      assert.throws(() => pm.verify(proof as PietrzakProofFile, options), error);
    const name = 'options.challenge(…): ';
    refuses({ challenge: () => -1n }, foreign, new RangeError(`${name}must be from 0 to 2^1024`));
    refuses({ challenge: () => (1n << 1024n) + 1n }, foreign, new RangeError(`${name}must be from 0 to 2^1024`));
    refuses({ challenge: (() => Promise.resolve(1n)) as never }, foreign, {
      name: 'TypeError',
      message: /^options\.challenge\(…\): must be /,
    });
    const thrown = new Error('of the caller');
    refuses(
      {
        challenge: () => {
          throw thrown;
        },
      },
      foreign,
      thrown,
    );
    refuses({ challenge, maxDelta: 0 }, foreign, { name: 'MalformedProofError', field: 'delta' });
    refuses({ challenge: () => assert.fail('halved') }, { ...foreign, output: foreign.modulus }, MalformedProofError);
    const [wesolowski] = readMade('wesolowski-1027');
    refuses({ challenge }, wesolowski as object, {
      name: 'TypeError',
      message: 'options.challenge: must be { prime } for a wesolowski proof',
    });
    assert.throws(
      () => pm.verifyBatch([foreign], { challenge } as never),
      /^TypeError: options\.challenge: only `verify`/,
    );
    // The caller's code may verify too, and what it gets is its own.
    const nested = (halving: Halving) => {
      const copy = { ...halving, midpoint: halving.midpoint.slice() };
      assert.equal(pm.verify(foreign), false);
      halving.midpoint.fill(1);
      halving.modulus.fill(1);
      return challenge({ ...copy, modulus: Buffer.from(foreign.modulus.slice(2), 'hex') });
    };
    assert.equal(pm.verify(foreign, { challenge: nested }), true);
  });
}

test('the pool and `powmod/verify` say that they take no function', async () => {
  const options = { challenge: ofFastcrypto(foreign.iterations) } as never;
  const refusal = { name: 'TypeError', message: 'options.challenge: only `verify` of an instance takes a function' };
  await assert.rejects(fast.verify(foreign, options), refusal);
  const pool = await createPool({ workers: 1 });
  await assert.rejects(pool.verify(foreign, options), refusal);
  await pool.close();
});
