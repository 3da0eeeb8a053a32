// `powmod/verify`: the same verdicts and errors as an instance gives, by BigInt at first and then by the fastest
// kernel.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { init, MalformedProofError, type ProofFile, type VerifyOptions } from 'powmod';
import * as entry from 'powmod/verify';
import { startChallenge } from '../../../crate/js/src/bigint/challenge.ts';
import { plainHashes } from '../../../crate/js/src/bigint/plain-hashes.ts';
import { profiles } from '../../../crate/js/src/border/types.generated.ts';
import { instances } from '../../support/instances.ts';
import { moduli, oneSquaring } from '../../support/moduli.ts';
import { craftedMutants, originals } from '../../support/mutants.ts';
import { example, runProgram } from '../../support/package.ts';
import { Random } from '../../support/random.ts';
import { firstTier, fresh, lastTier } from '../../support/tiers.ts';
import { readMade, root } from '../../support/vectors.ts';

const pm = await init();
const [wesolowski, pietrzak] = [example('wesolowski-rsa2048'), example('pietrzak-rsa2048')];

const first = await firstTier(wesolowski);
const last = await lastTier(wesolowski);

/** The verdict, or the class and the message of the error. */
async function outcome(verify: () => boolean | Promise<boolean>): Promise<string> {
  try {
    return String(await verify());
  } catch (error) {
    return `${(error as Error).constructor.name}: ${(error as Error).message}`;
  }
}

test('the first tier is BigInt, and the last the kernel that init chooses', () => {
  assert.equal(first.kernel, 'bigint');
  assert.equal(last.kernel, pm.kernel);
  assert.notEqual(pm.kernel, 'bigint');
});

test('outside of pages nothing goes on after a verdict, and the second call has the kernel', () => {
  const program = `${SOME.slice(0, SOME.indexOf('const verdicts'))} let timers = 0;
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (...given) => { timers++; return setTimeout(...given); };
    await entry.verify(proofs[0]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const after = [timers, entry.kernel];
    await entry.verify(proofs[0]);
    console.log(JSON.stringify([...after, entry.kernel]));`;
  assert.deepEqual(printed(program), [0, 'bigint', pm.kernel]);
});

test('what a server never finishes to send is waited for 20 s', () => {
  const hooks = `export const load = (url, context, next) =>
  /fast\\.js/.test(url) ? new Promise(() => {}) : next(url, context);`;
  const program = `import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}));
const { setTimeout } = globalThis;
globalThis.setTimeout = (work, ms) => setTimeout(work, ms === 20_000 ? 50 : ms);
setInterval(() => {}, 10_000);
setTimeout(() => process.exit(1), 20_001);
const { verify, kernel } = await import('powmod/verify');
const proof = ${JSON.stringify(wesolowski)};
console.log(await verify(proof), await verify(proof), kernel);
process.exit();`;
  const { stdout, stderr } = runProgram(program);
  assert.equal(stdout, 'true true bigint\n', stderr);
});

test('every original and crafted mutant has the same verdict or error in both tiers as in an instance', async () => {
  const all = [...originals.map((proof) => ({ what: 'an original', proof })), ...craftedMutants()];
  const seen = new Set<string>();
  for (const { what, proof } of all) {
    for (const profile of profiles) {
      const options = { expect: { profile } };
      const expected = await outcome(() => pm.verify(proof, options));
      seen.add(expected);
      for (const tier of [first, last]) assert.equal(await outcome(() => tier.verify(proof, options)), expected, what);
    }
  }
  assert.ok(seen.has('true') && seen.has('false') && seen.size > 2, `${[...seen]}`);
});

