// The example `ballot`: its two verifiers give the same verdict of everything. It refuses what is no vote and no key.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { toBigint, toBytes } from 'powmod';
import { init } from 'powmod/powers';
import {
  challenge,
  fromJson,
  makeKeys,
  openElection,
  type Selection,
  type Tally,
  toJson,
} from '../../../crate/js/examples/ballot/ballot.mjs';
import * as group from '../../../crate/js/examples/ballot/group.mjs';
import { verify, verifyTally } from '../../../crate/js/examples/ballot/verifier.mjs';
import { throwsRange, throwsType } from '../../support/errors.ts';
import { nativePow } from '../../support/native.js';
import { root } from '../../support/vectors.ts';

const p = toBigint(group.p);
const { secretKey, publicKey } = await makeKeys();
const election = await openElection(publicKey);
const [ballot, other] = [await election.encrypt(1, 'a'), await election.encrypt(0, 'b')];
const tally = await election.tally([ballot, other], secretKey);

const padded = (x: Uint8Array) => Uint8Array.of(0, ...x);
const negative = (x: Uint8Array) => toBytes(p - toBigint(x), x.length);
const beyond = (x: Uint8Array) => toBytes(2n ** BigInt(8 * x.length) - 1n, x.length);
const next = (x: Uint8Array) => toBytes(toBigint(x) + 1n, x.length);
const zero = (x: Uint8Array) => new Uint8Array(x.length);

/** Variants of an object, each with one number that is changed, missing or of another form. */
function* nearly<T extends object>(whole: T): Generator<[string, T]> {
  for (const none of [null, undefined, 5, 'text', {}, [], JSON.parse(JSON.stringify(whole))])
    yield [`${none}`, none as never];
  for (const [part, x] of Object.entries(whole)) {
    const forms: unknown[] = [undefined, null, 7n, 'ff', -1, 0.5, [], new Uint8Array()];
    if (x instanceof Uint8Array)
      forms.push(
        ...[padded, beyond, next, zero].map((change) => change(x)),
        x.subarray(1),
        [...x],
        Uint16Array.from(x),
      );
    if (x instanceof Uint8Array && x.length === group.p.length) forms.push(negative(x), group.p, toBytes(1n, x.length));
    for (const form of forms) yield [`${part}: ${form}`.slice(0, 60), { ...whole, [part]: form }];
  }
}

async function verdictOf(selection: Selection, name: string) {
  const verdicts = [await election.isValid(selection, name), await verify(group, publicKey, selection, name)];
  assert.equal(verdicts[0], verdicts[1]);
  return verdicts[0];
}

async function verdictOfTally(selections: Selection[], tally: Tally) {
  const verdicts = [await election.isTally(selections, tally), await verifyTally(group, publicKey, selections, tally)];
  assert.equal(verdicts[0], verdicts[1]);
  return verdicts[0];
}

test('what tells a vote is wiped', async (t) => {
  const modulus = (await init()).modulus(5n);
  const { mock } = t.mock.method(Object.getPrototypeOf(modulus) as typeof modulus, 'mulAddSecret');
  const given = Object.values(await election.encrypt(1, 'a'));
  const others = mock.calls.map(({ result }) => result as Uint8Array).filter((number) => !given.includes(number));
  assert.ok(others.length > 5);
  for (const number of others) assert.equal(toBigint(number), 0n);
});

test('both verifiers take a ballot under its name, and nothing that is nearly one', async () => {
  assert.ok(await verdictOf(ballot, 'a'));
  assert.ok(await verdictOf(other, 'b'));
  assert.ok(await verdictOf({ ...ballot, more: 1 } as Selection, 'a'));
  assert.ok(!(await verdictOf(ballot, 'b')));
  for (const [what, selection] of nearly(ballot)) assert.equal(await verdictOf(selection, 'a'), false, what);
});

test('both verifiers take the tally of these ballots, and nothing that is nearly one', async () => {
  assert.equal(tally.votes, 1);
  assert.ok(await verdictOfTally([ballot, other], tally));
  assert.ok(await verdictOfTally([other, ballot], tally));
  for (const selections of [[ballot], [other], [], [ballot, ballot]])
    assert.ok(!(await verdictOfTally(selections, tally)));
  assert.ok(await verdictOfTally([], await election.tally([], secretKey)));
  for (const [what, wrong] of nearly(tally)) assert.equal(await verdictOfTally([ballot, other], wrong), false, what);
  for (const votes of [0, 2, Infinity, NaN]) assert.ok(!(await verdictOfTally([ballot, other], { ...tally, votes })));
});

test('another secret key decrypts nothing', async () => {
  const { secretKey } = await makeKeys();
  await assert.rejects(election.tally([ballot, other], secretKey), /^RangeError: no sum up to 2: /);
});

test('a public key is a member of the group other than 1, as long as p', async () => {
  const inLength = [0n, 1n, 5n, p - 1n, p].map((x) => toBytes(x, group.p.length));
  for (const key of [
    ...inLength,
    negative(publicKey),
    padded(publicKey),
    publicKey.subarray(1),
    toBigint(publicKey),
    null,
  ]) {
    await assert.rejects(openElection(key as never), /^RangeError: publicKey: must be 512 bytes, and a member/);
    assert.equal(await verify(group, key as never, ballot, 'a'), false);
    assert.equal(await verifyTally(group, key as never, [ballot, other], tally), false);
  }
});

