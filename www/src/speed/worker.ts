// Times one power by powmod and by BigInt, in turn and warm.
import { init } from 'powmod';
import { bigintModPow } from '../../../workshop/bigint/mod-pow.js';
import { operands } from '../../../workshop/methods.js';
import { clockStep, repeat, timeInTurn } from '../../../workshop/timing.js';
import { breathe } from '../measure/breathe.ts';
import type { Reply } from './messages.ts';

/** Of the modulus, the base and the exponent. */
const BITS = 2048;

const send = (reply: Reply) => postMessage(reply);

addEventListener('message', () =>
  measure().catch((error: unknown) =>
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  ),
);

async function measure() {
  const pm = await init();
  const { modulus, terms } = operands(BITS, BITS, 1);
  const [base, exponent] = terms[0] as [bigint, bigint];
  const byPowmod = () => pm.modPow(base, exponent, modulus);
  const byBigint = () => bigintModPow(base, exponent, modulus);
  if (byPowmod() !== byBigint()) throw new Error(`the kernel ${pm.kernel} differs from BigInt`);
  const { powmod, bigint } = await timeInTurn(
    [
      { name: 'powmod', run: repeat(byPowmod) },
      { name: 'bigint', run: repeat(byBigint) },
    ],
    { rounds: 11, sampleMs: Math.max(20, 10 * clockStep()), warmMs: 80, breathe },
  );
  if (!powmod || !bigint) throw new Error('nothing was timed');
  send({ kind: 'measured', kernel: pm.kernel, powmod: powmod.min / 1000, bigint: bigint.min / 1000 });
}
