// Proof files: the malformed ones with their reasons, and the expectations of a caller.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { groups, init, MalformedProofError, type ProofFile, readProof } from 'powmod';
import { createPool } from 'powmod/pool';
import { throwsMalformed, throwsRange, throwsType } from '../../support/errors.ts';
import { makeTrivialPietrzak, makeWesolowski, smallModulus } from '../../support/small-proofs.ts';

const pm = await init();
const n = smallModulus(pm);
const seed = new TextEncoder().encode('a seed');
const wesolowski = makeWesolowski(pm, n, seed, 1000);
const pietrzak = makeTrivialPietrzak(pm, n, seed, 1000);
const width = wesolowski.input.length - 2;

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

test('they are invalid with another output, input or number of squarings', () => {
  const other = makeWesolowski(pm, n, seed, 1001);
  assert.equal(pm.verify({ ...wesolowski, output: other.output }), false);
  assert.equal(pm.verify({ ...wesolowski, input: other.output }), false);
  assert.equal(pm.verify({ ...wesolowski, proof: other.proof }), false);
  assert.equal(pm.verify({ ...wesolowski, iterations: 1001 }), false);
  assert.equal(pm.verify({ ...pietrzak, output: other.output }), false);
  assert.equal(pm.verify({ ...pietrzak, iterations: 1001 }), false);
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
      };
      for (const source of [proof, json, new TextEncoder().encode(json)]) assert.deepEqual(readProof(source), claim);
    }
    assert.equal(readProof({ ...pietrzak, delta: 7 }).delta, 7);
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

  test('gives a claim that every verifier takes, and that nobody can change', async () => {
    const claim = readProof(JSON.stringify(wesolowski));
    const wrong = readProof({ ...wesolowski, iterations: 1001 });
    assert.equal(pm.verify(claim), true);
    assert.equal(readProof(claim).output, claim.output);
    assert.deepEqual(pm.verifyBatch([claim, wrong]), [true, false]);
    assert.throws(() => Object.assign(claim, { output: 5n }), TypeError);
    throwsMalformed(() => pm.verify({ ...claim } as unknown as ProofFile), 'bits', /^is not a field of a proof$/);
    const pool = await createPool({ workers: 1 });
    assert.equal(await pool.verify(wrong), false);
    assert.deepEqual(await pool.verifyAll([claim, wesolowski, wrong]), [true, true, false]);
    await pool.close();
  });

  test('refuses what verify refuses, with the same error', () => {
    for (const source of ['', '{', '[]', { ...wesolowski, colour: 1 }, { ...wesolowski, output: '0x5' }]) {
      const errors = [readProof, (proof: ProofFile) => pm.verify(proof)].map((read) => {
        try {
          return read(source as ProofFile);
        } catch (error) {
          return String(error);
        }
      });
      assert.equal(errors[0], errors[1]);
    }
    throwsType(() => readProof(5 as unknown as string), /^proof: must be an object, a string or a Uint8Array/);
  });
});

