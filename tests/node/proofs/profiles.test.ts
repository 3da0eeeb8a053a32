// The rule of profiles, at each caller that shares it: a proof of another profile than `powmod-v1` is refused unless
// its verifier names it. The crate has its own test in crate/vdf/tests/all/proofs.rs, and the fleet in tests/fleet.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  challengesOf,
  init,
  type MalformedProofError,
  type Powmod,
  type Profile,
  type ProofFile,
  readProof,
} from 'powmod';
import { createPool } from 'powmod/pool';
import * as alone from 'powmod/static';
import { powmod, write } from '../../support/cli.ts';
import { instances } from '../../support/instances.ts';
import { collect, later } from '../../support/lists.ts';
import { example } from '../../support/package.ts';
import { firstTier, lastTier } from '../../support/tiers.ts';
import { readMade } from '../../support/vectors.ts';

const pm = await init();
const pool = await createPool({ workers: 1 });
after(() => pool.close());
const tiers = {
  first: await firstTier(example('wesolowski-rsa2048')),
  last: await lastTier(example('wesolowski-rsa2048')),
};

/** Two outputs of one task, y and N − y, each with a proof by `tokamak`. Python made the second one. */
const [negative] = readMade<[ProofFile & { delta: number }]>('tokamak-negative');
const { input, iterations, delta } = negative;
const modulus = BigInt(negative.modulus);
const task = { scheme: 'pietrzak', modulus, input: BigInt(input), iterations, delta } as const;
const positive = await pool.prove({ ...task, profile: 'tokamak' });

const proofs: Record<string, ProofFile> = {
  'wesolowski powmod-v1': await pool.prove({ ...task, scheme: 'wesolowski', delta: undefined }),
  'pietrzak powmod-v1': await pool.prove(task),
  'tokamak, y': positive,
  'tokamak, N − y': negative,
};

const named: (Profile | undefined)[] = [undefined, 'powmod-v1', 'tokamak'];

type Options = { expect: { profile?: Profile } };
type Verdicts = (boolean | MalformedProofError)[];
/** One of many, which must have the verdict that it has alone, also between proofs of the other profile. */
const among = (proof: ProofFile) => [example('wesolowski-rsa2048'), proof, positive, proof];
const second = (verdicts: Verdicts) => {
  assert.deepEqual(verdicts[3], verdicts[1]);
  return verdicts[1] as boolean;
};

type Caller = (proof: ProofFile, options: Options) => boolean | Promise<boolean>;

const ofInstance = (pm: Powmod): Record<string, Caller> => ({
  verify: (proof, options) => pm.verify(proof, options),
  'verify of a text': (proof, options) => pm.verify(JSON.stringify(proof), options),
  'verify of a claim': (proof, options) => pm.verify(readProof(proof), options),
  'verify with a challenge for each halving': async (proof, options) => {
    if (proof.scheme === 'wesolowski') return pm.verify(proof, options);
    const challenges = await challengesOf(proof);
    return pm.verify(proof, { ...options, challenge: ({ index }) => challenges[index] as bigint });
  },
  verifyBatch: (proof, options) => second(pm.verifyBatch(among(proof), options)),
  'verifyBatch in batches': (proof, options) => second(pm.verifyBatch(among(proof), { ...options, batch: true })),
});

const callers: Record<string, Record<string, Caller>> = {
  ...Object.fromEntries(instances.map((pm) => [`kernel ${pm.kernel}`, ofInstance(pm)])),
  'the pool': {
    verify: (proof, options) => pool.verify(proof, options),
    verifyAll: async (proof, options) => second(await pool.verifyAll(among(proof), options)),
    'verifyAll in batches': async (proof, options) =>
      second(await pool.verifyAll(among(proof), { ...options, batch: true })),
    'verifyAll of a stream': async (proof, options) =>
      second(await collect(pool.verifyAll(later(among(proof)), options))),
  },
  ...Object.fromEntries(
    Object.entries(tiers).map(([tier, entry]): [string, Record<string, Caller>] => [
      `powmod/verify, its ${tier} verdict`,
      {
        verify: (proof, options) => entry.verify(proof, options),
        verifyBatch: async (proof, options) => second(await entry.verifyBatch(among(proof), options)),
        'verifyBatch in batches': async (proof, options) =>
          second(await entry.verifyBatch(among(proof), { ...options, batch: true })),
      },
    ]),
  ),
  'powmod/static': {
    verify: (proof, options) => alone.verify(proof, options),
    ...ofInstance(alone.initSync()),
  },
};

