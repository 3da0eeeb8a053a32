// Proof files: the malformed ones with their reasons, and the expectations of a caller.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { challengeOf, challengesOf, groups, init, MalformedProofError, type ProofFile, readProof } from 'powmod';
import { createPool } from 'powmod/pool';
import { throwsMalformed } from '../../support/errors.ts';
import { example } from '../../support/package.ts';
import { makeTrivialPietrzak, makeWesolowski, smallModulus as n, seed } from '../../support/small-proofs.ts';
import { readVector } from '../../support/vectors.ts';

const pm = await init();
const wesolowski = makeWesolowski(pm, n, seed, 1000);
const pietrzak = makeTrivialPietrzak(pm, n, seed, 1000);

/** The proof with a field set to any value; `undefined` removes the field. */
function changed(proof: ProofFile, fields: Record<string, unknown>): ProofFile {
  const copy: Record<string, unknown> = { ...proof, ...fields };
  for (const [name, value] of Object.entries(copy)) if (value === undefined) delete copy[name];
  return copy as unknown as ProofFile;
}

afterEach(() => assert.equal(pm.verify(wesolowski), true));

test('the original proofs are valid: as objects, as text, as bytes', () => {
  for (const proof of [wesolowski, pietrzak]) {
    assert.equal(pm.verify(proof), true);
    assert.equal(pm.verify(JSON.stringify(proof, null, 4)), true);
    assert.equal(pm.verify(new TextEncoder().encode(`\n${JSON.stringify(proof)}\n`)), true);
  }
  assert.equal(pm.verify(changed(pietrzak, { delta: 10 })), true);
});

test('challengeOf gives the prime and its index', async () => {
  const { proof, intermediate } = readVector<{ proof: ProofFile; intermediate: { index: number; l: string } }>(
    'protocol/wesolowski-1000.json',
  );
  const expected = { prime: BigInt(intermediate.l), index: intermediate.index };
  for (const source of [proof, JSON.stringify(proof), readProof(proof)])
    assert.deepEqual(await challengeOf(source), expected);
  await assert.rejects(challengeOf(pietrzak), { name: 'TypeError', message: 'proof: must be a Wesolowski proof' });
  await assert.rejects(challengeOf({ ...proof, input: '0x' } as ProofFile), MalformedProofError);
});

test('challengesOf gives those of a worked example', async () => {
  for (const name of ['pietrzak-1001', 'pietrzak-tokamak-1024']) {
    const { proof, intermediate } = readVector<{ proof: ProofFile; intermediate: { r: string }[] }>(
      `protocol/${name}.json`,
    );
    const expected = intermediate.map(({ r }) => BigInt(r));
    for (const source of [proof, JSON.stringify(proof), readProof(proof)])
      assert.deepEqual(await challengesOf(source), expected);
  }
  await assert.rejects(challengesOf(wesolowski), { name: 'TypeError', message: 'proof: must be a Pietrzak proof' });
});

describe('readProof', () => {
  test('gives the claim of a file, from an object, text or bytes', () => {
    for (const proof of [wesolowski, pietrzak]) {
      const json = JSON.stringify(proof);
      const claim = {
        scheme: proof.scheme,
        profile: proof.profile,
        modulus: n,
        bits: n.toString(2).length,
        input: BigInt(proof.input),
        output: BigInt(proof.output),
        iterations: 1000,
        values: [proof.proof].flat().map(BigInt),
      };
      for (const source of [proof, json, new TextEncoder().encode(json)]) assert.deepEqual(readProof(source), claim);
    }
    assert.equal(readProof({ ...pietrzak, delta: 11 }).delta, 11);
  });

  test('names a modulus that is built in', () => {
    const hex = (x: bigint) => `0x${x.toString(16).padStart(512, '0')}`;
    const file = { ...wesolowski, input: hex(4n), output: hex(5n), proof: hex(6n) };
    for (const modulus of ['RSA-2048', hex(groups['RSA-2048'])]) {
      const { modulusName, bits, ...claim } = readProof({ ...file, modulus });
      assert.deepEqual([modulusName, bits, claim.modulus], ['RSA-2048', 2048, groups['RSA-2048']]);
    }
    assert.ok(!('modulusName' in readProof(wesolowski)));
  });

  test('gives a claim that nobody can change', () => {
    assert.throws(() => Object.assign(readProof(wesolowski), { output: 5n }), TypeError);
  });
});

interface Row {
  about: string;
  field: string | null;
  text?: string;
  hex?: string;
  spaces?: number;
}

test('the table of files, which the crate reads too: taken, or refused with the field', () => {
  const { files } = readVector<{ files: Row[] }>('proof-files/files.json');
  for (const { about, field, text = '', hex, spaces = 0 } of files) {
    const bytes = Buffer.from(hex ?? text + ' '.repeat(spaces), hex ? 'hex' : 'utf8');
    const sources = hex ? [bytes] : [bytes, text + ' '.repeat(spaces)];
    for (const source of sources) {
      const refused = (error: unknown) => error instanceof MalformedProofError && error.field === field;
      if (field === null) assert.doesNotThrow(() => readProof(source), about);
      else assert.throws(() => readProof(source), refused, about);
    }
  }
  assert.ok(files.length > 200);
});

