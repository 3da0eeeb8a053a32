// Arbitrary texts as proof files.
import fc from 'fast-check';
import { init, type ProofFile } from 'powmod';
import { makeTrivialPietrzak, makeWesolowski, smallModulus } from '../../support/small-proofs.ts';
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
