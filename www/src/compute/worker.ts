// Computes a power, and then times it by powmod and by BigInt. The page ends it when the visitor types on.
import { init, type Powers, toBigint, toBytes } from 'powmod/powers';
import { bigintModPow } from '../../../workshop/bigint/mod-pow.js';
import type { NoRace, Order, Reply, Times } from './messages.ts';
import { race } from './race.ts';

/** A warm power that takes longer is not raced: the visitor waits. The first one may take ten times as long. */
const MAX_RACED_MS = 300;

/** The bits of an exponent that stand for all when a power may take long, and the least seconds that are told. */
const SAMPLE_BITS = 64;
const LEAST_SECONDS = 2;

/** The product of the bits of e and the square of those of N from which on a power may take as long as a second. */
const MAYBE_LONG = 2 ** 38;

/** powmod's own BigInt takes as long as powmod where it computes in its place; times of one thing differ by so much. */
const SAME = 1.3;
/** From this ratio on they are two things. */
const SURELY_OTHER = 3;
/** The most races. A busy device may slow one of both: a ratio between the two above is measured again. */
const TRIES = 4;
/** The races below the lowest ratio that show that BigInt computes. */
const SURELY_SAME = 2;

const send = (reply: Reply) => postMessage(reply);
const engine = init();

addEventListener('message', async ({ data }: MessageEvent<Order>) => {
  const { id, base, exponent, modulus } = data;
  try {
    const pm = await engine;
    if (data.isSecret && exponent < 0n) throw new RangeError('exponent: must not be negative where it is secret');
    // As a program would have it: the base is a residue.
    const order = modulus > 0n ? { ...data, base: ((base % modulus) + modulus) % modulus } : data;
    const seconds = secondsOf(pm, order);
    if (seconds >= LEAST_SECONDS) send({ kind: 'begins', id, seconds });
    const power = powerOf(pm, order);
    const { answer, ms } = timed(power);
    send({ kind: 'answer', id, answer, kernel: pm.kernel, ms });
    send({ kind: 'raced', id, times: await timesOf(pm, order, power, answer, ms) });
  } catch (error) {
    send({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }

  async function timesOf(
    pm: Powers,
    order: Order,
    power: () => bigint,
    answer: bigint,
    ms: number,
  ): Promise<Times | NoRace> {
    if (exponent < 2n || order.base < 2n) return 'trivial';
    const isLong = ms > 10 * MAX_RACED_MS || Math.min(timed(power).ms, timed(power).ms) > MAX_RACED_MS;
    if (isLong) return 'long';
    const bigint = () => bigintModPow(order.base, exponent, modulus);
    if (bigint() !== answer) throw new Error(`the kernel ${pm.kernel} differs from BigInt`);
    const measured = (times: Times) => (times.powmod > 0 && times.bigint > 0 ? times : 'unmeasured');
    if (order.isSecret || pm.kernel === 'bigint') return measured(await race({ powmod: power, bigint }));
    const alone = await init({ kernel: 'bigint' });
    for (let tries = TRIES, same = 0; ; tries--) {
      const { own, ...times } = await race({ powmod: power, bigint, own: powerOf(alone, order) });
      if (own <= SAME * times.powmod && ++same === SURELY_SAME) return 'short';
      if (own > SURELY_OTHER * times.powmod || tries === 1) return measured(times);
    }
  }
});

/** About how long a power takes, by one with a short exponent; 0 where it is surely short. */
function secondsOf(pm: Powers, order: Order): number {
  const [bits, length] = [order.exponent, order.modulus].map((value) => value.toString(16).length * 4) as [
    number,
    number,
  ];
  if (bits * length ** 2 < MAYBE_LONG) return 0;
  const exponent = 1n << BigInt(SAMPLE_BITS);
  const sample = () => pm.modPow(order.base, exponent, order.modulus);
  const ms = Math.min(timed(sample).ms, timed(sample).ms);
  // A window of a few bits adds a sixth of the products.
  return ((ms / SAMPLE_BITS) * bits * 7) / 6 / 1000;
}

function timed(power: () => bigint): { answer: bigint; ms: number } {
  const start = performance.now();
  const answer = power();
  return { answer, ms: performance.now() - start };
}

function powerOf(pm: Powers, { base, exponent, modulus, isSecret }: Order): () => bigint {
  if (!isSecret) return () => pm.modPow(base, exponent, modulus);
  const bytes = toBytes(exponent);
  const options = { exponentBits: Math.max(1, 8 * bytes.length) };
  return () => toBigint(pm.modPowSecret(base, bytes, modulus, options));
}