describe('a proof is malformed', () => {
  const json = JSON.stringify(wesolowski);

  test('if its text is no proof file', () => {
    throwsMalformed(() => pm.verify(''), 'file', /^is empty$/);
    throwsMalformed(() => pm.verify(new Uint8Array()), 'file', /^is empty$/);
    for (const end of [1, 2, 50, json.length - 1])
      throwsMalformed(() => pm.verify(json.slice(0, end)), 'file', /^is not JSON/);
    throwsMalformed(() => pm.verify(`\ufeff${json}`), 'file', /^is not JSON/);
    throwsMalformed(() => pm.verify(new TextEncoder().encode(`\ufeff${json}`)), 'file', /^is not JSON/);
    throwsMalformed(() => pm.verify(Uint8Array.of(0x7b, 0xff, 0x7d)), 'file', /^is not JSON text in UTF-8$/);
    throwsMalformed(() => pm.verify('null'), 'file', /^must hold an object, not null$/);
    throwsMalformed(() => pm.verify('7'), 'file', /^must hold an object, not a number$/);
    throwsMalformed(() => pm.verify(`[${json}]`), 'file', /^must hold an object, not an array$/);
    throwsMalformed(() => pm.verify(json + ' '.repeat(2 ** 18)), 'file', /^is longer than 262144 bytes$/);
    throwsMalformed(() => pm.verify(new Uint8Array(2 ** 18 + 1).fill(0x20)), 'file', /^is longer than 262144 bytes$/);
    throwsMalformed(() => pm.verify('['.repeat(2 ** 18)), 'file', /^is not JSON/);
    throwsMalformed(() => pm.verify(`{"__proto__": {}, ${json.slice(1)}`), '__proto__', /^is not a field/);
  });

  test('if a field is unknown or missing', () => {
    throwsMalformed(() => pm.verify(changed(wesolowski, { comment: 'x' })), 'comment', /^is not a field of a proof$/);
    throwsMalformed(() => pm.verify(changed(wesolowski, { '\u001b[31m': 1 })), '?[31m', /^is not a field of a proof$/);
    throwsMalformed(() => pm.verify({} as ProofFile), 'scheme', /^must be a string, not absent$/);
    for (const name of Object.keys(wesolowski)) {
      throwsMalformed(() => pm.verify(changed(wesolowski, { [name]: undefined })), name, /absent/);
      throwsMalformed(() => pm.verify(changed(wesolowski, { [name]: null })), name, /null/);
    }
  });

  test('if scheme, profile or delta is wrong', () => {
    throwsMalformed(
      () => pm.verify(changed(wesolowski, { scheme: 'groth' })),
      'scheme',
      /^must be wesolowski or pietrzak$/,
    );
    throwsMalformed(
      () => pm.verify(changed(wesolowski, { profile: 'powmod-v2' })),
      'profile',
      /^must be powmod-v1 or tokamak$/,
    );
    throwsMalformed(() => pm.verify(changed(wesolowski, { profile: 'tokamak' })), 'profile', /pietrzak only$/);
    throwsMalformed(() => pm.verify(changed(wesolowski, { delta: 0 })), 'delta', /is for pietrzak only$/);
    for (const delta of [-1, 21, 0.5, Number.NaN]) {
      throwsMalformed(() => pm.verify(changed(pietrzak, { delta })), 'delta', /^must be a whole number from 0 to 20$/);
    }
    throwsMalformed(() => pm.verify(changed(pietrzak, { delta: '9' })), 'delta', /^must be a number, not a string$/);
    throwsMalformed(() => pm.verify(changed(pietrzak, { delta: 11 })), 'delta');
    assert.equal(pm.verify(changed(pietrzak, { delta: 11 }), { maxDelta: 11 }), true);
    throwsMalformed(() => pm.verify(pietrzak, { maxDelta: 9 }), 'delta');
  });

  test('if iterations is wrong', () => {
    for (const iterations of [0, -1, 1.5, 2 ** 53, 1e300, Number.POSITIVE_INFINITY, Number.NaN]) {
      throwsMalformed(
        () => pm.verify(changed(wesolowski, { iterations })),
        'iterations',
        /^must be a whole number from 1 to 9007199254740991$/,
      );
    }
    throwsMalformed(() => pm.verify(json.replace('1000', '9007199254740993')), 'iterations');
    throwsMalformed(
      () => pm.verify(changed(wesolowski, { iterations: 1000n })),
      'iterations',
      /^must be a number, not a bigint$/,
    );
    throwsMalformed(
      () => pm.verify(changed(wesolowski, { iterations: '1000' })),
      'iterations',
      /^must be a number, not a string$/,
    );
    assert.equal(pm.verify(changed(wesolowski, { iterations: 2 ** 53 - 1 })), false);
  });

  test('if a number has the wrong form or width', () => {
    const { input } = wesolowski;
    const wrong = [
      input.slice(0, -1),
      input.slice(0, -2),
      `${input}0`,
      `${input}00`,
      input.slice(2),
      `0X${input.slice(2)}`,
      `0x${input.slice(2).toUpperCase()}`,
      `${input.slice(0, -1)}g`,
      `${input.slice(0, -1)}\n`,
      ` ${input.slice(1)}`,
      '',
      '0x',
    ];
    for (const field of ['input', 'output', 'proof']) {
      for (const text of wrong) {
        throwsMalformed(
          () => pm.verify(changed(wesolowski, { [field]: text })),
          field,
          new RegExp(`exactly ${width} lower-case hex digits`),
        );
      }
      throwsMalformed(() => pm.verify(changed(wesolowski, { [field]: 5 })), field, /^must be a string, not a number$/);
    }
  });

  test('if an element is out of range', () => {
    const hex = (z: bigint) => `0x${z.toString(16).padStart(width, '0')}`;
    for (const z of [0n, n / 2n + 1n, n - 1n, n, n + 1n]) {
      for (const field of ['input', 'output', 'proof'])
        throwsMalformed(() => pm.verify(changed(wesolowski, { [field]: hex(z) })), field);
    }
  });

  test('if the list of values is wrong', () => {
    const { input } = wesolowski;
    throwsMalformed(() => pm.verify(changed(pietrzak, { proof: input })), 'proof', /^must be an array, not a string$/);
    throwsMalformed(
      () => pm.verify(changed(wesolowski, { proof: [input] })),
      'proof',
      /^must be a string, not an array$/,
    );
    throwsMalformed(() => pm.verify(changed(pietrzak, { proof: [input] })), 'proof');
    throwsMalformed(() => pm.verify(changed(pietrzak, { proof: new Array(54).fill(input) })), 'proof', /more than 53/);
    throwsMalformed(() => pm.verify(changed(pietrzak, { proof: [input, input.slice(2)] })), 'proof[1]', /digits/);
    throwsMalformed(() => pm.verify(changed(pietrzak, { delta: 5, proof: new Array(4).fill(input) })), 'proof');
    const zero = `0x${'0'.repeat(width)}`;
    throwsMalformed(() => pm.verify(changed(pietrzak, { delta: 7, proof: [input, zero, input] })), 'proof[1]');
  });

  test('if the modulus is wrong', () => {
    const { modulus } = wesolowski;
    throwsMalformed(() => pm.verify(changed(wesolowski, { modulus: 'RSA-4096' })), 'modulus', /built-in group/);
    throwsMalformed(() => pm.verify(changed(wesolowski, { modulus: 'toString' })), 'modulus', /built-in group/);
    throwsMalformed(
      () => pm.verify(changed(wesolowski, { modulus: `0x00${modulus.slice(2)}` })),
      'modulus',
      /zero byte/,
    );
    throwsMalformed(() => pm.verify(changed(wesolowski, { modulus: '0x' })), 'modulus');
    throwsMalformed(() => pm.verify(changed(wesolowski, { modulus: '0x0' })), 'modulus');
    throwsMalformed(() => pm.verify(changed(wesolowski, { modulus: modulus.slice(0, -1) })), 'modulus');
    throwsMalformed(() => pm.verify(changed(wesolowski, { modulus: modulus.toUpperCase() })), 'modulus');
    throwsMalformed(
      () => pm.verify(changed(wesolowski, { modulus: `0x${'ff'.repeat(10_000_000)}` })),
      'modulus',
      /at most 16384 bits/,
    );
    throwsMalformed(
      () => pm.verify(changed(wesolowski, { modulus: n })),
      'modulus',
      /^must be a string, not a bigint$/,
    );
    throwsMalformed(() => pm.verify(withModulus(n + 1n)), 'modulus'); // even
    throwsMalformed(() => pm.verify(withModulus((1n << 1023n) | 3n)), 'modulus'); // a small factor, or a prime
    throwsMalformed(() => pm.verify(withModulus((1n << 1279n) - 1n)), 'modulus'); // a prime
    throwsMalformed(() => pm.verify(withModulus(((1n << 607n) - 1n) ** 2n)), 'modulus'); // a perfect power
  });

  test('if the modulus is short, unless the caller allows it', () => {
    const short = ((1n << 107n) - 1n) * ((1n << 127n) - 1n);
    throwsMalformed(() => pm.verify(withModulus(short)), 'modulus', /./);
    assert.equal(pm.verify(withModulus(short), { allowWeakModulus: true }), false);
  });

  test('if the modulus is longer than maxBits', async () => {
    const small = await init({ maxBits: 1000 });
    throwsMalformed(() => small.verify(wesolowski), 'modulus', /^has more than 1000 bits/);
  });

  /** A well-formed proof for another modulus. */
  function withModulus(modulus: bigint): ProofFile {
    const text = modulus.toString(16);
    const even = text.length % 2 ? `0${text}` : text;
    const number = `0x${'2'.padStart(even.length, '0')}`;
    return { ...wesolowski, modulus: `0x${even}`, input: number, output: number, proof: number };
  }
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
    assert.equal(pm.verify(wesolowski, { expect: { iterations: 999 } }), false);
    assert.equal(pm.verify(wesolowski, { expect: { scheme: 'pietrzak' } }), false);
    assert.equal(pm.verify(pietrzak, { expect: { profile: 'tokamak' } }), false);
  });

  test('never hides that a proof is malformed', () => {
    throwsMalformed(() => pm.verify('{', { expect: { modulus: 'RSA-2048' } }), 'file');
  });

  test('with an unfit modulus is the caller’s mistake', () => {
    const weak = { ...wesolowski, modulus: `0x${((1n << 1279n) - 1n).toString(16)}` };
    const number = `0x${'2'.padStart(320, '0')}`;
    const proof = { ...weak, input: number, output: number, proof: number };
    throwsRange(() => pm.verify(proof, { expect: { modulus: (1n << 1279n) - 1n } }), /^options\.expect\.modulus: /);
    throwsRange(() => pm.hashToGroup(seed, (1n << 1279n) - 1n), /^modulus: /);
    throwsRange(() => pm.hashToGroup(seed, n + 1n), /^modulus: /);
  });

  test('of a wrong type is refused', () => {
    const verify = (options: unknown) => () => pm.verify(wesolowski, options as object);
    throwsType(verify(5), /^options: must be an object, not a number$/);
    throwsType(verify({ expected: {} }), /^options\.expected: is not an option/);
    throwsType(verify({ expect: { modulos: n } }), /^options\.expect\.modulos: is not an option/);
    throwsType(verify({ expect: { modulus: 7 } }), /^options\.expect\.modulus: must be a bigint/);
    throwsRange(verify({ expect: { modulus: 'RSA-1024' } }), /^options\.expect\.modulus: is not a built-in group/);
    throwsRange(verify({ expect: { modulus: 0n } }), /^options\.expect\.modulus: must be positive$/);
    throwsType(verify({ expect: { input: '0x' } }), /^options\.expect\.input: must be a bigint/);
    throwsType(verify({ expect: { seed: 'text' } }), /^options\.expect\.seed: must be a Uint8Array, not a string$/);
    throwsType(
      verify({ expect: { iterations: 1000n } }),
      /^options\.expect\.iterations: must be a number, not a bigint$/,
    );
    throwsRange(verify({ expect: { iterations: 0 } }), /^options\.expect\.iterations: must be a whole number/);
    throwsRange(verify({ expect: { iterations: 2 ** 53 } }), /^options\.expect\.iterations: must be a whole number/);
    throwsRange(verify({ expect: { scheme: 'snark' } }), /^options\.expect\.scheme: must be one of/);
    throwsRange(verify({ expect: { profile: 'v1' } }), /^options\.expect\.profile: must be one of/);
    throwsType(verify({ allowWeakModulus: 1 }), /^options\.allowWeakModulus: must be true or false/);
    throwsRange(verify({ maxDelta: 21 }), /^options\.maxDelta: must be a whole number from 0 to 20$/);
    throwsType(verify({ challenge: 5n }), /^options\.challenge: must be an object/);
    throwsType(verify({ challenge: {} }), /^options\.challenge\.prime: must be a bigint/);
    throwsRange(verify({ challenge: { prime: (1n << 127n) - 1n } }), /^options\.challenge\.prime: must be from 2\^127/);
    throwsRange(verify({ challenge: { prime: (1n << 128n) + 1n } }), /^options\.challenge\.prime: must be a prime$/);
    throwsRange(
      () => pm.verify(pietrzak, { challenge: { prime: (1n << 521n) - 1n } }),
      /^options\.challenge: is for wesolowski/,
    );
    throwsType(
      () => pm.verify(5 as unknown as string),
      /^proof: must be an object, a string or a Uint8Array, not a number$/,
    );
    throwsType(() => pm.verify(undefined as unknown as string), /^proof: must be/);
  });
});

