// Two provers and two verifiers, powmod's and the Python ones of this folder. Each verifier accepts the proofs of both
// provers, and both refuse the same proofs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { init, MalformedProofError, type ProofFile } from 'powmod';
import { createPool, type ProofTask } from 'powmod/pool';
import { run } from '../../crate/build/run.mjs';
import { profiles } from '../../crate/js/src/border/types.generated.ts';
import { blocksOf } from '../../workshop/markdown.mjs';
import { PYTHON, pythonEnvironment } from '../../workshop/programs/python.mjs';
import { contentOf, craftedMutants, type Mutant, originals, randomMutants } from '../support/mutants.ts';
import { example } from '../support/package.ts';
import { Random } from '../support/random.ts';
import { namesOfMade, ofItsProfile, readMade, readVector, tokamakProofs } from '../support/vectors.ts';
import { ask, type Task } from './oracle.ts';

const pm = await init();
/** Makes proofs with powmod. */
async function prove(tasks: Task[]): Promise<ProofFile[]> {
  await using pool = await createPool();
  return await Promise.all(
    tasks.map(({ seed, modulus, ...task }) =>
      pool.prove({
        ...task,
        modulus: modulus === 'RSA-2048' ? modulus : BigInt(modulus),
        seed: new TextEncoder().encode(seed),
      } as ProofTask),
    ),
  );
}