test('with the key 1, whose proofs hold for every vote, nothing is valid', async () => {
  const [one, q, g] = [toBytes(1n, group.p.length), toBigint(group.q), toBigint(group.g)];
  const power = (base: bigint, exponent: bigint) => toBytes(nativePow(base, exponent, p), group.p.length);
  const scalar = (x: bigint) => toBytes(((x % q) + q) % q, group.q.length);
  const [r, u0, u1] = [2n ** 200n, 3n ** 150n, 5n ** 100n];
  const sum = { alpha: power(g, r), beta: one };
  const c1 = await challenge(one, 'a', [sum.alpha, one, power(g, u0), one, power(g, u1), one]);
  const v1 = scalar(u1 - toBigint(c1) * r);
  assert.equal(await verify(group, one, { ...sum, c0: scalar(0n), c1, v0: scalar(u0), v1 }, 'a'), false);
  const c = await challenge(one, 'tally', [sum.alpha, one, one, power(g, u0), power(toBigint(sum.alpha), u0)]);
  assert.equal(await verifyTally(group, one, [sum], { votes: 5, c, v: scalar(u0) }), false);
});

test('a ballot with −α or −β, whose equations hold, is not valid', async () => {
  const [q, g, K] = [group.q, group.g, publicKey].map(toBigint) as [bigint, bigint, bigint];
  const modQ = (x: bigint) => ((x % q) + q) % q;
  const bytes = (x: bigint) => toBytes(x, group.p.length);
  const power = (base: bigint, exponent: bigint) => nativePow(base, modQ(exponent), p);
  const [r, c1, v1] = [2n ** 200n, 2n ** 100n, 3n ** 150n];
  const [alpha, beta] = [power(g, r), power(K, r)];
  const simulated = [(power(g, v1) * power(alpha, c1)) % p, (power(K, v1 - c1) * power(beta, c1)) % p];
  for (const [isValid, A, B] of [
    [true, alpha, beta],
    [false, p - alpha, beta],
    [false, alpha, p - beta],
  ] as const) {
    // An even challenge hides the sign, and every second one is even.
    for (let u0 = 5n ** 100n; ; u0++) {
      const elements = [A, B, power(g, u0), power(K, u0), ...simulated].map(bytes);
      const c0 = modQ(toBigint(await challenge(publicKey, 'a', elements)) - c1);
      if (c0 & 1n) continue;
      const [c0Bytes, c1Bytes, v0, v1Bytes] = [c0, c1, modQ(u0 - c0 * r), v1].map((x) => toBytes(x, group.q.length));
      const forged = { alpha: bytes(A), beta: bytes(B), c0: c0Bytes, c1: c1Bytes, v0, v1: v1Bytes } as Selection;
      assert.equal(await verdictOf(forged, 'a'), isValid);
      break;
    }
  }
});

test('a selection is the number 0 or 1, and its name a string', async () => {
  for (const selection of ['1', true, 1n, undefined, null, [1]])
    await assert.rejects(election.encrypt(selection as never, 'a'), /^TypeError: selection: must be a number$/);
  for (const selection of [2, 3, 255, 256, 257, -1, 0.5, 1.9, NaN, Infinity, 2 ** 32, 2 ** 32 + 1])
    await assert.rejects(election.encrypt(selection, 'a'), /^RangeError: selection: must be 0 or 1$/);
  for (const name of [undefined, 7])
    await assert.rejects(election.encrypt(1, name as never), /^TypeError: name: must be/);
});

test('ballots, tallies and keys go as text, of one form', async () => {
  const text = toJson({ publicKey, ballots: [ballot, other], names: ['a', 'b'], tally });
  assert.match(text, /^\{"publicKey":"[\da-f]{1024}",/);
  assert.deepEqual(fromJson(text), { publicKey, ballots: [ballot, other], names: ['a', 'b'], tally });
  assert.ok(await verdictOf(fromJson(toJson(ballot)), 'a'));
  for (const beta of ['zz', 7, null, [], {}, '', `0x${'0'.repeat(1022)}`, 'F'.repeat(1024), '0'.repeat(1026)])
    throwsRange(() => fromJson(JSON.stringify({ beta })), /^beta: must be 1024 hexadecimal digits$/);
  throwsRange(() => fromJson('{"c0":"-0"}'), /^c0: must be 64 hexadecimal digits$/);
  throwsType(() => toJson({ alpha: 'ff' }), /Uint8Array/);
});

test('the example has all types, and imports no more than powers', () => {
  const requireOf = createRequire(join(root, 'crate/js/package.json'));
  const ts = requireOf('typescript') as typeof import('../../../crate/js/node_modules/typescript/lib/typescript.js');
  const files = ['ballot', 'group', 'verifier'].map((name) => join(root, `crate/js/examples/ballot/${name}.mjs`));
  const [module, target] = [ts.ModuleKind.NodeNext, ts.ScriptTarget.ES2022];
  const options = {
    strict: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module,
    target,
  };
  const program = ts.createProgram(files, options);
  const found = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => [file?.fileName, messageText]);
  assert.deepEqual(found, []);
  const imports = files.flatMap((file) => ts.preProcessFile(ts.sys.readFile(file) ?? '').importedFiles);
  assert.deepEqual([...new Set(imports.map(({ fileName }) => fileName))].sort(), ['./group.mjs', 'powmod/powers']);
});