test('the caller may give the challenge of another transcript', () => {
  const prime = (1n << 521n) - 1n;
  const x = BigInt(wesolowski.input);
  const hex = (z: bigint) => `0x${z.toString(16).padStart(width, '0')}`;
  const pi = pm.element(pm.modPow(x, (1n << 1000n) / prime, n), n);
  const proof = { ...wesolowski, proof: hex(pi) };
  assert.equal(pm.verify(proof, { challenge: { prime } }), true);
  assert.equal(pm.verify(proof), false);
  assert.equal(pm.verify(wesolowski, { challenge: { prime } }), false);
});

test('verifyBatch gives a result or an error for each proof', () => {
  const results = pm.verifyBatch([wesolowski, { ...wesolowski, iterations: 5 }, '{', JSON.stringify(pietrzak)]);
  assert.deepEqual([results[0], results[1], results[3]], [true, false, true]);
  assert.ok(results[2] instanceof MalformedProofError);
  assert.equal(results[2].field, 'file');
  assert.deepEqual(pm.verifyBatch([]), []);
  assert.deepEqual(pm.verifyBatch([wesolowski, pietrzak], { expect: { scheme: 'pietrzak' } }), [false, true]);
  throwsType(() => pm.verifyBatch(wesolowski as unknown as []), /^proofs: must be an array/);
  throwsType(() => pm.verifyBatch([5 as unknown as string]), /^proof: must be/);
  throwsType(() => pm.verifyBatch([], { together: true } as object), /^options\.together: is not an option/);
});

test('built-in groups are frozen', () => {
  assert.ok(Object.isFrozen(groups));
});
