// Evaluations and proofs by a pool, with arbitrary tasks and changed checkpoints.
import fc from 'fast-check';
import { init, type ProofFile } from 'powmod';
import { createPool, type Pool } from 'powmod/pool';
import { smallModulus } from '../../support/small-proofs.ts';
import { form, type Given, naturals, noBytes, noInteger, noOptions, sometimes } from './given.ts';
import { judge, outcomeOfPromise, Refused } from './judge.ts';
import { nativePow } from './oracle.ts';
import type { Target } from './target.ts';

const pm = await init();
const n = smallModulus(pm);
const seed = new TextEncoder().encode('fuzz');
const x = pm.hashToGroup(seed, n);
let pool: Pool;

type Field = Given<unknown> & { name: string };
const field = (name: string, from: fc.Arbitrary<Given<unknown>>): fc.Arbitrary<Field> =>
  from.map((given) => ({ ...given, name }));
const plain = (...values: unknown[]) =>
  fc
    .constantFrom(...values)
    .map((value): Given<unknown> => ({ label: String(value), make: () => value, means: value }));

/** A wrong field of a task. `undefined` omits the field, which is wrong for some of them. */
const wrong: fc.Arbitrary<Field> = fc.oneof(
  field('modulus', noInteger),
  field(
    'modulus',
    plain(0n, -n, n + 1n, 2n ** 1279n - 1n, 3n, 'RSA-1').map(({ label, make }) => ({ label, make })),
  ),
  field(
    'input',
    noInteger.filter(({ label }) => label !== 'undefined'),
  ),
  field(
    'input',
    plain(-1n, 0n, n, n + 1n).map(({ label, make }) => ({ label, make })),
  ),
  field(
    'iterations',
    fc.oneof(
      noInteger.filter(({ label }) => label !== '5'),
      plain(0, -1, 1.5, 2 ** 53).map(({ label, make }) => ({ label, make })),
    ),
  ),
  field(
    'scheme',
    plain('', 'snark', 5, null, '__proto__').map(({ label, make }) => ({ label, make })),
  ),
  field(
    'memory',
    plain(-1, 1.5, '5', null, 2 ** 33).map(({ label, make }) => ({ label, make })),
  ),
  field(
    'seed',
    noBytes.filter(({ label }) => label !== 'undefined'),
  ),
  field(
    'colour',
    plain('blue').map(({ label, make }) => ({ label, make })),
  ),
);

const task = fc.record({
  iterations: fc.integer({ min: 1, max: 600 }),
  input: fc.oneof(naturals(1000), fc.constantFrom(1n, n - 1n, x)).map((value) => (value % (n - 1n)) + 1n),
  form: fc.constantFrom('bigint', 'Uint8Array', 'Buffer', 'a subclass that lies'),
  scheme: fc.constantFrom('wesolowski', 'pietrzak', undefined),
  memory: fc.constantFrom(0, 1, 1000, 2 ** 20, undefined),
});

export const evaluations: Target = {
  name: 'evaluations',
  async property() {
    pool = await createPool({ workers: 1 });
    return fc.asyncProperty(task, sometimes(wrong), fc.nat(40), noOptions, async (task, wrong, dice, none) => {
      const { iterations, input, scheme, memory } = task;
      const given = { modulus: n, input: form(input, task.form, 0).make() as bigint, iterations, scheme, memory };
      const changed = wrong === undefined ? given : { ...given, [wrong.name]: wrong.make() };
      const expected =
        wrong === undefined
          ? nativePow(input, 1n << BigInt(iterations), n)
          : new Refused([wrong.name, 'input', 'task']);
      const outcome = await outcomeOfPromise(async () => {
        const result = await pool.evaluate(
          (dice === 0 ? none.make() : changed) as never,
          (dice === 1 ? none.make() : undefined) as never,
        );
        return result.output;
      });
      const refusals = {
        0: new Refused(['task']),
        1: new Refused(wrong === undefined ? ['options'] : ['options', wrong.name, 'input', 'task']),
      };
      judge(outcome, [dice === 0 || dice === 1 ? refusals[dice] : expected]);
    });
  },
  end: () => pool.close(),
};

const T = 96;
/** A change of a checkpoint. */
const damage = fc.oneof(
  fc.constant({ label: 'nothing', make: (bytes: Uint8Array) => bytes }),
  fc.tuple(fc.nat(), fc.nat(7)).map(([at, bit]) => ({
    label: `bit ${bit} at ${at}`,
    make(bytes: Uint8Array) {
      const copy = bytes.slice();
      copy[at % copy.length] = (copy[at % copy.length] as number) ^ (1 << bit);
      return copy;
    },
  })),
  fc.nat().map((length) => ({
    label: `cut at ${length}`,
    make: (bytes: Uint8Array) => bytes.slice(0, length % bytes.length),
  })),
  fc
    .uint8Array({ maxLength: 300 })
    .map((tail) => ({ label: `and ${tail}`, make: (bytes: Uint8Array) => Buffer.concat([bytes, tail]) })),
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => ({ label: `${bytes}`, make: () => bytes })),
);

export const checkpoints: Target = {
  name: 'checkpoints',
  async property() {
    pool = await createPool({ workers: 1 });
    const y = nativePow(x, 1n << BigInt(T), n);
    const { checkpoints: whole } = await pool.evaluate({ modulus: n, seed, iterations: T });
    return fc.asyncProperty(
      damage,
      fc.constantFrom('evaluate', 'wesolowski', 'pietrzak'),
      fc.boolean(),
      async (damage, use, isOther) => {
        const bytes = damage.make(whole);
        const isWhole = Buffer.compare(bytes, whole) === 0 && !isOther;
        const statement = { modulus: n, seed, iterations: isOther ? T + 1 : T };
        const outcome = await outcomeOfPromise(async () => {
          if (use === 'evaluate') return (await pool.evaluate(statement, { checkpoint: bytes })).output;
          const proof = await pool.prove({
            ...statement,
            scheme: use as ProofFile['scheme'],
            evaluation: { checkpoints: bytes },
          });
          if (!pm.verify(proof, { expect: statement })) throw new Error('it made a proof that is not valid');
          return BigInt(proof.output);
        });
        const right = use === 'evaluate' ? y : pm.element(y, n);
        // No checkpoint is valid too: the evaluation then starts at its beginning.
        judge(outcome, [isWhole ? right : new Refused([], ['ERR_CHECKPOINT'])]);
      },
    );
  },
  end: () => pool.close(),
};
