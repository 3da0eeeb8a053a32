// Ends the process when it hangs, with a word about where: a test runner's own limit would not say.
import { Worker } from 'node:worker_threads';

/** No set of values takes so long. */
const LIMIT_MS = 60_000;

/** Runs beside the thread that may hang. */
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
