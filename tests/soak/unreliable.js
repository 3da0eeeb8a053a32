// A worker that dies at a random time, and whose messages arrive late.

/**
 * @typedef {object} Trouble
 * @property {() => number} random in [0, 1)
 * @property {number} life the mean of a worker's life, in milliseconds
 * @property {boolean} isOver when the pool was closed: then only the pool ends its workers
 * @property {number[]} kills when workers were killed
 * @property {{ made: number, killed: number, ended: number, delayed: number }} counts what happened, which this file counts
 */

/** One message in this many is late, and so are those behind it. */
const LATE = 20;
/** The most that a message is late, in milliseconds. */
const LATEST = 150;

/**
 * Makes a worker of a pool. It runs the module at `url`.
 *
 * @param {URL} url
 * @param {Trouble} trouble
 */
export function unreliableWorker(url, trouble) {
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  return threads
    ? unreliableThread(new threads.Worker(url, { resourceLimits: { maxOldGenerationSizeMb: 64 } }), trouble)
    : unreliableWebWorker(new Worker(url, { type: 'module' }), trouble);
}

function unreliableThread(worker, trouble) {
  const [received, sent] = [new Line(trouble), new Line(trouble)];
  trouble.counts.made++;
  const timer = killLater(worker, trouble);
  worker.once('exit', () => {
    clearTimeout(timer);
    trouble.counts.ended++;
  });
  return {
    postMessage: (message, transfer) => sent.add(() => worker.postMessage(message, transfer)),
    terminate: () => worker.terminate(),
    on: (type, listener) => worker.on(type, (value) => received.add(() => listener(value))),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}

function unreliableWebWorker(worker, trouble) {
  const [received, sent] = [new Line(trouble), new Line(trouble)];
  trouble.counts.made++;
  // A browser does not tell that a worker died before its first message: the pool then waits for a minute.
  worker.addEventListener('message', () => killLater(worker, trouble), { once: true });
  return {
    postMessage: (message, transfer) => sent.add(() => worker.postMessage(message, transfer)),
    terminate: () => worker.terminate(),
    addEventListener: (type, listener) => worker.addEventListener(type, (event) => received.add(() => listener(event))),
  };
}

/** Ends a worker in the middle of whatever it does. How long it lives has an exponential distribution. */
function killLater(worker, trouble) {
  const { random, life, counts } = trouble;
  const timer = setTimeout(
    () => {
      if (trouble.isOver) return;
      counts.killed++;
      trouble.kills.push(performance.now());
      worker.terminate();
    },
    -life * Math.log(1 - random()),
  );
  timer.unref?.();
  return timer;
}

/** Messages in one direction. Some are late; none passes another. */
class Line {
  #trouble;
  /** Functions that deliver messages, each with the time from which it may run. */
  #waiting = [];

  constructor(trouble) {
    this.#trouble = trouble;
  }

  add(deliver) {
    const { random, counts } = this.#trouble;
    const isLate = random() * LATE < 1;
    if (isLate) counts.delayed++;
    else if (this.#waiting.length === 0) return deliver();
    this.#waiting.push({ deliver, due: performance.now() + (isLate ? random() * LATEST : 0) });
    if (this.#waiting.length === 1) this.#wait();
  }

  #wait() {
    setTimeout(
      () => {
        while (this.#waiting[0]?.due <= performance.now()) this.#waiting.shift().deliver();
        if (this.#waiting.length > 0) this.#wait();
      },
      Math.max(0, this.#waiting[0].due - performance.now()),
    );
  }
}