test('each rule refuses a modulus in every kernel and both tiers, and none refuses a strong pseudoprime', async () => {
  const rules = readFileSync(join(root, 'crate/vdf/src/reasons.rs'), 'utf8').matchAll(
    /^\/\/\/ Of a modulus\.\npub const \w+: &str = "(must.*)";$/gm,
  );
  assert.deepEqual(new Set(['', ...[...rules].map(([, rule]) => rule)]), new Set(moduli.map(([, reason]) => reason)));
  for (const [n, reason] of moduli) {
    const expected = reason ? `RangeError: modulus: ${reason}` : 'bigint';
    for (const pm of instances) {
      const seed = Uint8Array.of(1);
      assert.equal(await outcome(() => typeof pm.hashToGroup(seed, n) as never), expected, `${n}, ${pm.kernel}`);
    }
    const proof = oneSquaring(n);
    // The reader of files refuses a longer modulus before its rule does.
    const isLong = reason === 'must have at most 16384 bits';
    for (const options of [undefined, { expect: { modulus: n } }, { allowWeakModulus: true }]) {
      const verdicts = [];
      for (const by of [...instances, first, last]) verdicts.push(await outcome(() => by.verify(proof, options)));
      const isLifted = options?.allowWeakModulus && reason === 'must have at least 1000 bits';
      const refusal = options?.expect
        ? `RangeError: options.expect.modulus: ${reason}`
        : `MalformedProofError: modulus: ${reason}`;
      const expected = isLong ? verdicts[0] : reason && !isLifted ? refusal : 'true';
      assert.deepEqual(new Set(verdicts), new Set([expected]), `${n}`);
      if (isLong) assert.match(verdicts[0] as string, /^MalformedProofError: modulus: .* 1 to 2048 bytes /);
    }
  }
});

test('a list of any length has a verdict for each proof, in its place', async () => {
  const right = oneSquaring(65_537n * 65_539n);
  const other = { ...right, iterations: 2 };
  const proofs = Array.from({ length: 65_540 }, (_, i) =>
    i % 1024 === 0 || i > 65_535 ? right : i % 3 === 0 ? '{}' : other,
  );
  // What the caller expects is checked before the modulus, so that the others cost nothing. BigInt takes one by one.
  for (const [by, most] of [
    [pm, proofs.length],
    [first, 2_050],
    [last, proofs.length],
  ] as const) {
    const list = proofs.slice(0, most);
    const verdicts = await by.verifyBatch(list, { allowWeakModulus: true, expect: { iterations: 1 } });
    assert.equal(verdicts.length, most);
    const wrong = verdicts.findIndex((verdict, i) =>
      list[i] === '{}' ? !(verdict instanceof MalformedProofError) : verdict !== (list[i] === right),
    );
    assert.equal(wrong, -1, `${by.kernel}: ${verdicts[wrong]}`);
  }
});

test('so has every choice of options', async () => {
  const n = BigInt(`0x${readFileSync(join(root, 'crate/vdf/src/rsa-2048.hex'), 'utf8').trim()}`);
  const seed = new TextEncoder().encode('powmod');
  const choices: VerifyOptions[] = [
    { expect: { modulus: 'RSA-2048', seed, iterations: 2 ** 20 } },
    { expect: { modulus: n, input: BigInt(wesolowski.input) } },
    { expect: { modulus: n + 2n } },
    { expect: { modulus: 15n } },
    { expect: { seed: Uint8Array.of(1) } },
    { expect: { iterations: 5 } },
    { expect: { scheme: 'pietrzak' } },
    { expect: { profile: 'tokamak' } },
    { expect: { profile: 'powmod-v1' } },
    { challenge: { prime: 2n ** 127n - 1n } },
    { challenge: { prime: 2n ** 521n - 1n } },
    { challenge: { prime: 2n ** 521n - 3n } },
    { maxDelta: 5 },
    { allowWeakModulus: true },
  ];
  for (const options of choices)
    for (const proof of [wesolowski, pietrzak]) {
      const expected = await outcome(() => pm.verify(proof, options));
      for (const tier of [first, last])
        assert.equal(await outcome(() => tier.verify(proof, options)), expected, JSON.stringify(Object.keys(options)));
    }
});

