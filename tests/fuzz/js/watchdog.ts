// Ends a process that hangs, and names the target and the seed, which the test runner's time limit would not do.
import { Worker } from 'node:worker_threads';

/** A set of values that takes longer hangs. */
const LIMIT_MS = 60_000;

/** The watchdog's own thread. */
const program = `
const { parentPort, workerData: { about, beats, limit } } = require('node:worker_threads');
let last = -1;
let since = performance.now();
setInterval(() => {
  const now = Atomics.load(beats, 0);
  if (now !== last) [last, since] = [now, performance.now()];
  else if (performance.now() - since > limit) {
    require('node:fs').writeSync(2, 'no answer for ' + limit + ' ms: ' + about + ', set ' + now + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }
}, 1000);
parentPort.on('message', () => process.exit());
`;

export class Watchdog {
  readonly #beats = new Int32Array(new SharedArrayBuffer(4));
  readonly #worker: Worker;

  constructor(about: string) {
    this.#worker = new Worker(program, { eval: true, workerData: { about, beats: this.#beats, limit: LIMIT_MS } });
    this.#worker.unref();
  }

  alive(): void {
    Atomics.add(this.#beats, 0, 1);
  }

  end(): void {
    this.#worker.postMessage('end');
  }
}
