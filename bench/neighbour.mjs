// Tells whether a neighbour on the machine slows this process down.
import { createDiffieHellman } from 'node:crypto';

const exchange = createDiffieHellman(Buffer.from(`${'f'.repeat(511)}1`, 'hex'), 2);
exchange.setPrivateKey(Buffer.alloc(32, 0xff));
const base = Buffer.alloc(255, 0xaa);

/** A bench that a neighbour slows down more than this runs again. */
export const MOST_SLOWDOWN = 1.1;

/** The least time of all loops so far: the loop without a neighbour. */
let least = Number.POSITIVE_INFINITY;

/**
 * The time of a native loop, OpenSSL's exponentiation, over its least time: 1 on a quiet machine. The minimum of some
 * samples would miss a neighbour who comes and goes, so the median counts.
 */
export function slowdown() {
  const samples = Array.from({ length: 41 }, () => {
    const start = performance.now();
    for (let i = 0; i < 10; i++) exchange.computeSecret(base);
    return performance.now() - start;
  }).sort((a, b) => a - b);
  least = Math.min(least, samples[0]);
  return samples[samples.length >> 1] / least;
}

/** How a neighbour disturbed a bench; nothing if none did. */
export function inWords({ slower, unsteady }) {
  const loop = slower && `a native loop took ${slower} times as long`;
  const times = unsteady && `${unsteady} unsteady time${unsteady === 1 ? '' : 's'}`;
  return [loop, times].filter(Boolean).join(', ');
}
