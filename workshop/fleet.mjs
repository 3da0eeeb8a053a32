// A Redis for one run, and workers of crate/js/examples/fleet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { program } from './programs/installed.mjs';

/** Starts a Redis that keeps everything in memory, and listens on a socket in a folder of its own. */
export async function startRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'powmod-redis-'));
  const url = join(folder, 'redis.sock');
  const options = { port: 0, unixsocket: url, dir: folder, save: '', appendonly: 'no' };
  const server = await start(
    program('redis', 'server'),
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]),
    {},
    /ready to accept connections/i,
  );
  const client = new Redis(url);
  return {
    url,
    /** The microseconds of processor that Redis has used since its start. */
    async processorTime() {
      const info = await client.info('cpu');
      const seconds = (kind) => Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(info)[1]);
      return 1e6 * (seconds('user') + seconds('sys'));
    },
    async close() {
      client.disconnect();
      await server.end('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}

/** A queue of the example, in the Redis with this URL. */
export const openQueue = (name, url) => new Queue(name, { connection: { url } });

/**
 * Starts a worker process, and waits until it takes jobs.
 *
 * @param {string} folder of the example
 * @param {string} url of Redis
 * @param {string[]} args
 * @param {string[]} [nodeOptions]
 */
export function startWorker(folder, url, args, nodeOptions = []) {
  return start(process.execPath, [...nodeOptions, join(folder, 'worker.mjs'), ...args], { REDIS_URL: url }, /^ready$/m);
}

/** Starts a program, and waits until it prints that it is ready. */
async function start(file, args, env, isReady) {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close'); // also rejects if the program cannot be run
  let output = '';
  await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text;
        if (isReady.test(output)) resolve();
      });
    closed.then(() => reject(new Error(`${file} ended:\n${output}`)), reject);
  });
  return {
    get output() {
      return output;
    },
    /** @param {NodeJS.Signals} name */
    signal: (name) => child.kill(name),
    /** Sends a signal, and waits for the end. Gives the exit code, or null if the signal ended the process. */
    async end(name) {
      child.kill(name);
      const [code] = await closed;
      return code;
    },
  };
}
