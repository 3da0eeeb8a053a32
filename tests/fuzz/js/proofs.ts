// Arbitrary texts as proof files, and what a caller expects of a proof.
import fc from 'fast-check';
import { init, type ProofFile } from 'powmod';
import { makeTrivialPietrzak, makeWesolowski, smallModulus } from '../../support/small-proofs.ts';
import { type Given, noBytes, noInteger, noOptions } from './given.ts';
import { judge, outcomeOf, Refused } from './judge.ts';
import { stillWorks } from './numbers.ts';
import type { Target } from './target.ts';

const pm = await init();
const n = smallModulus(pm);
const seed = new TextEncoder().encode('fuzz');
const originals: ProofFile[] = [
  makeWesolowski(pm, n, seed, 77),
  makeTrivialPietrzak(pm, n, seed, 64),
  { ...makeTrivialPietrzak(pm, n, seed, 50), delta: 6 },
];
const json = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(0, -1, 1.5, 2 ** 53, 1e308, 64, 65, 77, '', '0x', `0x${'0'.repeat(256)}`, `0x${'0'.repeat(2 ** 20)}`),
  fc.array(fc.constantFrom(`0x${'0'.repeat(256)}`, `0x${'0'.repeat(255)}1`), { maxLength: 60 }),
);
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json({ maxDepth: 6 }),
  fc.constantFrom(
    '['.repeat(2 ** 17),
    '{"a":'.repeat(2 ** 15),
    '0'.repeat(2 ** 18),
    `"${'0'.repeat(2 ** 18)}"`,
    '[[]]',
    '{}',
    ' ',
  ),
  fc.tuple(fc.nat(2), fc.nat(), fc.string({ unit: 'binary' })).map(([i, at, junk]) => {
    const text = JSON.stringify(originals[i]);
    return text.slice(0, at % text.length) + junk;
  }),
  // A duplicate key: the last one counts, as in JSON.parse.
  fc
    .tuple(fc.nat(2), json)
    .map(([i, value]) => `{"output": ${JSON.stringify(value)}, "colour": 1, ${JSON.stringify(originals[i]).slice(1)}`),
);

export const proofTexts: Target = {
  name: 'proof-texts',
  property: () =>
    fc.property(texts, fc.boolean(), (text, asBytes) => {
      const malformed = [new Refused([], ['ERR_MALFORMED_PROOF'])];
      judge(
        outcomeOf(() => pm.verify(asBytes ? new TextEncoder().encode(text) : text)),
        malformed,
      );
      stillWorks(pm);
    }),
};

/** Options, and whether the first original meets them. */
const [first] = originals as [ProofFile];
const expectations: Record<string, [right: unknown[], wrong: unknown[]]> = {
  modulus: [
    [n, Buffer.from(first.modulus.slice(2), 'hex')],
    [n + 2n, 'RSA-2048', 3n, 1n],
  ],
  input: [
    [BigInt(first.input), Buffer.from(first.input.slice(2), 'hex')],
    [0n, -1n, BigInt(first.output)],
  ],
  seed: [
    [seed, Buffer.from(seed)],
    [new Uint8Array(), Buffer.from('other')],
  ],
  iterations: [[77], [76, 1, 2 ** 53 - 1]],
  scheme: [['wesolowski'], ['pietrzak']],
  profile: [['powmod-v1'], ['tokamak']],
};

const expectation = fc.constantFrom(...Object.keys(expectations)).chain((name) => {
  const [right, wrong] = expectations[name] as [unknown[], unknown[]];
  const none: fc.Arbitrary<Given> = name === 'seed' ? noBytes : noInteger;
  return fc.oneof(
    fc
      .constantFrom(...right)
      .map((value) => ({ name, label: 'agrees', make: () => value, means: true as boolean | undefined })),
    fc
      .constantFrom(...wrong)
      .map((value) => ({ name, label: 'does not', make: () => value, means: false as boolean | undefined })),
    none
      .filter(({ label }) => label !== 'undefined' && label !== '5')
      .map(({ label, make }) => ({ name, label, make, means: undefined })),
  );
});

export const expected: Target = {
  name: 'expectations',
  property: () =>
    fc.property(fc.array(expectation, { maxLength: 3 }), noOptions, fc.nat(9), (list, none, dice) => {
      if (dice === 0) {
        judge(
          outcomeOf(() => pm.verify(first, none.make() as object)),
          [new Refused(['options'])],
        );
        judge(
          outcomeOf(() => pm.verify(first, { expect: none.make() as object })),
          EXPECT_REFUSED,
        );
        judge(
          outcomeOf(() => pm.verify(first, { challenge: none.make() as { prime: bigint } })),
          [new Refused(['options'])],
        );
        return stillWorks(pm);
      }
      // The last key of a name counts.
      const byName = new Map(list.map((one) => [one.name, one]));
      const expect = Object.fromEntries([...byName].map(([name, one]) => [name, one.make()]));
      const isWrong = [...byName.values()].some(({ means }) => means === undefined);
      const agrees = [...byName.values()].every(({ means }) => means);
      judge(
        outcomeOf(() => pm.verify(first, { expect })),
        isWrong ? EXPECT_REFUSED : [agrees],
      );
      stillWorks(pm);
    }),
};

const EXPECT_REFUSED = [new Refused(['options.expect', 'options'])];