for (const [place, ways] of Object.entries(callers))
  describe(place, () => {
    for (const [way, verify] of Object.entries(ways))
      test(way, async () => {
        for (const [name, proof] of Object.entries(proofs)) {
          for (const profile of named) {
            const about = `${name}, ${profile ?? 'no profile named'}`;
            const isTaken = proof.profile === (profile ?? 'powmod-v1');
            for (const expect of profile ? [{ profile }] : [{}, { profile: undefined as never }])
              assert.equal(await verify(proof, { expect }), isTaken, about);
            // A false proof is false in each profile.
            const wrong = { ...proof, output: proof.input };
            assert.equal(await verify(wrong, { expect: profile ? { profile } : {} }), false, `${about}, false`);
          }
          const unknown = { expect: { profile: 'tokamak ' as Profile } };
          await assert.rejects(
            async () => verify(proof, unknown),
            /^RangeError: options\.expect\.profile: must be one of/,
          );
        }
      });
  });

test('tokamak proves y and N − y, whose element is the output of powmod-v1', () => {
  const [y, other] = [positive, negative].map(({ output }) => BigInt(output)) as [bigint, bigint];
  assert.equal(y + other, modulus);
  assert.equal(pm.element(y, modulus), pm.element(other, modulus));
  assert.equal(BigInt(proofs['pietrzak powmod-v1']?.output as string), pm.element(y, modulus));
});

test('the command line', async () => {
  const files = Object.entries(proofs).map(([name, proof], i) => ({ name, proof, file: write(`${i}.json`, proof) }));
  for (const jobs of ['1', '2'])
    for (const profile of named) {
      const args = [
        'verify',
        ...files.map(({ file }) => file),
        '--jobs',
        jobs,
        ...(profile ? ['--profile', profile] : []),
      ];
      const { status, stdout } = await powmod(...args);
      assert.equal(status, 1, 'some are of another profile');
      const lines = stdout.trim().split('\n');
      const reports = JSON.parse((await powmod(...args, '--json')).stdout);
      for (const [i, { name, proof }] of files.entries()) {
        const isTaken = proof.profile === (profile ?? 'powmod-v1');
        const line = !isTaken
          ? profile
            ? / {2}invalid: differs from --profile {2}/
            : / {2}invalid: tokamak proves an output only up to sign, add --profile tokamak {2}/
          : proof.profile === 'tokamak'
            ? / {2}valid for the modulus and the input in the file, up to sign {2}/
            : / {2}valid for the modulus and the input in the file {2}/;
        assert.match(lines[i] as string, line, `${name}, ${profile}`);
        const { result, mismatch, element } = reports[i];
        assert.deepEqual([result, mismatch], isTaken ? ['valid', undefined] : ['invalid', ['profile']]);
        const isUpToSign = isTaken && proof.profile === 'tokamak';
        assert.equal(element && BigInt(element), isUpToSign ? pm.element(BigInt(proof.output), modulus) : undefined);
      }
    }
  const tokamak = files.filter(({ proof }) => proof.profile === 'tokamak').map(({ file }) => file);
  assert.equal((await powmod('verify', ...tokamak, '--profile', 'tokamak')).status, 0);
  assert.match(
    (await powmod('verify', tokamak[0] as string, '--iterations', '5')).stdout,
    / {2}invalid: differs from --iterations; tokamak proves an output only up to sign, add --profile tokamak {2}/,
  );
  assert.match(
    (await powmod('verify', tokamak[0] as string, '--profile', 'none')).stderr,
    /^powmod verify: --profile: must be one of/,
  );
});
