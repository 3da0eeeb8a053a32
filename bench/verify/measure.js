// Times the verification of Wesolowski proofs and its parts, in turn. bench/verify/verify.mjs runs it in Node.
import { createHash } from 'node:crypto';
import { init } from 'powmod';
import { equation, verify as verifyInBigint } from '../../workshop/bigint/wesolowski.js';
import { loadBench } from '../../workshop/engines/inside.js';
import { timeInTurn } from '../../workshop/timing.js';
import { peers } from '../peers/peers.mjs';
import { file, N, prove, random } from './proofs.js';

const SQUARINGS = 2 ** 20;
/** The number of operations in one timed case. The mean over all operations is the mean of the cases' minima. */
const GROUP = 25;

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();

/**
 * @param {object} task
 * @param {string} task.kernel
 * @param {number} task.proofs the number of proofs to verify one by one
 * @param {number} task.seeds the number of seeds to hash to primes
 * @param {number} task.batch the number of proofs in a batch
 * @param {object} task.timing
 * @returns the mean microseconds of each operation
 */
export default async function measureVerify({ kernel, proofs, seeds, batch, timing }) {
  const pm = await init({ kernel });
  const { hash_to_prime } = await loadBench(pm.kernel);
  const m = pm.modulus(N);
  const expect = { modulus: 'RSA-2048' };

  const files = range(proofs).map((i) => file(random(3 * i + 1), random(3 * i + 2), random(3 * i + 3), SQUARINGS));
  const claims = files.map((one) => equation(one, N).terms);
  const openssl = await Promise.all(claims.flat().map(([base, exponent]) => peers.openssl.prepare(base, exponent, N)));
  const hashes = range(seeds).map((i) => sha256(Buffer.from([i >> 8, i])));
  const valid = range(batch).map((i) => prove(pm, m, random(i + 1)));
  check(
    valid.every((one) => pm.verify(one, { expect })),
    'powmod refuses a valid proof',
  );
  check(verifyInBigint(valid[0], N), 'BigInt refuses a valid proof');
  check(!pm.verify(files[0], { expect }) && !verifyInBigint(files[0], N), 'a false proof passes');

  const means = {
    verify: { list: files, run: (one) => pm.verify(one, { expect }) },
    double: { list: claims, run: ([[x, a], [y, b]]) => m.pow2(x, a, y, b) },
    bigint: { list: files, run: (one) => verifyInBigint(one, N) },
    openssl: { list: openssl, size: 2, run: (one) => one.run(1) },
    hash: { list: hashes, all: (some) => hash_to_prime(Buffer.concat(some)) },
    alone: { list: valid, run: (one) => pm.verify(one, { expect }) },
  };
  const cases = [
    {
      name: 'batch',
      run: (times) => {
        for (let i = 0; i < times; i++)
          check(
            pm.verifyBatch(valid, { batch: true, expect }).every((answer) => answer === true),
            'a batch fails',
          );
      },
    },
  ];
  for (const [name, { list, size = 1, run, all = (some) => some.forEach(run) }] of Object.entries(means))
    for (let start = 0; start < list.length; start += size * GROUP) {
      const some = list.slice(start, start + size * GROUP);
      const repeat = (times) => {
        for (let i = 0; i < times; i++) all(some);
      };
      cases.push({ name: `${name} ${start}`, run: repeat });
    }
  const timings = await timeInTurn(cases, timing);
  const mean = (name, what) => {
    const { list, size = 1 } = means[name];
    const groups = Object.entries(timings).filter(([key]) => key.startsWith(`${name} `));
    return groups.reduce((sum, [, timing]) => sum + timing[what], 0) / (list.length / size);
  };
  const both = (of) => ({ min: of('min'), median: of('median') });
  const of = (name) => both((what) => mean(name, what));
  return {
    part: 'one',
    kernel: pm.kernel,
    timings: {
      verify: of('verify'),
      'the double exponentiation': of('double'),
      'hashing to the prime': of('hash'),
      'a valid proof': of('alone'),
      'a proof of a batch': both((what) => timings.batch[what] / batch),
      'two powers by OpenSSL': of('openssl'),
      BigInt: of('bigint'),
    },
  };
}

function range(count) {
  return Array.from({ length: count }, (_, i) => i);
}

function check(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}
