// Computes a power, and then times it by powmod and by BigInt. The page ends it when the visitor types on.
import { init, type Powmod, toBigint, toBytes } from 'powmod';
import { bigintModPow } from '../../../workshop/bigint/mod-pow.js';
import type { Order, Reply } from './messages.ts';
import { race } from './race.ts';

/** A warm power that takes longer is not raced: the visitor waits. The first one may take ten times as long. */
const MAX_RACED_MS = 300;

const send = (reply: Reply) => postMessage(reply);
const engine = init();

addEventListener('message', async ({ data }: MessageEvent<Order>) => {
  const { id } = data;
  try {
    const pm = await engine;
    const power = powerOf(pm, data);
    const cold = timed(power);
    const { answer } = cold;
    send({ kind: 'answer', id, answer, kernel: pm.kernel });
    const isLong = cold.ms > 10 * MAX_RACED_MS || Math.min(timed(power).ms, timed(power).ms) > MAX_RACED_MS;
    if (isLong) return send({ kind: 'raced', id, times: undefined });
    const { base, exponent, modulus } = data;
    const bigint = () => bigintModPow(base, exponent, modulus);
    if (bigint() !== answer) throw new Error(`the kernel ${pm.kernel} differs from BigInt`);
    send({ kind: 'raced', id, times: await race({ powmod: power, bigint }) });
  } catch (error) {
    send({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }
});

function timed(power: () => bigint): { answer: bigint; ms: number } {
  const start = performance.now();
  const answer = power();
  return { answer, ms: performance.now() - start };
}

function powerOf(pm: Powmod, { base, exponent, modulus, isSecret }: Order): () => bigint {
  if (!isSecret) return () => pm.modPow(base, exponent, modulus);
  const bytes = toBytes(exponent);
  const options = { exponentBits: Math.max(1, 8 * bytes.length) };
  return () => toBigint(pm.modPowSecret(base, bytes, modulus, options));
}
