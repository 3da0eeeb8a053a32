// Starts workers on the page's thread for the pool that runs in the proving worker, and relays their messages.
// remote-worker.ts is the other end.
//
// The pool could start its workers itself. But in Firefox, while developer tools or WebDriver BiDi watch the workers of
// a page, a worker that calls `new Worker` waits for an acknowledgement from the page's thread and may miss it. The
// call then never returns. On the page's thread `new Worker` waits for nothing.
import PoolWorker from 'powmod/worker?worker';
import type { HostCommand, HostEvent } from './messages.ts';

/** Hosts the pool of a worker. Its other messages are replies. */
export function hostPool<Reply extends object>(worker: Worker, onReply: (reply: Reply) => void) {
  const host = new WorkerHost((event) => worker.postMessage(event));
  worker.addEventListener('message', ({ data }: MessageEvent<Reply | HostCommand>) =>
    'worker' in data ? host.run(data) : onReply(data),
  );
}

class WorkerHost {
  readonly #send: (event: HostEvent) => void;
  readonly #workers = new Map<number, Worker>();

  constructor(send: (event: HostEvent) => void) {
    this.#send = send;
  }

  run(command: HostCommand) {
    const worker = this.#workers.get(command.worker);
    switch (command.kind) {
      case 'start-worker':
        return this.#start(command.worker);
      case 'post-message':
        return worker?.postMessage(command.message, command.transfer);
      case 'terminate':
        this.#workers.delete(command.worker);
        return worker?.terminate();
    }
  }

  #start(number: number) {
    const worker = new PoolWorker();
    this.#workers.set(number, worker);
    const fail = (reason: string) => this.#send({ kind: 'worker-error', worker: number, reason });
    worker.addEventListener('message', ({ data }) =>
      this.#send({ kind: 'worker-message', worker: number, message: data }),
    );
    worker.addEventListener('messageerror', () => fail('a message could not be read'));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      fail(event.message || 'its script could not be loaded');
    });
  }
}
