// The processor time of the longest calls, which is how long they block a core that has nothing else to do: powers, and
// proofs and keys of strangers in an instance that does not know their modulus. bench/limits/limits.mjs runs it in
// Node.
import { createDiffieHellmanGroup } from 'node:crypto';
import { init, toBigint } from 'powmod';
import { seededNumber } from '../../workshop/numbers.js';
import { processorTime, timingOf } from '../../workshop/timing.js';

/** Calls are timed again until they took this long, and at most five times. */
const ENOUGH_MS = 200;
const WARM_MS = 300;
const MOST_SQUARINGS = 2 ** 53 - 1;
/** The groups of RFC 2409 and RFC 3526 by the length of their primes, which are safe: (p − 1)/2 is a prime too. */
const GROUPS = { 1024: 'modp2', 2048: 'modp14', 4096: 'modp16', 8192: 'modp18' };

/**
 * @param {object} task
 * @param {Record<string, number[]>} task.powers lengths, by kernels
 * @param {Record<string, number[]>} task.strangers
 * @param {number} task.most the largest δ
 */
export default async function measureLimits({ powers, strangers, most }) {
  const rows = [];
  for (const [kernel, lengths] of Object.entries(powers)) {
    const pm = await warm(kernel);
    for (const bits of lengths) {
      const [x, e, odd] = [1, 2, 3].map((seed) => seededNumber(bits, seed) | 1n | (1n << BigInt(bits - 1)));
      const power = await timed(
        () => pm,
        () => pm.modPow(x, e, odd),
      );
      rows.push({ part: 'powers', kernel, bits, timings: { power } });
    }
  }
  for (const [kernel, lengths] of Object.entries(strangers))
    for (const bits of lengths)
      rows.push({ part: 'strangers', kernel, bits, timings: await ofStrangers(kernel, bits, most) });
  return { rows };
}

/** Proofs and keys whose modulus is new to the instance. */
async function ofStrangers(kernel, bits, most) {
  const p = toBigint(createDiffieHellmanGroup(GROUPS[bits / 2]).getPrime());
  const q = p >> 1n;
  const n = p * q;
  const digits = 2 * Math.ceil(n.toString(16).length / 2);
  const text = (number) => `0x${number.toString(16).padStart(digits, '0')}`;
  const elements = Array.from({ length: 60 }, (_, i) => text(seededNumber(bits - 8, i + 1)));
  const [input, output, ...values] = elements;
  const statement = { profile: 'powmod-v1', modulus: text(n), input, output, iterations: MOST_SQUARINGS };
  /** A well-formed proof. It is false, which a verifier finds only at its very end. */
  const pietrzak = (delta) => ({ scheme: 'pietrzak', ...statement, proof: values.slice(0, 53 - delta), delta });
  const wesolowski = { scheme: 'wesolowski', ...statement, proof: values[0] };
  const inNew = (call) => timed(() => started(kernel), call);
  const refuses = (file, options) =>
    inNew((pm) => {
      if (pm.verify(file, options)) throw new Error('a false proof passes');
    });

  const pm = await warm(kernel);
  const e = 65537n;
  const d = pm.modInv(e, (p - 1n) * (q - 1n));
  return {
    Wesolowski: await refuses(wesolowski),
    Pietrzak: await refuses(pietrzak(0)),
    [`Pietrzak, maxDelta: ${most}`]: await refuses(pietrzak(most), { maxDelta: most }),
    'rsaPrivateKey of n, e, d': await inNew((pm) => pm.rsaPrivateKey({ n, e, d }).free()),
  };
}

/** An instance. BigInt has the calls for secrets where it is allowed to tell them by its time. */
const started = (kernel) => init({ kernel, ...(kernel === 'bigint' && { allowVariableTime: true }) });

/** An instance whose code is optimised, and so is that of later ones as long as it lives. */
async function warm(kernel) {
  const pm = await started(kernel);
  for (const start = performance.now(); performance.now() - start < WARM_MS; )
    pm.modPow(3n, 1n << 1024n, (1n << 2047n) + 1n);
  return pm;
}

async function timed(open, call) {
  const samples = [];
  for (let all = 0; all < ENOUGH_MS && samples.length < 5; all += samples.at(-1)) {
    const pm = await open();
    const start = processorTime();
    call(pm);
    samples.push(processorTime() - start);
  }
  return timingOf(samples.map((ms) => 1000 * ms));
}
