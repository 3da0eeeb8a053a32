/** Tells beforehand how long squarings take on this machine. */
import { init } from '../init.js';
import type { Integer } from '../input/integers.js';
import { groups } from '../vdf/groups.js';
import { inWords } from './duration.js';
import { tell } from './messages.js';

/** The time of the measurement. */
const SAMPLE_MS = 200;

/** Squarings in one call of the measurement. */
const SLICE = 256;

/** Shorter work needs no estimate. */
const WORTH_TELLING_SECONDS = 1;

/**
 * Writes about how long `iterations` squarings take to standard error, by a short measurement. Nothing is written if they take
 * less than a second, or if the modulus is refused: the evaluation will say so.
 */
export async function tellDuration(modulus: Integer | 'RSA-2048', iterations: number): Promise<void> {
  const seconds = iterations * (await secondsASquaring(modulus, iterations));
  if (seconds < WORTH_TELLING_SECONDS) return;
  const count = iterations.toLocaleString('en');
  tell(`${count} squarings take about ${inWords(seconds)} on this machine`);
}

/** The average time of a squaring, in seconds, which other work of the machine lengthens; 0 if the modulus is refused. */
async function secondsASquaring(given: Integer | 'RSA-2048', iterations: number): Promise<number> {
  const pm = await init();
  try {
    const modulus = pm.modulus(given === 'RSA-2048' ? groups[given] : given);
    const slice = Math.min(SLICE, iterations);
    // The first call compiles.
    let value = modulus.square(3n, slice);
    const start = performance.now();
    let [squarings, milliseconds] = [0, 0];
    while (milliseconds < SAMPLE_MS && squarings < iterations) {
      value = modulus.square(value, slice);
      squarings += slice;
      milliseconds = performance.now() - start;
    }
    modulus.free();
    return milliseconds / 1000 / squarings;
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}