describe('a proof is malformed', () => {
  test('if an object of its text has a name twice, however it is written', () => {
    const text = JSON.stringify(wesolowski);
    for (const name of ['iterations', 'modulus', '\\u0069terations'])
      for (const twice of [`{"${name}" : 5,${text.slice(1)}`, `${text.slice(0, -1)},"${name}"\n:{"a":"}"}}`]) {
        const read = JSON.parse(`"${name}"`);
        for (const source of [twice, new TextEncoder().encode(twice)])
          throwsMalformed(() => pm.verify(source), read, /^stands twice in one object$/);
      }
    // In each object, however deep, and behind one that has ended.
    for (const inner of ['{"a":1,"a":2}', '[{"b":0},{"a":1,"a":2}]', '{"b":{},"a":{"a":1,"a":2}}', '{"a":{},"a":1}'])
      for (const text of [`{"note":${inner}}`, `[5,${inner}]`])
        throwsMalformed(() => pm.verify(text), 'a', /^stands twice in one object$/);
    // Names in strings and in other objects are no names of this object.
    throwsMalformed(() => pm.verify(`{"note":{"note":"\\",\\"note\\":\\""}}`), 'note', /^is not a field/);
  });

  test('if the modulus is longer than maxBits', async () => {
    const small = await init({ maxBits: 1000 });
    throwsMalformed(() => small.verify(wesolowski), 'modulus', /^has more than 1000 bits/);
  });
});

describe('an expectation', () => {
  test('that agrees changes nothing', () => {
    const expect = { modulus: n, seed, iterations: 1000, scheme: 'wesolowski', profile: 'powmod-v1' } as const;
    assert.equal(pm.verify(wesolowski, { expect }), true);
    assert.equal(pm.verify(wesolowski, { expect: { modulus: Buffer.from(wesolowski.modulus.slice(2), 'hex') } }), true);
    assert.equal(pm.verify(wesolowski, { expect: { input: BigInt(wesolowski.input) } }), true);
    assert.equal(
      pm.verify(wesolowski, { expect: { input: Buffer.from(`00${wesolowski.input.slice(2)}`, 'hex') } }),
      true,
    );
    assert.equal(pm.verify(wesolowski, { expect: {} }), true);
  });

  test('that does not agree makes a proof invalid', () => {
    const other = new TextEncoder().encode('another seed');
    assert.equal(pm.verify(wesolowski, { expect: { modulus: n + 2n } }), false);
    assert.equal(pm.verify(wesolowski, { expect: { modulus: 'RSA-2048' } }), false);
    assert.equal(pm.verify(wesolowski, { expect: { seed: other } }), false);
    assert.equal(pm.verify(wesolowski, { expect: { input: pm.hashToGroup(other, n) } }), false);
    assert.equal(pm.verify(wesolowski, { expect: { seed, input: 5n } }), false);
    for (const input of [0n, -1n]) assert.equal(pm.verify(wesolowski, { expect: { input } }), false);
    for (const modulus of [1n, 3n]) assert.equal(pm.verify(wesolowski, { expect: { modulus } }), false);
    assert.equal(pm.verify(wesolowski, { expect: { iterations: 999 } }), false);
    assert.equal(pm.verify(wesolowski, { expect: { scheme: 'pietrzak' } }), false);
    assert.equal(pm.verify(pietrzak, { expect: { profile: 'tokamak' } }), false);
  });

  test('never hides that a proof is malformed', () => {
    throwsMalformed(() => pm.verify('{', { expect: { modulus: 'RSA-2048' } }), 'file');
  });
});

test('built-in groups are frozen', () => {
  assert.ok(Object.isFrozen(groups));
});

test('a claim is plain data: copies and its JSON are taken in its place', async () => {
  const { verify } = await import('powmod/verify');
  await using pool = await createPool({ workers: 1 });
  for (const proof of [wesolowski, pietrzak, { ...pietrzak, delta: 11 }]) {
    const claim = readProof(proof);
    assert.equal(JSON.stringify(claim), JSON.stringify(proof));
    const options = { maxDelta: 11 };
    for (const copy of [
      structuredClone(claim),
      { ...claim },
      JSON.parse(JSON.stringify(claim)),
      JSON.stringify(claim),
    ]) {
      assert.equal(pm.verify(copy, options), true);
      assert.equal(await verify(copy, options), true);
      assert.equal(await pool.verify(copy, options), true);
      const wrong = readProof({ ...proof, iterations: 1001 } as ProofFile);
      assert.deepEqual(pm.verifyBatch([copy, claim, wrong], options), [true, true, false]);
      assert.deepEqual(await pool.verifyAll([copy, claim, wrong, proof], options), [true, true, false, true]);
      assert.deepEqual(readProof(copy), claim);
    }
    const { iterations: _, ...less } = structuredClone(claim) as unknown as Record<string, unknown>;
    for (const [field, change] of [
      ['modulus', { modulus: proof.modulus }],
      ['bits', { modulus: -n }],
      ['bits', { bits: 5 }],
      ['modulusName', { modulusName: 'RSA-2048' }],
      ['input', { input: undefined }],
      ['output', { output: n * n }],
      ['proof', { values: [5] }],
      ['iterations', { iterations: 7n }],
      ['colour', { colour: 'blue' }],
    ] as const) {
      const changed = { ...structuredClone(claim), ...change } as unknown as ProofFile;
      throwsMalformed(() => pm.verify(changed), proof.scheme === 'pietrzak' && field === 'proof' ? 'proof[0]' : field);
    }
    throwsMalformed(() => pm.verify(less as unknown as ProofFile), 'iterations', /absent/);
  }
  const named = readProof(JSON.stringify(example('wesolowski-rsa2048')));
  assert.equal(pm.verify(structuredClone(named)), true);
  assert.equal(named.toJSON().modulus, 'RSA-2048');
});
