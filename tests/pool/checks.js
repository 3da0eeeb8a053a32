// The checks of the pool, which run inside each engine. pool.test.mjs reads the report.

import { verifyVdfs } from '../../crate/js/dist/chia.js';
import { groups, init } from '../../crate/js/dist/index.js';
import { createPool } from '../../crate/js/dist/pool.js';
import { read } from '../../workshop/engines/inside.js';
import { compareOperation, Draw, LongDraw, OPERATIONS } from '../fuzz/operations.js';

const N = groups['RSA-2048'];

/** A call so long that it still runs when the check interrupts it. */
const LONG = (1n << 8192n) - 1n;

async function* pairs() {
  yield [2n, 5n];
  yield [3n, 5n];
}

/**
 * @returns {Promise<{ kernel: string, checks: { name: string, problem?: string }[] }>}
 */
export default async function run() {
  const checks = [];
  const check = async (name, work) => {
    const problem = await work().then(
      (holds) => (holds === true ? undefined : String(holds)),
      (error) => `${error} ${error.stack}`,
    );
    checks.push({ name, problem });
  };
  const pm = await init();
  const pool = await createPool({ workers: 2 });
  const proof = await read('crate/js/examples/wesolowski-rsa2048.json');
  const invalid = new TextEncoder().encode(new TextDecoder().decode(proof).replace('1048576', '1048577'));

  for (const [name, { takes }] of Object.entries(OPERATIONS).filter(([name]) => name.startsWith('pool.'))) {
    if (name === 'pool.modPowSecret' && pool.kernel === 'bigint') continue;
    await check(`${name}: what its oracle gives, of short lists and of long ones`, async () => {
      for (let number = 0; number < 4; number++) await compareOperation(name, pool, new Draw(number));
      let last;
      const onProgress = (progress) => {
        last = progress;
      };
      await compareOperation(name, pool, new LongDraw(5, takes, { onProgress }));
      return !last || last.done === last.total || `${last.done} of ${last.total}`;
    });
  }
  await check('takes an asynchronous list, and gives its results in order', async () => {
    const bases = async function* () {
      for (let i = 0n; i < 1000n; i++) yield i;
    };
    let i = 0n;
    for await (const power of pool.modPowAll(bases(), 65537n, N))
      if (power !== pm.modPow(i++, 65537n, N)) return `${i}`;
    return i === 1000n && (await pool.modMultiPow(pairs(), N)) === pm.modPow(6n, 5n, N);
  });
  await check('finds the same primes as an instance', async () => {
    const random = (length) => Uint8Array.from({ length }, (_, i) => 91 * i + 17);
    for (const [bits, safe] of [
      [64, false],
      [512, false],
      [192, true],
    ])
      if ((await pool.randomPrime(bits, { safe, random })) !== pm.randomPrime(bits, { safe, random })) return `${bits}`;
    return (await pool.randomPrime(128)) >> 126n === 3n;
  });
  await check('verifies many proofs and keeps their order', async () => {
    const proofs = Array.from({ length: 40 }, (_, i) => [proof, invalid, 'none'][i % 3]);
    const reports = [];
    const verdicts = await pool.verifyAll(proofs, { onProgress: (report) => reports.push(report.done) });
    return (
      reports.at(-1) === 40 &&
      verdicts.every((verdict, i) => (i % 3 === 2 ? verdict.field === 'file' : verdict === (i % 3 === 0)))
    );
  });
  await check('an abort stops the workers', async () => {
    const controller = new AbortController();
    const proofs = Array.from({ length: 20_000 }, () => proof);
    const all = pool.verifyAll(proofs, { signal: controller.signal, onProgress: () => controller.abort('reason') });
    const reason = await all.catch((reason) => reason);
    return reason === 'reason' && (await pool.modPow(3n, 5n, 7n)) === 5n;
  });
  await check('computes and verifies by the kernel bigint, which refuses to evaluate and prove', () =>
    withBigint(proof),
  );
  await check('resumes an evaluation and proves it', () => provesWhatIsResumed(pm, pool));
  await check('verifies for Chia', () => verifiesForChia(pool));
  await check('an error has its class and names the argument', async () => {
    const error = await pool.modPow(2n, -1n, 4n).catch((error) => error);
    return error instanceof RangeError && error.message.startsWith('base: ');
  });
  await check('another worker does the job of a lost one', () => losesNothing(pm));
  await check('a worker that cannot start is ERR_WORKER', async () => {
    const broken = await createPool({ worker: () => workerOf('data:text/javascript,throw new Error("no")') });
    const { code } = await broken.modPow(3n, 5n, 7n).catch((error) => error);
    await broken.close();
    return code === 'ERR_WORKER' || code;
  });
  await check('a script that is not a worker of powmod is ERR_WORKER', async () => {
    const code = `data:text/javascript,${encodeURIComponent(STRANGER)}`;
    const strange = await createPool({ worker: () => workerOf(code) });
    const { message } = await strange.modPow(3n, 5n, 7n).catch((error) => error);
    await strange.close();
    return message.endsWith("it is no worker of powmod: its script must import 'powmod/worker'") || message;
  });
  await check('closing rejects unfinished calls', async () => {
    const power = pool.modPow(3n, LONG, LONG).catch(({ code }) => code);
    await pool.close();
    return (await power) === 'ERR_WORKER';
  });
  return { kernel: pool.kernel, checks };
}

