// Workers that the page starts for this worker. They look like `Worker` to the pool; worker-host.ts is the other end.
import type { PoolWorker } from 'powmod/pool';
import type { HostCommand, HostEvent } from './messages.ts';

const send = (command: HostCommand, transfer: ArrayBuffer[] = []) => postMessage(command, { transfer });

const workers = new Map<number, EventTarget>();
let last = 0;

export function startRemoteWorker(): PoolWorker {
  const worker = ++last;
  const events = new EventTarget();
  workers.set(worker, events);
  send({ kind: 'start-worker', worker });
  return Object.assign(events, {
    postMessage(message: unknown, transfer: ArrayBuffer[] = []) {
      send({ kind: 'post-message', worker, message, transfer }, transfer);
    },
    terminate() {
      workers.delete(worker);
      send({ kind: 'terminate', worker });
    },
  });
}

/** Dispatches an event from the page to the worker that it belongs to. */
export function dispatchHostEvent(event: HostEvent) {
  workers
    .get(event.worker)
    ?.dispatchEvent(
      event.kind === 'worker-message'
        ? new MessageEvent('message', { data: event.message })
        : new ErrorEvent('error', { message: event.reason }),
    );
}