const made = fileURLToPath(new URL('proofs/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'powmod-vectors-'));
after(() => rmSync(folder, { recursive: true }));

/** Python's verdict on each proof. */
function answersTo(proofs: unknown[]): Promise<string[]> {
  return ask(
    'verify',
    proofs.map((proof) => ({ proof })),
  );
}

/** Files that take a minute or two to make. */
const LARGE = ['pietrzak-large', 'wesolowski-large'];

test('making the vectors again gives the same bytes', async () => {
  await run(PYTHON, ['tests/vectors/make.py', folder, '--without-large'], { env: pythonEnvironment });
  const again = readdirSync(folder);
  assert.deepEqual([...again, ...LARGE.map((name) => `${name}.json`)].sort(), readdirSync(made).sort());
  for (const name of again) assert.ok(readFileSync(join(folder, name)).equals(readFileSync(join(made, name))), name);
});

describe('Python verifies', () => {
  test('the examples, and its own large proofs', async () => {
    const proofs = [
      example('wesolowski-rsa2048'),
      example('pietrzak-rsa2048'),
      ...LARGE.flatMap((name) => readMade(name)),
    ];
    assert.deepEqual(
      await answersTo(proofs),
      proofs.map(() => 'valid'),
    );
  });

  test('the proofs of powmod, which are equal to its own', async () => {
    const [small, long] = ['1024', '3072'].map((bits) => (readMade(`wesolowski-${bits}`)[0] as ProofFile).modulus);
    const tasks: Task[] = [];
    for (const modulus of [small, long, 'RSA-2048'] as string[]) {
      for (const iterations of [1, 2, 3, 100, 127, 512]) {
        const task = { seed: `ours ${iterations}`, profile: 'powmod-v1', modulus, iterations };
        tasks.push({ ...task, scheme: 'wesolowski' });
        for (const delta of [0, 3, 10]) tasks.push({ ...task, scheme: 'pietrzak', delta });
        if (Number.isInteger(Math.log2(iterations)))
          for (const delta of [0, 3]) tasks.push({ ...task, scheme: 'pietrzak', profile: 'tokamak', delta });
      }
    }
    const proofs = await prove(tasks);
    const theirs = (await ask('prove', tasks)).map(({ proof }) => proof);
    assert.deepEqual(proofs, theirs);
    for (const answer of await answersTo(proofs)) assert.equal(answer, 'valid');
    for (const proof of proofs) assert.equal(pm.verify(proof, ofItsProfile(proof)), true);
  });

  test('the proofs of other provers in the profile tokamak', async () => {
    const proofs = tokamakProofs();
    assert.deepEqual(
      await answersTo(proofs.map(({ proof }) => proof)),
      proofs.map(({ isValid }) => (isValid ? 'valid' : 'invalid')),
    );
  });
});

const random = new Random();

const mutants: Mutant[] = [...craftedMutants()];
for (const mutant of randomMutants(random)) {
  mutants.push(mutant);
  if (mutants.length === 1000) break;
}
// The questions to Python are lines of JSON, so a mutant that is not JSON cannot be sent.
const objects = mutants.flatMap(({ what, proof }) => {
  const object = contentOf(proof);
  return object === undefined ? [] : [{ what, proof: object as ProofFile }];
});

test(`both verifiers give the same results for mutants, POWMOD_SEED=${random.seed}`, async () => {
  assert.ok(objects.length > 800);
  const answers = await answersTo(objects.map(({ proof }) => proof));
  for (const [i, { what, proof }] of objects.entries())
    assert.equal(answers[i]?.split(' ')[0], verdict(proof), `${what}: ${answers[i]}`);
});

test(`the file of the guide agrees, on Python's own library, POWMOD_SEED=${random.seed}`, () => {
  // The guide's file knows one profile, and takes no modulus but the one that it is told.
  const guide = readFileSync(new URL('../../www/docs/guides/16-verify-elsewhere.md', import.meta.url), 'utf8');
  const { code } = blocksOf(guide).find(({ name }) => name === 'verify.py') as { code: string };
  const vectors = namesOfMade()
    .flatMap((name) => readMade(name))
    .filter(({ profile }) => profile === 'powmod-v1')
    .map((proof) => ({ what: 'a vector', proof, modulus: proof.modulus as string }));
  const changed = objects.map(({ what, proof }) => ({ what, proof, modulus: originals[0]?.modulus as string }));
  const short = vectors.find(({ proof }) => proof.proof.length === 0) as (typeof vectors)[number];
  const rewritten = Object.entries({
    '"proof":""': '"proof":[]',
    '"proof":{}': '"proof":[]',
    '"delta":0.0': '"delta":0',
    '"iterations":1.0': '"iterations":1',
    '"modulus":5': `"modulus":"${short.modulus}"`,
  }).map(([to, from]) => ({ ...short, what: to, text: JSON.stringify(short.proof).replace(from, to) }));
  const written = [...vectors, ...changed].map((row) => ({ ...row, text: JSON.stringify(row.proof) }));
  const asked = [...written, ...rewritten];
  const { stdout } = spawnSync('python3', ['-I', '-S', '-c', code.split('if __name__')[0] + EACH_LINE], {
    encoding: 'utf8',
    input: asked.map(({ text, modulus }) => JSON.stringify({ text, modulus })).join('\n'),
  });
  const verdicts = stdout.trim().split('\n');
  for (const [i, { what, proof, modulus, text }] of asked.entries()) {
    const isKnown = proof?.profile === 'powmod-v1' && proof.modulus === modulus;
    if (isKnown) assert.equal(verdicts[i], verdict(text), `the guide: ${what}`);
    else assert.notEqual(verdicts[i], 'valid', `the guide: ${what}`);
  }
  assert.ok(vectors.length >= 40 && verdicts.slice(0, vectors.length).every((answer) => answer === 'valid'));
});

/** The verdicts of the guide's Python on lines of JSON. */
const EACH_LINE = `
for line in sys.stdin:
    row = json.loads(line)
    n = RSA_2048 if row["modulus"] == "RSA-2048" else int(row["modulus"], 16)
    try:
        print("valid" if verify(row["text"], n=n) else "invalid")
    except ValueError:
        print("malformed")
`;

function verdict(proof: ProofFile | string): string {
  try {
    return profiles.some((profile) => pm.verify(proof, { expect: { profile } })) ? 'valid' : 'invalid';
  } catch (error) {
    if (error instanceof MalformedProofError) return 'malformed';
    throw error;
  }
}

describe('Python computes the worked examples', () => {
  test('inputs from seeds', async () => {
    const { rows } = readVector<{ rows: { modulus: string; seed: string; input: string; folded: boolean }[] }>(
      'protocol/input.json',
    );
    const answers = await ask(
      'input',
      rows.map(({ modulus, seed }) => ({ modulus, seed })),
    );
    assert.deepEqual(
      answers,
      rows.map(({ input, folded }) => ({ input, folded })),
    );
  });

  for (const name of ['wesolowski-1000', 'pietrzak-1001', 'pietrzak-tokamak-1024']) {
    test(`${name}, with every intermediate value`, async () => {
      const {
        note: _,
        seed = 'powmod',
        ...example
      } = readVector<{ note: string; seed?: string; proof: ProofFile }>(`protocol/${name}.json`);
      const { scheme, profile, modulus, iterations } = example.proof;
      const delta = 'delta' in example.proof ? { delta: example.proof.delta as number } : {};
      assert.deepEqual(await ask('prove', [{ seed, scheme, profile, modulus, iterations, ...delta }]), [example]);
    });
  }

  test('a tokamak proof, which proves its output up to sign', async () => {
    const { proof } = readVector<{ proof: ProofFile }>('protocol/pietrzak-tokamak-sign.json');
    assert.deepEqual(await ask('verify', [{ proof }]), ['valid']);
  });
});