/** A worker that answers every message with a message that is not of powmod's protocol. */
const STRANGER = `
const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
const port = threads?.parentPort ?? globalThis;
port.onmessage = () => port.postMessage('hello');`;

async function provesWhatIsResumed(pm, pool) {
  const seed = new TextEncoder().encode('a seed');
  const statement = { modulus: N, seed, iterations: 30_000 };
  const given = [];
  const evaluation = await pool.evaluate(statement, { onCheckpoint: (checkpoint) => given.push(checkpoint) });
  const again = await pool.evaluate(statement, { checkpoint: given[0] });
  const output = pm.modulus(N).square(pm.hashToGroup(seed, N), statement.iterations);
  if (evaluation.output !== output || again.output !== output) return 'another output';
  for (const scheme of ['wesolowski', 'pietrzak']) {
    const proof = await pool.prove({ ...statement, scheme, evaluation });
    if (!pm.verify(proof, { expect: { ...statement, scheme } })) return `${scheme}: not valid`;
  }
  return true;
}

async function verifiesForChia(pool) {
  const mainnet = JSON.parse(new TextDecoder().decode(await read('crate/js/examples/chia-mainnet.json')));
  const verdicts = await verifyVdfs([mainnet, { ...mainnet, iterations: 1 }], { pool });
  return String(verdicts) === 'true,false' || `verdicts ${verdicts}`;
}

async function losesNothing(pm) {
  const workers = [];
  const pool = await createPool({
    workers: 1,
    worker: () => {
      workers.push(workerOf(new URL('../../crate/js/dist/powmod-worker.js', import.meta.url)));
      return workers.at(-1);
    },
  });
  const [first, second] = [pool.modPow(3n, 5n, 7n), pool.modPow(3n, LONG, LONG)];
  await first;
  await workers[0].terminate();
  const isRight = (await first) === 5n && (await second) === pm.modPow(3n, LONG, LONG);
  await pool.close();
  return isRight && workers.length === 2;
}

function workerOf(url) {
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  return threads ? new threads.Worker(new URL(url)) : new Worker(url, { type: 'module' });
}

async function withBigint(proof) {
  const pool = await createPool({ kernel: 'bigint', workers: 2 });
  try {
    const power = await pool.modPow(3n, 5n, 7n, { method: 'parallel' });
    const verdicts = await pool.verifyAll([proof, 'none', proof], { batch: true });
    const task = { modulus: 'RSA-2048', input: 3n, iterations: 5, scheme: 'pietrzak' };
    const refused = await Promise.all(
      [pool.evaluate(task), pool.prove(task)].map((work) => work.catch(({ code }) => code)),
    );
    const found = [pool.kernel, power, verdicts[0], verdicts[1].field, verdicts[2], ...refused].join();
    const expected = 'bigint,5,true,file,true,ERR_KERNEL_UNAVAILABLE,ERR_KERNEL_UNAVAILABLE';
    return found === expected || found;
  } finally {
    await pool.close();
  }
}
