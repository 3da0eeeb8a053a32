import { parseArgs } from 'node:util';
import { bigintModPow, bigintMultiPow } from '../../../../workshop/bigint/mod-pow.js';
import { verify } from '../../../../workshop/bigint/wesolowski.js';
import { seededNumber } from '../../../../workshop/numbers.js';
import { timeInTurn } from '../../../../workshop/timing.js';
import proof from '../../examples/wesolowski-rsa2048.json' with { type: 'json' };
import type { Powmod } from '../powmod.js';
import type { ProofFile } from '../vdf/proof-file.js';
import type { Command, Options } from './command.js';
import { engine, examineKernels } from './info.js';
import { groups, init } from './package.js';

/** A computation to time, by powmod and by native BigInt. */
interface Task {
  name: string;
  powmod(pm: Powmod): unknown;
  bigint(): unknown;
}

const options = {
  quick: { type: 'boolean', about: 'Takes seconds, and is less exact.' },
} as const satisfies Options;

export const bench: Command = {
  summary: 'Times modPow, modPow2, squarings and verify on this machine, each kernel and native BigInt in turn.',
  options,

  async run(args) {
    const { values } = parseArgs({ args, options });
    const timing = values.quick ? { rounds: 5, sampleMs: 5, warmMs: 50 } : { rounds: 25, sampleMs: 20, warmMs: 200 };
    const working = (await examineKernels()).filter(({ error }) => !error);
    const instances = await Promise.all(working.map(({ name }) => init({ kernel: name })));

    console.log(
      `powmod ${POWMOD_VERSION}, ${engine()}: ms per call, the minimum of many; ` +
        'in brackets, how many times as fast as BigInt',
    );
    console.log(row('', ['BigInt', ...instances.map(({ kernel }) => kernel)]));
    for (const { name, powmod, bigint } of TASKS) {
      const expected = bigint();
      for (const pm of instances)
        if (powmod(pm) !== expected) throw new Error(`${name}: ${pm.kernel} and BigInt differ`);
      const cases = [bigint, ...instances.map((pm) => () => powmod(pm))].map((work, i) => ({
        name: String(i),
        run(times: number) {
          for (let j = 0; j < times; j++) work();
        },
      }));
      const timings = Object.values(await timeInTurn(cases, timing)).map(({ min }) => min / 1000);
      const [native = 0, ...ours] = timings;
      const cells = ours.map((time) => `${time.toFixed(3)} (${(native / time).toFixed(1)})`);
      console.log(row(name, [native.toFixed(3), ...cells]));
    }
    return 0;
  },
};

const TASKS: Task[] = [...[1024, 2048, 4096].flatMap(powers), squarings(), verification()];

/** A power, and a product of two powers, modulo a number of `bits` bits. */
function powers(bits: number): Task[] {
  const modulus = seededNumber(bits, 1) | 1n;
  const [x, y] = [seededNumber(bits, 2) % modulus, seededNumber(bits, 3) % modulus];
  const exponent = seededNumber(bits, 4);
  const [a, b] = [seededNumber(256, 5), seededNumber(256, 6)];
  return [
    {
      name: `modPow ${bits}, ${bits} bits`,
      powmod: (pm) => pm.modPow(x, exponent, modulus),
      bigint: () => bigintModPow(x, exponent, modulus),
    },
    {
      name: `modPow ${bits}, 256 bits`,
      powmod: (pm) => pm.modPow(x, a, modulus),
      bigint: () => bigintModPow(x, a, modulus),
    },
    {
      name: `modPow2 ${bits}, 256 bits`,
      powmod: (pm) => pm.modPow2(x, a, y, b, modulus),
      bigint: () =>
        bigintMultiPow(
          [
            [x, a],
            [y, b],
          ],
          modulus,
        ),
    },
  ];
}

/** Squarings one after the other, as of a delay. */
function squarings(): Task {
  const [modulus, times] = [groups['RSA-2048'], 10_000];
  const x = seededNumber(2048, 7) % modulus;
  return {
    name: 'square 2048, 10,000 times',
    powmod(pm) {
      const m = pm.modulus(modulus);
      const y = m.square(x, times);
      m.free();
      return y;
    },
    bigint() {
      let y = x;
      for (let i = 0; i < times; i++) y = (y * y) % modulus;
      return y;
    },
  };
}

function verification(): Task {
  const modulus = groups['RSA-2048'];
  return {
    name: 'verify wesolowski 2048, T = 2^20',
    powmod: (pm) => pm.verify(proof as ProofFile, { expect: { modulus } }),
    bigint: () => verify(proof, modulus),
  };
}

function row(name: string, cells: string[]): string {
  return name.padEnd(34) + cells.map((cell) => cell.padStart(16)).join('');
}
