// Measures this device in a worker. The page cancels a measurement by terminating the worker.
import { init, type KernelChoice, type Powmod, PowmodError } from 'powmod';
import { bigintModPow } from '../../../workshop/bigint/mod-pow.js';
import { wasmKernels } from '../../../workshop/kernels.js';
import { init as initMethods } from '../../../workshop/methods/dist/index.js';
import { isSensible, METHODS, operands, timeMethods } from '../../../workshop/methods.js';
import { clockStep, repeat, timeInTurn } from '../../../workshop/timing.js';
import { breathe } from './breathe.ts';
import { type KernelReport, type Reply, SIZES } from './messages.ts';

const BITS = 2048;

const send = (reply: Reply) => postMessage(reply);

measure().then(
  () => send({ kind: 'finished' }),
  (error: unknown) => send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
);

async function measure() {
  const shapes = [1, 2].flatMap((bases) =>
    SIZES.flatMap((bits) => SIZES.map((exponentBits) => ({ bits, exponentBits, bases }))),
  );
  const total = 2 + shapes.length;
  let done = 0;
  const step = (what: string) => send({ kind: 'step', done: done++, total, what });

  step('Testing the kernels');
  const pm = await init();
  const working = await testKernels(pm.choice);

  step('Timing modular exponentiation');
  // A sample must last many steps of the clock.
  const sampleMs = Math.max(2, 10 * clockStep());
  const rounds = Math.max(3, Math.min(9, Math.round(30 / sampleMs)));
  await timePowers(working, { rounds: 5, sampleMs: Math.max(20, sampleMs), warmMs: 60, breathe });

  const studied = await initMethods();
  for (const shape of shapes) {
    const { bits, exponentBits, bases } = shape;
    step(
      `Timing methods for ${bases === 1 ? 'one base' : 'two bases'}: modulus of ${bits} bits, exponent of ` +
        `${exponentBits}`,
    );
    const methods = METHODS[bases]?.filter((method) => isSensible(method, exponentBits));
    const timing = { rounds, sampleMs, warmMs: 4, breathe };
    send({ kind: 'cell', cell: await timeMethods(studied, { ...shape, methods }, timing) });
  }
}

/** Loads every kernel of the package, which runs its self-test. Returns those that passed. */
async function testKernels(choice: KernelChoice): Promise<Powmod[]> {
  const working: Powmod[] = [];
  const kernels: KernelReport[] = [];
  for (const kernel of wasmKernels)
    try {
      working.push(await init({ kernel }));
      kernels.push({ kernel, problem: undefined });
    } catch (error) {
      if (!(error instanceof PowmodError)) throw error;
      kernels.push({ kernel, problem: error.message });
    }
  send({ kind: 'kernels', kernels, choice });
  return working;
}

async function timePowers(working: Powmod[], options: Parameters<typeof timeInTurn>[1]) {
  const { modulus, terms } = operands(BITS, BITS, 1);
  const [base, exponent] = terms[0] as [bigint, bigint];
  const expected = bigintModPow(base, exponent, modulus);
  const cases = working.map((pm) => {
    const run = () => pm.modPow(base, exponent, modulus);
    if (run() !== expected) throw new Error(`the kernel ${pm.kernel} differs from BigInt`);
    return { name: pm.kernel as string, run: repeat(run) };
  });
  cases.push({ name: 'BigInt', run: repeat(() => bigintModPow(base, exponent, modulus)) });
  const timings = await timeInTurn(cases, options);
  send({ kind: 'speed', speed: { bits: BITS, exponentBits: BITS, timings } });
}
