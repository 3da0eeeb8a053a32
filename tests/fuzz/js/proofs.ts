// Changed proof files, as objects, text and bytes. A file is valid only if it means the same as the original.
import fc from 'fast-check';
import { init, type MalformedProofError, type ProofFile } from 'powmod';
import { makeTrivialPietrzak, makeWesolowski, smallModulus } from '../../support/small-proofs.ts';
import { type Given, noBytes, noInteger, noOptions } from './given.ts';
import { judge, type Outcome, outcomeOf, Refused } from './judge.ts';
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
const FIELDS = ['scheme', 'profile', 'modulus', 'input', 'output', 'iterations', 'proof', 'delta'];

/** A change at one place. */
type Change = (proof: Record<string, unknown>) => void;

/** The text of a field with one digit or character replaced. */
function edited(text: string, place: number, character: string): string {
  const at = place % (text.length + 1);
  return text.slice(0, at) + character + text.slice(at + (place % 3 === 0 ? 0 : 1));
}

const field = fc.constantFrom(...FIELDS);
const json = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(0, -1, 1.5, 2 ** 53, 1e308, 64, 65, 77, '', '0x', `0x${'0'.repeat(256)}`, `0x${'0'.repeat(2 ** 20)}`),
  fc.array(fc.constantFrom(`0x${'0'.repeat(256)}`, `0x${'0'.repeat(255)}1`), { maxLength: 60 }),
);
const named = fc.oneof(field, fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'then', 'length'));

function change(label: string, change: Change): Change {
  return Object.assign(change, { [fc.toStringMethod]: () => label });
}

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(named, json).map(([name, value]) =>
    change(`${name} = ${JSON.stringify(value)?.slice(0, 80)}`, (proof) => {
      Object.defineProperty(proof, name, { value, enumerable: true, configurable: true, writable: true });
    }),
  ),
  fc
    .tuple(field, fc.nat(), fc.constantFrom('0', 'f', 'F', ' ', '', 'x', '\0', '"', '\u0967'))
    .map(([name, place, character]) =>
      change(`${name}: ${character} at ${place}`, (proof) => {
        if (typeof proof[name] === 'string') proof[name] = edited(proof[name], place, character);
      }),
    ),
  field.map((name) =>
    change(`no ${name}`, (proof) => {
      delete proof[name];
    }),
  ),
);

const FORMS: Record<string, (proof: object) => unknown> = {
  object: (proof) => proof,
  text: (proof) => JSON.stringify(proof),
  bytes: (proof) => Buffer.from(JSON.stringify(proof)),
  'a proxy': (proof) => new Proxy(proof, {}),
  getters: (proof) =>
    new (class {
      constructor() {
        for (const [name, value] of Object.entries(proof))
          Object.defineProperty(this, name, { get: () => value, enumerable: true });
      }
    })(),
};

const mutant = fc.record({
  original: fc.nat(originals.length - 1),
  changes: fc.array(changes, { maxLength: 2 }),
  form: fc.constantFrom(...Object.keys(FORMS)),
});

/** Whether a changed proof means the same as the original. */
function same(a: object, b: object): boolean {
  const fields = (proof: object) =>
    JSON.stringify(FIELDS.map((name) => (proof as Record<string, unknown>)[name] ?? `${name in proof}`));
  return Object.keys(a).every((name) => FIELDS.includes(name)) && fields(a) === fields(b);
}

/** Whether a result for a changed proof is allowed. */
function judgeProof(outcome: Outcome, isSame: boolean): void {
  judge(outcome, isSame ? [true] : [false, new Refused([], ['ERR_MALFORMED_PROOF'])]);
  if (!('error' in outcome)) return;
  const { field, reason, message } = outcome.error as MalformedProofError;
  if (message !== `${field}: ${reason}`) throw new Error(`its message is ${message}`);
}

/** A trivial Pietrzak proof may have several deltas, because nothing is left to prove. */
function remainsValid(changed: Record<string, unknown>, original: ProofFile): boolean {
  if (original.scheme !== 'pietrzak' || changed.delta === null) return same(changed, original);
  const { delta = 10 } = changed;
  const least = Math.ceil(Math.log2(original.iterations));
  const isAllowed = typeof delta === 'number' && Number.isInteger(delta) && delta >= least && delta <= 10;
  return same({ ...changed, delta: 10 }, { ...original, delta: 10 }) && isAllowed;
}

export const proofs: Target = {
  name: 'proofs',
  property: () =>
    fc.property(mutant, ({ original, changes, form }) => {
      const source = originals[original] as ProofFile;
      const proof: Record<string, unknown> = structuredClone(source) as unknown as Record<string, unknown>;
      for (const change of changes) change(proof);
      const given = FORMS[form]?.(proof);
      const read = form === 'text' || form === 'bytes' ? JSON.parse(JSON.stringify(proof)) : proof;
      const isSame = remainsValid(read, source);
      judgeProof(
        outcomeOf(() => pm.verify(given as string)),
        isSame,
      );
      const [one] = pm.verifyBatch([given as string]);
      judgeProof(typeof one === 'boolean' ? { value: one } : { error: one }, isSame);
      if (({} as Record<string, unknown>).as !== undefined) throw new Error('every object has an option');
      if (!pm.verify(source)) throw new Error('the original is not valid any more');
    }),
};

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
