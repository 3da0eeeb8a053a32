// The worked examples: every intermediate value, computed here with the package's arithmetic and Node's SHA-256, and
// the proofs themselves. Node has no Keccak, so the tokamak challenges are taken from the vectors.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { type GroupName, groups, init, type PietrzakProofFile, type WesolowskiProofFile } from 'powmod';
import { readVector } from '../../support/vectors.ts';

const pm = await init();
const n = groups['RSA-2048'];

const enc = (z: bigint) => Buffer.from(z.toString(16).padStart(512, '0'), 'hex');
const el = (z: bigint) => (2n * (z % n) < n ? z % n : n - (z % n));
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const u32 = (value: number) => u64(value).subarray(4);
const sha256 = (...parts: (string | Buffer)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();
const int = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);

test('the built-in group is RSA-2048', () => {
  assert.equal(String(n).length, 617);
  assert.match(createHash('sha256').update(String(n)).digest('hex'), /^b3c2468add10e2a0/);
});

test('seeds give the expected inputs', () => {
  const { rows } = readVector<{ rows: { modulus: string; seed: string; input: string }[] }>('protocol/input.json');
  for (const { modulus, seed, input } of rows) {
    const number = modulus in groups ? groups[modulus as GroupName] : BigInt(modulus);
    assert.equal(pm.hashToGroup(new TextEncoder().encode(seed), number), BigInt(input), `seed "${seed}"`);
  }
});

test('wesolowski, powmod-v1', () => {
  const { seed, intermediate, proof } = readVector<{
    seed: string;
    intermediate: { h: string; s: string; index: number; l: string; r: string };
    proof: WesolowskiProofFile;
  }>('protocol/wesolowski-1000.json');
  const [x, y, pi, T] = [BigInt(proof.input), BigInt(proof.output), BigInt(proof.proof), proof.iterations];

  const h = BigInt(intermediate.h);
  assert.equal(el(pm.modMul(h, h, n)), x);
  assert.equal(pm.hashToGroup(new TextEncoder().encode(seed), n), x);

  const s = sha256('powmod-v1:wesolowski', enc(n), enc(x), enc(y), u64(T));
  assert.equal(s.toString('hex'), intermediate.s);
  let index = 0;
  const candidate = () => int(sha256(s, u32(index))) | (1n << 255n) | 1n;
  while (!pm.isProbablePrime(candidate())) index++;
  assert.equal(index, intermediate.index);
  const l = candidate();
  assert.equal(l, BigInt(intermediate.l));

  const r = pm.modPow(2n, BigInt(T), l);
  assert.equal(r, BigInt(intermediate.r));
  assert.equal(el(pm.modPow(x, 1n << BigInt(T), n)), y);
  assert.equal(el(pm.modPow2(pi, l, x, r, n)), y);
  assert.equal(pm.verify(proof), true);
  assert.equal(pm.verify(proof, { challenge: { prime: l } }), true);
});

for (const name of ['pietrzak-1001', 'pietrzak-tokamak-1024']) {
  test(name, () => {
    const { intermediate, final, proof } = readVector<{
      intermediate: { T: number; x: string; y: string; v: string; r: string }[];
      final: { T: number; x: string; y: string };
      proof: PietrzakProofFile;
    }>(`protocol/${name}.json`);
    const element = proof.profile === 'powmod-v1' ? el : (z: bigint) => z % n;

    let [x, y, T] = [BigInt(proof.input), BigInt(proof.output), proof.iterations];
    for (const [i, round] of intermediate.entries()) {
      const v = BigInt(proof.proof[i] as string);
      if (T % 2 === 1) [y, T] = [element(pm.modMul(y, y, n)), T + 1];
      assert.deepEqual([T, x, y, v], [round.T, BigInt(round.x), BigInt(round.y), BigInt(round.v)]);
      const r = BigInt(round.r);
      if (proof.profile === 'powmod-v1') {
        assert.equal(int(sha256('powmod-v1:pietrzak', enc(n), enc(x), enc(y), enc(v), u64(T)).subarray(0, 16)), r);
      }
      [x, y, T] = [element(pm.modPow2(x, r, v, 1n, n)), element(pm.modPow2(v, r, y, 1n, n)), T / 2];
    }
    assert.equal(intermediate.length, proof.proof.length);
    assert.deepEqual([T, x, y], [final.T, BigInt(final.x), BigInt(final.y)]);

    const m = pm.modulus(n);
    assert.equal(element(m.square(x, T)), y);
    m.free();
    assert.equal(pm.verify(proof), true);
  });
}

test('a tokamak proof proves its output up to sign', () => {
  const { proof } = readVector<{ proof: PietrzakProofFile }>('protocol/pietrzak-tokamak-sign.json');
  const m = pm.modulus(n);
  const truth = m.square(BigInt(proof.input), proof.iterations);
  m.free();
  assert.equal(BigInt(proof.output), n - truth);
  assert.equal(pm.verify(proof), true);
  assert.equal(pm.element(BigInt(proof.output), n), pm.element(truth, n));
});
