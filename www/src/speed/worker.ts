// Times powers by powmod and by BigInt, in turn and warm.
import { init, type Powmod, toBytes } from 'powmod';
import { bigintModPow } from '../../../workshop/bigint/mod-pow.js';
import { openTable } from '../../../workshop/bigint/open-table.js';
import { operands } from '../../../workshop/methods.js';
import { race } from '../compute/race.ts';
import type { Reply } from './messages.ts';

/** Of the modulus, the base and the exponent. */
const BITS = 2048;
/** Of the exponents of a table. */
const SHORT = 256;

const send = (reply: Reply) => postMessage(reply);

addEventListener('message', () =>
  measure().catch((error: unknown) =>
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  ),
);

async function measure() {
  const pm = await init();
  const power = await timePower(pm);
  const table = pm.kernel === 'bigint' ? undefined : await timeTable(pm);
  send({ kind: 'measured', kernel: pm.kernel, power, table });
}

function timePower(pm: Powmod) {
  const { modulus, terms } = operands(BITS, BITS, 1);
  const [base, exponent] = terms[0] as [bigint, bigint];
  const byPowmod = () => pm.modPow(base, exponent, modulus);
  const byBigint = () => bigintModPow(base, exponent, modulus);
  if (byPowmod() !== byBigint()) throw new Error(`the kernel ${pm.kernel} differs from BigInt`);
  return race({ powmod: byPowmod, bigint: byBigint });
}

async function timeTable(pm: Powmod) {
  const { modulus, terms } = operands(BITS, SHORT, 1);
  const [base, exponent] = terms[0] as [bigint, bigint];
  const m = pm.modulus(modulus);
  const secretTable = m.fixedBase(base, { maxBits: SHORT });
  const powerOf = openTable(base, modulus, SHORT);
  const bytes = toBytes(exponent);
  const byPowmod = () => secretTable.powSecret(bytes);
  const byBigint = () => powerOf(exponent);
  if (byPowmod().join() !== toBytes(byBigint(), BITS / 8).join())
    throw new Error(`the table of ${pm.kernel} differs from BigInt`);
  const times = await race({ powmod: byPowmod, open: () => secretTable.pow(exponent), bigint: byBigint });
  secretTable.free();
  m.free();
  return times;
}
