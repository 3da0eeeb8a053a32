// Computes a power, and then times it by powmod and by BigInt. The page ends it when the visitor types on.
import { init, type Powmod, toBigint, toBytes } from 'powmod';
import { bigintModPow } from '../../../workshop/bigint/mod-pow.js';
import type { Order, Reply } from './messages.ts';
import { race } from './race.ts';

/** A power that takes longer is not raced: the visitor waits. */
const MAX_RACED_MS = 300;

const send = (reply: Reply) => postMessage(reply);
const engine = init();

addEventListener('message', async ({ data }: MessageEvent<Order>) => {
  const { id } = data;
  try {
    const pm = await engine;
    const power = powerOf(pm, data);
    const start = performance.now();
    const answer = power();
    const ms = performance.now() - start;
    send({ kind: 'answer', id, answer, kernel: pm.kernel });
    if (ms > MAX_RACED_MS) return send({ kind: 'raced', id, times: undefined });
    const { base, exponent, modulus } = data;
    const bigint = () => bigintModPow(base, exponent, modulus);
    if (bigint() !== answer) throw new Error(`the kernel ${pm.kernel} differs from BigInt`);
    send({ kind: 'raced', id, times: await race({ powmod: power, bigint }) });
  } catch (error) {
    send({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }
});

function powerOf(pm: Powmod, { base, exponent, modulus, isSecret }: Order): () => bigint {
  if (!isSecret) return () => pm.modPow(base, exponent, modulus);
  const bytes = toBytes(exponent);
  const options = { exponentBits: Math.max(1, 8 * bytes.length) };
  return () => toBigint(pm.modPowSecret(base, bytes, modulus, options));
}
