// Starts the example of a fleet, for tests and a bench: workers, and a Redis of their own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../programs/installed.mjs';
import { copyFleet, folder } from './install.mjs';

copyFleet();

/** A module of the example, by its name. */
export const fromFleet = (name) => import(join(folder, `${name}.mjs`));

/**
 * Starts a Redis that listens on a socket in a folder of its own. It keeps its data there if it is `durable`. With a
 * password it also listens on that port.
 */
export async function startRedis({ durable = false, port = 0, password } = {}) {
  const home = await mkdtemp(join(tmpdir(), 'powmod-redis-'));
  const url = join(home, 'redis.sock');
  const guard = password === undefined ? {} : { requirepass: password };
  const options = { port, ...guard, unixsocket: url, dir: home, save: '', appendonly: durable ? 'yes' : 'no' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const open = () => start(program('redis', 'server'), args, {}, /ready to accept connections/i);
  let server = await open();
  return {
    url,
    /** Ends at once, and stays so. */
    end: () => server.end('SIGKILL'),
    /** Ends at once, as by a failure of power, and starts again with the same data. */
    async crash() {
      await server.end('SIGKILL');
      server = await open();
    },
    /** The microseconds of processor that Redis has used since its start. */
    async processorTime() {
      const { stdout } = spawnSync(program('redis', 'client'), ['-s', url, 'info', 'cpu'], { encoding: 'utf8' });
      const seconds = (kind) => Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(stdout)[1]);
      return 1e6 * (seconds('user') + seconds('sys'));
    },
    async close() {
      await server.end('SIGKILL');
      await rm(home, { recursive: true });
    },
  };
}

/** Starts a worker process, and waits until it takes jobs. */
export const startWorker = (url, ...args) =>
  start(process.execPath, [join(folder, 'worker.mjs'), ...args], { REDIS_URL: url }, /^ready/m);

/** Starts a program, and waits until it prints that it is ready. */
export async function start(file, args, env, isReady) {
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