test('a refusal has the classes of the package, by either entry', async () => {
  for (const tier of [first, last]) {
    await assert.rejects(tier.verify('{}'), MalformedProofError);
    await assert.rejects(tier.verify({ ...wesolowski, modulus: `0x${'f'.repeat(511)}e` } as ProofFile), (error) => {
      assert.ok(error instanceof MalformedProofError && error instanceof entry.PowmodError);
      assert.equal(error.field, 'modulus');
      return true;
    });
  }
  assert.equal(entry.readProof(wesolowski).scheme, 'wesolowski');
});

test('a list has the verdicts of verifyBatch, whichever tier answers', async () => {
  const wrong = { ...wesolowski, output: wesolowski.input } as ProofFile;
  const tokamak = readMade<ProofFile[]>('tokamak-1024').slice(0, 2);
  const list = [wesolowski, wrong, '{}', pietrzak, ...tokamak, { ...pietrzak, iterations: 3 } as ProofFile];
  const shown = (verdicts: unknown[]) => verdicts.map(String);
  for (const options of [
    undefined,
    { batch: true },
    { expect: { scheme: 'pietrzak' } },
    { expect: { profile: 'tokamak' } },
  ] as const) {
    const expected = shown(pm.verifyBatch(list, options));
    assert.deepEqual(shown(await last.verifyBatch(list, options)), expected);
    // The kernel takes over somewhere in the list.
    assert.deepEqual(shown(await (await fresh()).verifyBatch([...list, ...list], options)), [...expected, ...expected]);
  }
  assert.deepEqual(await (await fresh()).verifyBatch([]), []);
  const composite = { challenge: { prime: 2n ** 521n - 3n } };
  for (const tier of [first, last])
    for (const proofs of [[], [wesolowski]])
      await assert.rejects(
        tier.verifyBatch(proofs, composite),
        /^RangeError: options\.challenge\.prime: must be a prime$/,
      );
});

test('the challenge module hashes as other libraries do', () => {
  const hashes = startChallenge();
  assert.ok(hashes);
  const random = new Random();
  const bytes = (length: number) => Uint8Array.from({ length }, () => random.between(0, 255));
  for (let length = 0; length < 300; length++) {
    const message = bytes(length);
    const expected = createHash('sha256').update(message).digest('hex');
    const cut = random.between(0, length);
    for (const parts of [[message], [message.subarray(0, cut), message.subarray(cut)]])
      assert.equal(Buffer.from(hashes.sha256(...parts)).toString('hex'), expected, `${length} bytes`);
  }
  for (let i = 0; i < 40; i++) {
    const seed = bytes(32);
    assert.equal(hashes.hashToPrime(seed), plainHashes.hashToPrime(seed), `seed ${Buffer.from(seed).toString('hex')}`);
  }
});

/** Runs a program, and parses the JSON that it prints. */
function printed(program: string, flags: string[] = []): unknown {
  const { stdout, stderr } = runProgram(program, flags);
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

const SOME = `
  import { readFileSync } from 'node:fs';
  import * as entry from 'powmod/verify';
  const proofs = ['wesolowski', 'pietrzak'].map((name) =>
    JSON.parse(readFileSync(new URL(import.meta.resolve('powmod/examples/' + name + '-rsa2048.json')), 'utf8')));
  const verdicts = [];
  for (const proof of proofs) {
    const wrong = { ...proof, output: proof.input };
    verdicts.push(await entry.verify(proof), await entry.verify(wrong));
  }
`;

test('without WebAssembly BigInt gives every verdict', () => {
  const preload = join(root, 'tests/without-webassembly/preload.mjs');
  const program = `${SOME} await new Promise((resolve) => setTimeout(resolve, 300));
    console.log(JSON.stringify([verdicts, entry.kernel, await entry.verify(proofs[0])]));`;
  assert.deepEqual(printed(program, ['--import', preload]), [[true, false, true, false], 'bigint', true]);
});
