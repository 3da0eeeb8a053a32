// Objects that are kept in wasm, in any order of making, using and freeing, and of instances that fail. A model
// predicts the outcome of each call.
import fc from 'fast-check';
import { init, type Powmod } from 'powmod';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { nativePow } from '../../support/native.js';
import { kernelFile } from '../../support/package.ts';
import { withTrap } from '../../support/sabotage.ts';
import { judge, judgeCall, outcomeOf, Refused } from './judge.ts';
import { stillWorks } from './numbers.ts';
import type { Target } from './target.ts';

type Kept = ReturnType<Powmod['modulus']>;

/** A kept object, and its modulus if it is not a modulus itself. */
interface Thing {
  kind: 'modulus' | 'fixedBase' | 'tables';
  n: bigint;
  real: { free(): void };
  owner: Thing | undefined;
  /** The life of the instance in which the object was made. Each failure of the instance begins another life. */
  life: number;
  isFreed: boolean;
}

interface Model {
  things: Thing[];
  life: number;
}

interface Real {
  pm: Powmod;
}

/** The object with this number, modulo the number of objects. */
function pick(model: Model, number: number, kind?: Thing['kind']): Thing | undefined {
  const things = model.things.filter((thing) => kind === undefined || thing.kind === kind);
  return things[number % Math.max(things.length, 1)];
}

/** The name in the error for an object that cannot be used; undefined if the object can be used. */
function gone(thing: Thing, life: number): string | undefined {
  if (thing.isFreed || thing.life !== life) return thing.kind;
  return thing.owner && gone(thing.owner, life);
}

const LONG = (1n << 64n) - 59n;

/** Uses an object: the result, or the refusal if it is gone. `first` runs while the options are read. */
function use(model: Model, thing: Thing, value: bigint, first: (() => void) | undefined): void {
  const { n, kind, real } = thing;
  const options = first && {
    get as() {
      first();
      return 'bigint' as const;
    },
  };
  const power = nativePow(3n, value, n);
  const answers = { modulus: power, fixedBase: power, tables: (power * nativePow(5n, value, n)) % n };
  const calls = {
    modulus: () => (real as Kept).pow(3n, value, options),
    fixedBase: () => (real as ReturnType<Kept['fixedBase']>).pow(value, options),
    tables: () => (real as ReturnType<Kept['tables']>).multiPow([value, value], options),
  };
  const outcome = outcomeOf(calls[kind]);
  const name = gone(thing, model.life);
  judge(outcome, [name === undefined ? answers[kind] : new Refused([kind, name])]);
}

function free(thing: Thing): void {
  thing.real.free();
  thing.isFreed = true;
}

/** A command with two random numbers, and how often it comes. A failure of the instance takes the longest. */
interface Kind {
  often: number;
  run(model: Model, real: Real, number: number, value: bigint): void;
}

const KINDS: Record<string, Kind> = {
  makeModulus: {
    often: 4,
    run(model, { pm }, _, value) {
      const n = value + 2n;
      const { life } = model;
      model.things.push({ kind: 'modulus', n, real: pm.modulus(n), owner: undefined, life, isFreed: false });
    },
  },
  makeTable: {
    often: 4,
    run(model, _, number, value) {
      const owner = pick(model, number, 'modulus');
      if (!owner) return;
      const kept = owner.real as Kept;
      const kind = value % 2n === 0n ? 'fixedBase' : 'tables';
      const make = () => (kind === 'fixedBase' ? kept.fixedBase(3n, { exponentBits: 64 }) : kept.tables([3n, 5n]));
      const outcome = outcomeOf(make);
      if (gone(owner, model.life)) return judge(outcome, [new Refused(['modulus'])]);
      if ('error' in outcome) throw outcome.error;
      const real = outcome.value as { free(): void };
      model.things.push({ kind, n: owner.n, real, owner, life: model.life, isFreed: false });
    },
  },
  use: {
    often: 8,
    run(model, _, number, value) {
      const thing = pick(model, number);
      if (thing) use(model, thing, value, undefined);
    },
  },
  /** Options whose getter frees the object in use. */
  useWhileFreeing: {
    often: 3,
    run(model, _, number, value) {
      const thing = pick(model, number);
      if (thing) use(model, thing, value, () => free(thing));
    },
  },
  free: {
    often: 3,
    run(model, _, number) {
      const thing = pick(model, number);
      if (thing) free(thing);
    },
  },
  plain: {
    often: 2,
    run(_, { pm }, __, value) {
      // An instance remembers fewer than nine moduli.
      for (let i = 0n; i < 9n; i++) judgeCall(() => pm.modPow(3n, value, LONG - i), [nativePow(3n, value, LONG - i)]);
    },
  },
  /** A build in which inverses trap. */
  die: {
    often: 1,
    run(model, { pm }, _, value) {
      model.life++;
      judgeCall(() => pm.modInv(3n, value + 2n), [new Refused([], ['ERR_FAULT'])]);
    },
  },
  dieBeforeUse: {
    often: 1,
    run(model, { pm }, number, value) {
      const thing = pick(model, number);
      if (!thing) return;
      use(model, thing, value, () => {
        model.life++;
        outcomeOf(() => pm.modInv(3n, 7n));
      });
    },
  },
};

const commands = Object.entries(KINDS).flatMap(([name, { often, run }]) =>
  new Array<fc.Arbitrary<fc.Command<Model, Real>>>(often).fill(
    fc.tuple(fc.nat(20), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })).map(
      ([number, value]): fc.Command<Model, Real> => ({
        check: () => true,
        run: (model, real) => run(model, real, number, value),
        toString: () => `${name}(${number}, ${value})`,
      }),
    ),
  ),
);

const module = withTrap(kernelFile('scalar'), operations.inv);

export const lifetimes: Target = {
  name: 'lifetimes',
  async property() {
    const pm = await init({ kernel: 'scalar', wasm: () => module });
    return fc.property(fc.commands(commands, { maxCommands: 60, size: '+1' }), (list) => {
      fc.modelRun(() => ({ model: { things: [], life: 0 }, real: { pm } }), list);
      stillWorks(pm);
    });
  },
};
