// Objects that are kept in wasm, in any order of making, using and freeing, and of instances that fail. A model
// predicts the outcome of each call.
import fc from 'fast-check';
import { init, type Powmod } from 'powmod';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { kernelFile } from '../../support/package.ts';
import { withTrap } from '../../support/sabotage.ts';
import { judge, outcomeOf, Refused } from './judge.ts';
import { stillWorks } from './numbers.ts';
import { nativePow } from './oracle.ts';
import type { Target } from './run.ts';

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

/** The result, or the refusal if the object is gone. */
function judgeUse(model: Model, thing: Thing, use: () => unknown, answer: unknown): void {
  const name = gone(thing, model.life);
  judge(outcomeOf(use), [name === undefined ? answer : new Refused([thing.kind, name])]);
}

const LONG = (1n << 64n) - 59n;

abstract class Command implements fc.Command<Model, Real> {
  readonly number: number;
  readonly value: bigint;
  constructor(number: number, value: bigint) {
    this.number = number;
    this.value = value;
  }
  check(): boolean {
    return true;
  }
  abstract run(model: Model, real: Real): void;
  toString(): string {
    return `${this.constructor.name}(${this.number}, ${this.value})`;
  }
}

class MakeModulus extends Command {
  run(model: Model, { pm }: Real) {
    const n = this.value + 2n;
    model.things.push({ kind: 'modulus', n, real: pm.modulus(n), owner: undefined, life: model.life, isFreed: false });
  }
}

class MakeTable extends Command {
  run(model: Model) {
    const owner = pick(model, this.number, 'modulus');
    if (!owner) return;
    const kept = owner.real as Kept;
    const kind = this.value % 2n === 0n ? 'fixedBase' : 'tables';
    const make = () => (kind === 'fixedBase' ? kept.fixedBase(3n, { maxBits: 64 }) : kept.tables([3n, 5n]));
    const outcome = outcomeOf(make);
    if (gone(owner, model.life)) return judge(outcome, [new Refused(['modulus'])]);
    if ('error' in outcome) throw outcome.error;
    const real = outcome.value as { free(): void };
    model.things.push({ kind, n: owner.n, real, owner, life: model.life, isFreed: false });
  }
}

class Use extends Command {
  run(model: Model) {
    const thing = pick(model, this.number);
    if (thing) use(model, thing, this.value, undefined);
  }
}

/** Options whose getter frees the object in use. */
class UseWhileFreeing extends Command {
  run(model: Model) {
    const thing = pick(model, this.number);
    if (!thing) return;
    const options = {
      get as() {
        thing.real.free();
        thing.isFreed = true;
        return 'bigint';
      },
    };
    use(model, thing, this.value, options as { as: 'bigint' });
  }
}

function use(model: Model, thing: Thing, value: bigint, options: { as: 'bigint' } | undefined): void {
  const { n, kind, real } = thing;
  const power = nativePow(3n, value, n);
  const answers = { modulus: power, fixedBase: power, tables: (power * nativePow(5n, value, n)) % n };
  const calls = {
    modulus: () => (real as Kept).pow(3n, value, options),
    fixedBase: () => (real as ReturnType<Kept['fixedBase']>).pow(value, options),
    tables: () => (real as ReturnType<Kept['tables']>).multiPow([value, value], options),
  };
  const outcome = outcomeOf(calls[kind]);
  judgeUse(
    model,
    thing,
    () => {
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    },
    answers[kind],
  );
}

class Free extends Command {
  run(model: Model) {
    const thing = pick(model, this.number);
    thing?.real.free();
    if (thing) thing.isFreed = true;
  }
}

/** A build in which inverses trap. */
class Die extends Command {
  run(model: Model, { pm }: Real) {
    model.life++;
    judge(
      outcomeOf(() => pm.modInv(3n, this.value + 2n)),
      [new Refused([], ['ERR_FAULT'])],
    );
  }
}

class DieBeforeUse extends Command {
  run(model: Model, { pm }: Real) {
    const thing = pick(model, this.number);
    if (!thing) return;
    const options = {
      get as() {
        model.life++;
        outcomeOf(() => pm.modInv(3n, 7n));
        return 'bigint';
      },
    };
    use(model, thing, this.value, options as { as: 'bigint' });
  }
}

class Plain extends Command {
  run(_model: Model, { pm }: Real) {
    // An instance remembers fewer than nine moduli.
    for (let i = 0n; i < 9n; i++)
      judge(
        outcomeOf(() => pm.modPow(3n, this.value, LONG - i)),
        [nativePow(3n, this.value, LONG - i)],
      );
  }
}

const module = withTrap(kernelFile('scalar'), operations.inv);

/** The commands with their weights. A failure of the instance takes the longest, so its weight is small. */
const KINDS: [new (number: number, value: bigint) => Command, often: number][] = [
  [MakeModulus, 4],
  [MakeTable, 4],
  [Use, 8],
  [UseWhileFreeing, 3],
  [Free, 3],
  [Plain, 2],
  [Die, 1],
  [DieBeforeUse, 1],
];
const commands = KINDS.flatMap(([Kind, often]) =>
  new Array<fc.Arbitrary<Command>>(often).fill(
    fc.tuple(fc.nat(20), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })).map(([number, value]) => new Kind(number, value)),
  ),
);

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
